import ComponentKit
import Synchronization

/// The calls that are under way for callers who have not heard their end.
final class CallRegistry: Sendable {
  private let state = Mutex(State())
  private let mediator: Mediator

  private struct State {
    var calls: [ObjectIdentifier: ClusterCall] = [:]
    // Of calls that have ended without having been given up.
    var spare: [Cancellation] = []
  }

  init(_ mediator: Mediator) { self.mediator = mediator }

  /// Something by which a call can be given up.
  func cancellation() -> Cancellation { state.withLock { $0.spare.popLast() } ?? Cancellation(mediator) }

  func add(_ call: ClusterCall) { state.withLock { $0.calls[ObjectIdentifier(call)] = call } }

  /// Takes a call out, if it is there. Whoever does gives it up or answers it.
  func remove(_ call: ClusterCall) -> Bool {
    state.withLock { $0.calls.removeValue(forKey: ObjectIdentifier(call)) != nil }
  }

  /// Takes a call out that has ended. What it could be given up by serves the next one, if nobody had it in hand.
  func finish(_ call: ClusterCall) {
    state.withLock { state in
      guard state.calls.removeValue(forKey: ObjectIdentifier(call)) != nil, state.spare.count < 64 else { return }
      state.spare.append(call.cancellation)
    }
  }

  var all: [ClusterCall] { state.withLock { Array($0.calls.values) } }
}
