import ComponentHost
import ComponentKit
import Glibc

/// What the component under test asked of others, in the order in which it asked.
final class CallLog: Sendable {
  private struct State {
    var calls: [RecordedCall] = []
    /// How many were forgotten.
    var first = 0
    /// Those that have not ended, by their number from the beginning.
    var open: [Int: InterceptedCall] = [:]
  }

  private let state = Guarded(State())

  /// Writes a call down; what comes back ends it, here and for its caller.
  func begin(_ call: InterceptedCall) -> @Sendable (Result<Value, Failure>) -> Void {
    let recorded = RecordedCall(call.target, call.action, call.parameters, .pending)
    let number = state.withLock { state in
      let number = state.first + state.calls.count
      state.calls.append(recorded)
      state.open[number] = call
      return number
    }
    return { result in
      // Written down first: a caller that has the answer may look at once.
      self.state.withLock { state in
        state.open[number] = nil
        if number >= state.first { state.calls[number - state.first].outcome = RecordedCall.Outcome(result) }
      }
      call.end(result)
    }
  }

  func forget() {
    state.withLock { state in
      state.first += state.calls.count
      state.calls = []
    }
  }

  /// The calls up to now.
  var calls: [RecordedCall] {
    // The end of a call that was given up comes from another thread, a moment after its caller went on.
    let deadline = Deadline(after: .seconds(1))
    while state.withLock({ $0.open.values.contains(where: \.isCancelled) }), !deadline.hasPassed { usleep(200) }
    return state.withLock { $0.calls }
  }
}
