import ComponentABI

// What needs Swift's concurrency, in one place.

extension DeferredCall {
  /// The call in whose service the current task runs.
  @TaskLocal static var current: DeferredCall?

  /// Runs an async action, which replies itself; what it throws ends the call, and giving the call up cancels its task.
  func run(_ body: @escaping @Sendable (DeferredCall) async throws -> Void) {
    let task = Task {
      await DeferredCall.$current.withValue(self) {
        do {
          try await body(self)
        } catch is CancellationError {
          self.fail(Failure(.cancelled, "", "the call was given up"))
        } catch {
          self.fail(error)
        }
      }
    }
    whenCancelled { task.cancel() }
  }
}

extension Mediator {
  /// Calls an action and waits without blocking the thread; cancelling the task gives the call up.
  public func call(
    _ target: String, _ action: String, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> Value {
    try await ending { cancellation, ended in
      start(
        target, action, parameters, timeLimit: timeLimit, cancellation: cancellation, progress: progress,
        within: DeferredCall.current, ended: ended)
    }
  }

  /// Calls a function that was passed as a value and waits without blocking the thread.
  public func call(
    _ function: Function, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws(Failure) -> Value {
    try await ending { cancellation, ended in
      start(
        function, parameters, timeLimit: timeLimit, cancellation: cancellation, progress: progress,
        within: DeferredCall.current, ended: ended)
    }
  }

  private func ending(
    _ start: (Cancellation, @escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
  ) async throws(Failure) -> Value {
    let cancellation = Cancellation(self)
    let result: Result<Value, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        start(cancellation) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }
}
