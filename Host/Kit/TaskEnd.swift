/// Has the task of an async action cancelled, also where the call is given up before the task is known.
@usableFromInline
final class TaskEnd: Sendable {
  private struct State {
    var hasCome = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  @usableFromInline init() {}

  @usableFromInline
  func come() {
    let cancel = state.withLock { state in
      state.hasCome = true
      defer { state.cancel = nil }
      return state.cancel
    }
    cancel?()
  }

  @usableFromInline
  func cancels(_ cancel: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.hasCome { state.cancel = cancel }
      return state.hasCome
    }
    if isLate { cancel() }
  }
}
