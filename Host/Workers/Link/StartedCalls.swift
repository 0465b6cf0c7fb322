import ComponentABI
import ComponentHost
import ComponentKit

/// The calls that the component here has started and whose ends the host has not told yet.
final class StartedCalls: Sendable {
  private let calls = Guarded<[CallID: StartedCall]>([:])

  /// Called ahead of the first byte that the host hears of it, so it is known whenever the host says something.
  func add(_ call: StartedCall, _ number: CallID) { calls.withLock { $0[number] = call } }

  subscript(number: CallID) -> StartedCall? { calls.withLock { $0[number] } }

  func take(_ number: CallID) -> StartedCall? { calls.withLock { $0.removeValue(forKey: number) } }
}

/// One of them.
final class StartedCall: @unchecked Sendable {
  // Sendable: what changes is guarded.
  private let end: StartedEnd
  private let state = Guarded(State())

  private struct State {
    var watch: CancellationWatch?
    var isHeard = false
  }

  init(_ end: StartedEnd) { self.end = end }

  /// Has a watch tell when the caller's handle is used, until the call ends. It may have ended, and the handle be given
  /// back, so a watch holds what it watches.
  func watch(_ watch: CancellationWatch?) {
    guard let watch else { return }
    let isLate = state.withLock { state in
      if !state.isHeard { state.watch = watch }
      return state.isHeard
    }
    if isLate { return }
    watch.begin()
    // It may have ended meanwhile, before there was anything to end.
    if state.withLock({ $0.isHeard }) { watch.end() }
  }

  func progress(_ progress: UnsafePointer<component_progress>) { end.progress(progress) }

  func hear(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    let watch = state.withLock { state in
      state.isHeard = true
      return exchange(&state.watch, with: nil)
    }
    watch?.end()
    end.hear(reply, failure)
  }
}
