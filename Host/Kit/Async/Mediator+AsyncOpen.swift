// What is opened, and what is called over and over, without keeping the thread; cancelling the task gives the call up.

extension Mediator {
  /// Opens a URL as a caller from outside would, and waits without blocking the thread.
  @export(implementation)
  public func open(
    _ url: String, timeLimit: Duration? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> Value {
    try await ending { cancellation, ended in
      open(
        url, timeLimit: timeLimit, cancellation: cancellation, progress: progress, within: DeferredCall.current
      ) { ended($0) }
    }
  }

  /// Opens a URL with things from here, and waits without blocking the thread.
  @export(implementation)
  public func open(
    _ url: String, _ parameters: Fields, timeLimit: Duration? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> Value {
    try await ending { cancellation, ended in
      open(
        url, parameters, timeLimit: timeLimit, cancellation: cancellation, progress: progress,
        within: DeferredCall.current
      ) { ended($0) }
    }
  }

  /// Calls the action of a map key, and waits without blocking the thread.
  @export(implementation)
  public func open(
    key: String, parameters: Fields = [:], hints: Fields = [:], timeLimit: Duration? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> Value {
    try await ending { cancellation, ended in
      open(
        key: key, parameters: parameters, hints: hints, timeLimit: timeLimit, cancellation: cancellation,
        progress: progress, within: DeferredCall.current
      ) { ended($0) }
    }
  }
}

extension ResolvedAction {
  /// Calls the action and waits without blocking the thread.
  @export(implementation)
  public func call(
    _ parameters: Fields = [:], timeLimit: Duration? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> Value {
    try await mediator.ending { cancellation, ended in
      start(
        parameters, timeLimit: timeLimit, cancellation: cancellation, progress: progress, within: DeferredCall.current
      ) { ended($0) }
    }
  }
}
