import ComponentABI
import ComponentKit

// Calls that are started. A started call may end at once, and its end may start the next one.
extension Dispatch {
  /// Runs what the caller does not wait for.
  ///
  /// The caller may be on a thread of its own, where nothing else tells that something of it is under way: neither who would
  /// shut it down, nor what is called on the way.
  func start(_ body: (Dispatch) -> Int32) -> Int32 {
    guard seat.pointee.isOpen, let generation = seat.pointee.generation else { return begin(body) }
    let thread = ThreadState.current
    let slot = thread.pointee.slot
    // A thread without a place runs nothing more.
    guard !thread.isIn(generation), slot < thread.pointee.end else { return begin(body) }
    let starts = generation._withUnsafeGuaranteedRef { $0.starts }
    _ = thread.enter(starts, in: slot, fences: seat.pointee.core.pointee.fences) { true }
    defer { thread.leave(slot) }
    return begin(body)
  }

  private func begin(_ body: (Dispatch) -> Int32) -> Int32 {
    let end = EndInLine(ofStarted: Sink(request))
    return end.withRequest(request) { body(Dispatch(seat: seat, request: $0, waits: false)) }
  }
}

extension EndInLine {
  /// The request with this in the place of its listener, made and begun. It must end once.
  fileprivate func withRequest(
    _ request: UnsafePointer<component_request>, _ body: (UnsafePointer<component_request>) -> Int32
  ) -> Int32 {
    var inner = request.pointee
    inner.markStarted()
    inner.ended = { context, reply, failure in
      guard let context else { return }
      let end = Unmanaged<EndInLine>.fromOpaque(context).takeRetainedValue()
      if let reply { end.hear(.borrowedReply(reply)) } else if let failure { end.hear(.borrowedFailure(failure)) }
    }
    if inner.progressed != nil {
      inner.progressed = { context, progress in
        guard let context else { return }
        Unmanaged<EndInLine>.fromOpaque(context).takeUnretainedValue().progress(progress)
      }
    }
    inner.context = Unmanaged.passRetained(self).toOpaque()
    return withUnsafePointer(to: &inner) { inner in begin { body(inner) } }
  }
}
