package import ComponentABI

// A call whose action runs in a process of its own.

extension UnsafeMutablePointer<component_call> {
  /// Whether its caller's thread waits until it has ended.
  package var isWaitedFor: Bool { frame.pointee.request.pointee.isWaitedFor }

  /// What it has as long as its action runs, on that thread.
  package var turn: CallTurn { CallTurn(frame.pointee) }

  /// It goes on without this thread, as a deferred call whose action runs elsewhere; nil where it has ended.
  package func deferToElsewhere() -> UnsafeMutablePointer<component_call>? {
    let deferred = pointee.host.pointee.defer(self)
    deferred?.frame.pointee.record?.takeUnretainedValue().runsElsewhere()
    return deferred
  }

  /// The component has deferred what was deferred to elsewhere.
  package func isKept() { frame.pointee.record?.takeUnretainedValue().isKept() }
}

/// What a call has as long as its action runs, however early it ends: its turn, its instance and its generation.
package final class CallTurn: Sendable {
  private let lease: CallLease?
  private let hold: GenerationHold?

  fileprivate init(_ frame: Frame) {
    lease = frame.lease?.takeUnretainedValue()
    hold = (frame.entry?.pointee.generation.takeUnretainedValue()).map(GenerationHold.init)
  }
}
