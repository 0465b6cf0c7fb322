import ComponentHost
import ComponentKit

/// The looks at the folders that SIGHUP asks for, one after the other. However many are asked for during one, one follows.
final class Reloads: Sendable {
  private let look: @Sendable () -> Void
  private let begins: @Sendable () -> Void
  private let ends: @Sendable () -> Void
  private let crew = Crew(limit: 1)
  private let state = Guarded(State())

  private struct State {
    // Whether one is under way.
    var isRunning = false
    // Whether one follows it.
    var isPending = false
    var isOver = false
  }

  /// - Parameters:
  ///   - begins: tells that one was asked for.
  ///   - ends: tells that all are over that were asked for. Neither is called once `end` was.
  init(
    look: @escaping @Sendable () -> Void, begins: @escaping @Sendable () -> Void = {},
    ends: @escaping @Sendable () -> Void = {}
  ) {
    (self.look, self.begins, self.ends) = (look, begins, ends)
  }

  /// Has a look follow, at once where none is under way.
  func ask() {
    let isFirst = state.withLock { state in
      if state.isOver { return false }
      begins()
      if state.isRunning { state.isPending = true }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { crew.bring(Looks(self)) }
  }

  /// From now on nothing is told of them, so that who hears of the end hears nothing behind it.
  func end() { state.withLock { $0.isOver = true } }

  private func run() {
    repeat { look() } while state.withLock(goesOn)
  }

  private func goesOn(_ state: inout State) -> Bool {
    if state.isOver || !state.isPending {
      if !state.isOver { ends() }
      state.isRunning = false
      return false
    }
    state.isPending = false
    return true
  }

  private final class Looks: CrewJob {
    private let reloads: Reloads
    init(_ reloads: Reloads) { self.reloads = reloads }
    func work() { reloads.run() }
  }
}
