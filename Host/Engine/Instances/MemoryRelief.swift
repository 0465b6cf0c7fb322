import ComponentKit

/// Watches for a shortage of memory, from when there is something to give back until the host closes.
final class MemoryRelief: Sendable {
  private let start: @Sendable (@escaping @Sendable () -> Void) throws(MemoryWatch.NotStarted) -> MemoryWatch
  private let state = Guarded(State())

  private struct State {
    var relieve: @Sendable () -> Void = {}
    var isWatched = false
    var isOver = false
    var watch: MemoryWatch?
  }

  /// - Parameter start: starts a watch.
  init(
    _ start: @escaping @Sendable (@escaping @Sendable () -> Void) throws(MemoryWatch.NotStarted) -> MemoryWatch =
      MemoryWatch.start
  ) {
    self.start = start
  }

  /// What is to be done where memory is short, on the watch's own thread.
  func relieves(_ relieve: @escaping @Sendable () -> Void) { state.withLock { $0.relieve = relieve } }

  /// There is something to give back from now on.
  func watch() {
    let relieve = state.withLock { state -> (@Sendable () -> Void)? in
      if state.isWatched || state.isOver { return nil }
      state.isWatched = true
      return state.relieve
    }
    guard let relieve else { return }
    let watch: MemoryWatch
    do throws(MemoryWatch.NotStarted) {
      watch = try start(relieve)
    } catch {
      if error.passes { state.withLock { $0.isWatched = false } }
      return
    }
    let isOver = state.withLock { state in
      if !state.isOver { state.watch = watch }
      return state.isOver
    }
    // The host was closed meanwhile.
    if isOver { watch.end() }
  }

  /// Stops watching, for good.
  func end() {
    let watch = state.withLock { state in
      state.isOver = true
      return exchange(&state.watch, with: nil)
    }
    watch?.end()
  }
}
