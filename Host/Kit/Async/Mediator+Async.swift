extension Mediator {
  /// Calls an action and waits without blocking the thread; cancelling the task gives the call up.
  @export(implementation)
  public func call(
    _ target: String, _ action: String, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> Value {
    try await ending { cancellation, ended in
      start(
        target, action, parameters, timeLimit: timeLimit, cancellation: cancellation, progress: progress,
        within: DeferredCall.current
      ) { ended($0) }
    }
  }

  /// Calls a function that was passed as a value and waits without blocking the thread.
  @export(implementation)
  public func call(
    _ function: Function, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> Value {
    try await ending { cancellation, ended in
      start(
        function, parameters, timeLimit: timeLimit, cancellation: cancellation, progress: progress,
        within: DeferredCall.current
      ) { ended($0) }
    }
  }

  /// Makes a typed call and waits without blocking the thread; cancelling the task gives the call up.
  @export(implementation)
  public func call<R: Request>(
    _ request: R, timeLimit: Duration? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> R.Reply {
    try await ending { cancellation, ended in
      start(
        request, timeLimit: timeLimit, cancellation: cancellation, progress: progress, within: DeferredCall.current,
        ended: ended)
    }
  }

  @export(implementation)
  func ending<Reply>(
    _ start: (Cancellation, @escaping @Sendable (sending Result<Reply, Failure>) -> Void) -> Void
  ) async throws(Failure) -> Reply {
    let cancellation = Cancellation(self)
    let result: Result<Reply, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(cancellation) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}
