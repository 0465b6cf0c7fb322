import Glibc
import HostNative
import Synchronization

/// The reading end of a ring.
///
/// All that is read may be made up. Each index is read once, and nothing is looked at before it was copied.
final class Inbound: @unchecked Sendable {
  // Sendable: one thread at a time receives; the rest is atomic.
  let way: RingWay
  let sleepers: Sleepers
  private let descriptors: Int32?
  private let limit: (Manner, UInt16) -> Int?
  private let held: HeldBytes
  // What was read. Of this side's own: the shared one is for the writer.
  private let head = Atomic<UInt64>(0)
  // A message of which parts are still to come.
  private var long: Message?
  // What was received, and nobody handles yet: with credit, and without.
  private let owed = Atomic(0)
  private let piled = Atomic(0)

  /// - Parameters:
  ///   - descriptors: the socket that they come by; nil where none may come.
  ///   - limit: how long a request or a notice of a verb may be; nil where there is none.
  init(
    _ way: RingWay, descriptors: Int32?, held: HeldBytes = HeldBytes(),
    limit: @escaping (Manner, UInt16) -> Int?
  ) {
    (self.way, self.descriptors, self.held, self.limit) = (way, descriptors, held, limit)
    sleepers = Sleepers(way)
  }

  /// Whether there is nothing to receive.
  var isEmpty: Bool {
    way.tail.pointee.load(ordering: .sequentiallyConsistent) == head.load(ordering: .relaxed)
  }

  /// The next message; nil where there is none.
  func receive() throws(ChannelEnd) -> Message? {
    while true {
      let head = self.head.load(ordering: .relaxed)
      let there = way.tail.pointee.load(ordering: .acquiring) &- head
      if there == 0 { return nil }
      guard there <= UInt64(SharedRings.capacity), there >= UInt64(Frame.size) else {
        throw .broken("a ring that holds \(Int64(bitPattern: there)) bytes")
      }
      let place = way.data + Int(head & UInt64(SharedRings.capacity - 1))
      let frame = place.load(as: Frame.self)
      guard frame.length % 8 == 0, Int(frame.length) <= Frame.longest,
        Int(frame.length) <= Int(there) - Frame.size
      else { throw .broken("a frame of \(frame.length) bytes where there are \(there)") }
      let message = try read(frame, place + Frame.size)
      let next = head &+ UInt64(Frame.size + Int(frame.length))
      self.head.store(next, ordering: .relaxed)
      way.head.pointee.store(next, ordering: .sequentiallyConsistent)
      // Writers don't wait where the ring is almost empty.
      if there > UInt64(SharedRings.capacity / 8) { way.tellRoom() }
      if let message { return message }
    }
  }

  private func read(_ frame: Frame, _ content: UnsafeRawPointer) throws(ChannelEnd) -> Message? {
    guard frame.flags & ~(Frame.more | Frame.part | Frame.descriptor) == 0 else {
      throw .broken("a frame with the flags \(frame.flags)")
    }
    let length = Int(frame.length)
    let goesOn = frame.flags & Frame.more != 0
    guard goesOn ? frame.left > length && frame.left <= Channel.messageLimit && length > 0 : frame.left == length else {
      throw .broken("a frame of \(length) bytes of \(frame.left)")
    }
    if frame.flags & (Frame.more | Frame.part) == 0 {
      let message = try begin(frame)
      try message.append(content, length)
      return try count(message)
    }
    if frame.flags & Frame.part == 0 { long = try begin(frame) }
    guard let long else { throw .broken("a part of a message that was not begun") }
    guard long.missing == frame.left else { throw .broken("a part of another message") }
    try long.append(content, length)
    if goesOn { return nil }
    self.long = nil
    return try count(long)
  }

  private func begin(_ frame: Frame) throws(ChannelEnd) -> Message {
    guard let manner = Manner(rawValue: frame.manner) else { throw .broken("a message of the manner \(frame.manner)") }
    guard frame.within == 0 || manner == .request else { throw .broken("a \(manner) in the service of a call") }
    guard let limit = limit(manner, frame) else { throw .broken("a \(manner) with the verb \(frame.verb)") }
    guard frame.left <= UInt64(limit) else {
      throw .broken("a \(manner) with the verb \(frame.verb) of \(frame.left) bytes")
    }
    var descriptor: Int32 = -1
    if frame.flags & Frame.descriptor != 0 {
      guard let descriptors else { throw .broken("a descriptor") }
      var byte: UInt8 = 0
      descriptor = host_receive_descriptor(descriptors, &byte, 1)
      guard descriptor >= 0 else { throw .hungUp }
    }
    return Message(manner, frame, descriptor: descriptor, held)
  }

  private func limit(_ manner: Manner, _ frame: Frame) -> Int? {
    switch manner {
    case .request, .notice: limit(manner, frame.verb)
    case .reply, .failure: frame.verb == 0 ? Channel.messageLimit : nil
    case .progress: frame.verb <= 1 ? Channel.messageLimit : nil
    case .cancel: frame.verb == 0 ? 0 : nil
    }
  }

  // Counts it as not handled yet.
  private func count(_ message: Message) throws(ChannelEnd) -> Message {
    let cost = Credit.cost(message.manner, within: message.within, length: message.length)
    if cost > 0 {
      guard owed.wrappingAdd(cost, ordering: .relaxed).newValue <= Credit.window else {
        throw .broken("more than it has credit for")
      }
    } else if message.manner == .request {
      guard piled.wrappingAdd(Credit.piles(message.length), ordering: .relaxed).newValue <= Credit.pile else {
        throw .broken("more than \(Credit.pile) bytes of requests that nobody can handle yet")
      }
    }
    return message
  }

  /// A request or a notice is being handled from here on: the writer may send more.
  func handle(_ message: Message) {
    let cost = Credit.cost(message.manner, within: message.within, length: message.length)
    if cost == 0 {
      if message.manner == .request { piled.wrappingSubtract(Credit.piles(message.length), ordering: .relaxed) }
      return
    }
    owed.wrappingSubtract(cost, ordering: .relaxed)
    way.taken.pointee.wrappingAdd(UInt64(cost), ordering: .sequentiallyConsistent)
    way.tellRoom()
  }

  /// Wakes all that sleep here: each looks whether the channel is over.
  func wakeAll() {
    way.bell.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    host_futex_wake(way.bell, .max, .max, true)
  }
}
