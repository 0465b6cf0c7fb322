import ComponentABI
import ComponentKit

// Calls that are started. A started call may end at once, and its end may start the next one. On one thread the ends of
// such calls are told one after the other, or a chain of them would need a stack as long.
extension Dispatch {
  /// Runs what the caller does not wait for.
  func start(_ body: (Dispatch) -> Int32) -> Int32 {
    let thread = ThreadState.current
    // The caller may be on a thread of its own, where nothing else tells that something of it is under way.
    let hold = seat.pointee.generation.map { GenerationHold($0.takeUnretainedValue()) }
    defer { withExtendedLifetime(hold) {} }
    thread.pointee.starts += 1
    defer { thread.pointee.starts -= 1 }
    // The first one's end has none before it, and costs nothing.
    if thread.pointee.starts == 1 { return body(self) }
    let end = StartedEnd(of: request, on: thread)
    return end.withRequest(request) { body(Dispatch(seat: seat, request: $0, waits: false)) }
  }
}

/// Hears the end of a call that was started within another start on the same thread, and tells its caller: at once, or
/// behind the end in which the call was started.
final class StartedEnd: @unchecked Sendable {
  // Sendable: `isStarting` is touched by the thread that starts the call only.
  private let sink: Sink
  private let thread: UnsafeMutablePointer<ThreadState>
  // What is being told on the thread, if the call was started by that very code, and not by an action that it calls.
  private let outer: UnsafeMutablePointer<Telling>?
  private var isStarting = false

  /// An end that is told on a thread, and those to be told behind it.
  struct Telling {
    fileprivate let frame: UnsafeMutablePointer<Frame>?
    fileprivate var line: [(StartedEnd, Outcome)] = []
  }

  init(of request: UnsafePointer<component_request>, on thread: UnsafeMutablePointer<ThreadState>) {
    sink = Sink(request)
    self.thread = thread
    let telling = thread.pointee.telling
    outer = telling?.pointee.frame == thread.pointee.frame ? telling : nil
  }

  /// The request with this in the place of its listener. It must end once.
  func withRequest(
    _ request: UnsafePointer<component_request>, _ body: (UnsafePointer<component_request>) -> Int32
  ) -> Int32 {
    var inner = request.pointee
    inner.ended = { context, reply, failure in
      guard let context else { return }
      let end = Unmanaged<StartedEnd>.fromOpaque(context).takeRetainedValue()
      if let reply { end.hear(.borrowedReply(reply)) } else if let failure { end.hear(.borrowedFailure(failure)) }
    }
    if inner.progressed != nil {
      inner.progressed = { context, progress in
        guard let context else { return }
        let sink = Unmanaged<StartedEnd>.fromOpaque(context).takeUnretainedValue().sink
        sink.progressed?(sink.context, progress)
      }
    }
    inner.context = Unmanaged.passRetained(self).toOpaque()
    isStarting = true
    defer { isStarting = false }
    return withUnsafePointer(to: &inner) { body($0) }
  }

  private func hear(_ outcome: Outcome) {
    let thread = ThreadState.current
    if let outer, thread == self.thread, isStarting {
      outer.pointee.line.append((self, outcome.kept()))
    } else {
      tell(outcome, on: thread)
    }
  }

  private func tell(_ outcome: Outcome, on thread: UnsafeMutablePointer<ThreadState>) {
    var telling = Telling(frame: thread.pointee.frame)
    withUnsafeMutablePointer(to: &telling) { telling in
      let before = thread.pointee.telling
      thread.pointee.telling = telling
      outcome.tell(sink)
      while !telling.pointee.line.isEmpty {
        for (end, outcome) in exchange(&telling.pointee.line, with: []) { outcome.tell(end.sink) }
      }
      thread.pointee.telling = before
    }
  }
}
