import ComponentHost
import Synchronization

/// The description of what there is to call, while it is made: once at a time, for all who ask meanwhile. So however many ask,
/// one thread is kept by it.
final class SharedDescription: Sendable {
  // Those that get it; nil where none is made.
  private let calls = Mutex<[ServedCall]?>(nil)

  /// A call gets it; whether it is the one to make it.
  func join(_ call: ServedCall) -> Bool {
    calls.withLock { calls in
      defer { calls = (calls ?? []) + [call] }
      return calls == nil
    }
  }

  /// It is made: those that get it. Who asks from now on has it made anew.
  func end() -> [ServedCall] {
    calls.withLock { calls in
      defer { calls = nil }
      return calls ?? []
    }
  }
}
