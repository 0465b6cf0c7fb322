import ComponentKit

/// Something that came over a channel, with the memory that its values lie in.
///
/// THREADS: its content belongs to whoever handles it, and is read once; `isCancelled` and `whenCancelled` are for any.
package final class Message: @unchecked Sendable {
  // Sendable: one thread after the other has it, and the calls' state is guarded.
  package let manner: Manner
  package let verb: UInt16
  /// The call that this belongs to, as whoever asked for it numbers it.
  package let call: CallID
  /// Of a request: the call of ours in whose service it is made; 0 where there is none.
  package let within: CallID
  let bytes: UnsafeMutableRawBufferPointer
  private let cancellation = Guarded(Cancelling())

  private struct Cancelling {
    var isCancelled = false
    var handler: (@Sendable () -> Void)?
  }

  init(_ manner: Manner, _ frame: Frame, _ bytes: UnsafeMutableRawBufferPointer) {
    self.manner = manner
    (verb, call, within) = (frame.verb, frame.call, frame.within)
    self.bytes = bytes
  }

  deinit { bytes.deallocate() }

  /// Reads what came, once. What is read points into the message, and is good as long as it is held.
  package func reader(functions: WireReader.Functions? = nil) -> WireReader {
    WireReader(bytes, functions: functions)
  }

  /// Of a request: whether its caller gave it up.
  package var isCancelled: Bool { cancellation.withLock { $0.isCancelled } }

  /// Has something done once the request is given up, at once if it is already; a later one replaces an earlier one.
  package func whenCancelled(_ handler: (@Sendable () -> Void)?) {
    let isLate = cancellation.withLock { cancelling in
      cancelling.handler = cancelling.isCancelled ? nil : handler
      return cancelling.isCancelled
    }
    if isLate { handler?() }
  }

  func cancel() {
    let handler = cancellation.withLock { cancelling -> (@Sendable () -> Void)? in
      cancelling.isCancelled = true
      let handler = cancelling.handler
      cancelling.handler = nil
      return handler
    }
    handler?()
  }
}
