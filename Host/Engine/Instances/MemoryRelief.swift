import ComponentKit

/// Watches for a shortage of memory, from when there is something to give back until the host closes.
final class MemoryRelief: Sendable {
  private let state = Guarded(State())

  private struct State {
    var relieve: @Sendable () -> Void = {}
    var isWatched = false
    var watch: MemoryWatch?
  }

  /// What is to be done where memory is short, on the watch's own thread.
  func relieves(_ relieve: @escaping @Sendable () -> Void) { state.withLock { $0.relieve = relieve } }

  /// There is something to give back from now on.
  func watch() {
    let isFirst = state.withLock { state in
      defer { state.isWatched = true }
      return !state.isWatched
    }
    guard isFirst else { return }
    let relieve = state.withLock { $0.relieve }
    let watch = MemoryWatch.start(relieve)
    state.withLock { $0.watch = watch }
  }

  /// Stops watching.
  func end() {
    let watch = state.withLock { state in
      defer { state.watch = nil }
      return state.watch
    }
    watch?.end()
  }
}
