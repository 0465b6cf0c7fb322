import Glibc

/// Something that came over a channel, with the memory that its values lie in.
///
/// THREADS: its content belongs to whoever handles it, and is read once; `isCancelled` and `whenCancelled` are for any.
package final class Message: @unchecked Sendable {
  // Sendable: one thread after the other has it, and the rest is guarded.
  package let manner: Manner
  package let verb: UInt16
  /// The call that this belongs to, as whoever asked for it numbers it.
  package let call: CallID
  /// Of a request: the call of ours in whose service it is made; 0 where there is none.
  package let within: CallID
  private var bytes: UnsafeMutableRawPointer?
  private var capacity = 0
  /// How many bytes came, and how many are to come.
  private(set) var length = 0
  private(set) var missing: Int
  private var descriptor: Int32
  private let held: HeldBytes
  /// Of a request: that it is given up was said. Under the channel's lock.
  var isCancelSaid = false
  // Under the lock of all messages: it is held for a moment, and seldom.
  private var isGivenUp = false
  private var handler: (@Sendable () -> Void)?
  private static let lock = ChannelLock()

  init(_ manner: Manner, _ frame: Frame, descriptor: Int32, _ held: HeldBytes) {
    self.manner = manner
    (verb, call, within) = (frame.verb, frame.call, frame.within)
    missing = Int(frame.left)
    (self.descriptor, self.held) = (descriptor, held)
  }

  deinit {
    free(bytes)
    held.remove(capacity)
    if descriptor >= 0 { Glibc.close(descriptor) }
  }

  // Room is made for what has really come, and some times more: what is only announced takes none.
  func append(_ content: UnsafeRawPointer, _ count: Int) throws(ChannelEnd) {
    if length + count > capacity { try grow(min(length + missing, 4 * (length + count))) }
    if let bytes, count > 0 { (bytes + length).copyMemory(from: content, byteCount: count) }
    length += count
    missing -= count
  }

  private func grow(_ wanted: Int) throws(ChannelEnd) {
    guard held.add(wanted - capacity) else { throw .broken("more than its messages may take here") }
    guard let larger = realloc(bytes, wanted) else {
      held.remove(wanted - capacity)
      throw .broken("a message of \(length + missing) bytes, for which there is no memory")
    }
    (bytes, capacity) = (larger, wanted)
  }

  /// The descriptor that came along, which is the caller's to close from here on; nil where there is none.
  package func takeDescriptor() -> Int32? {
    defer { descriptor = -1 }
    return descriptor < 0 ? nil : descriptor
  }

  /// Reads what came, once. What is read points into the message, and is good as long as it is held.
  package func reader(functions: WireReader.Functions? = nil) -> WireReader {
    WireReader(UnsafeMutableRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length), functions: functions)
  }

  /// Of a request: whether its caller gave it up.
  package var isCancelled: Bool { Message.lock.locked { isGivenUp } }

  /// Has something done once the request is given up, at once if it is already; a later one replaces an earlier one.
  package func whenCancelled(_ handler: (@Sendable () -> Void)?) {
    let isLate = Message.lock.locked {
      self.handler = isGivenUp ? nil : handler
      return isGivenUp
    }
    if isLate { handler?() }
  }

  func cancel() {
    let handler = Message.lock.locked {
      isGivenUp = true
      defer { self.handler = nil }
      return self.handler
    }
    handler?()
  }
}
