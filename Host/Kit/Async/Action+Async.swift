extension DeferredCall {
  /// Runs an async action, which replies itself; what it throws ends the call, and giving the call up cancels its task.
  @export(implementation)
  func run(_ body: @escaping @Sendable (DeferredCall) async throws -> Void) {
    let end = TaskEnd()
    whenCancelledFirst { end.come() }
    let task = Task {
      await DeferredCall.local.withValue(self) {
        do {
          try await body(self)
        } catch is CancellationError {
          self.fail(Failure(.cancelled, "", "the call was given up"))
        } catch {
          self.fail(error)
        }
      }
    }
    end.cancels { task.cancel() }
  }
}

extension Action {
  /// An action that may wait; the caller's thread goes on or waits as the caller chose.
  @export(implementation)
  public init(
    _ name: String, _ summary: String = "", _ run: @escaping @Sendable (DeferredCall) async throws -> Value
  ) {
    self = .deferring(name, summary) { call in
      call.run { call in call.reply(try await run(call)) }
    }
  }
}

extension Function {
  /// Wraps a closure that may wait.
  @export(implementation)
  public init(_ mediator: Mediator? = nil, _ run: @escaping @Sendable (DeferredCall) async throws -> Value) {
    self.init(mediator, Action("function", "", run))
  }
}

extension InstanceActions {
  /// An action that gets the instance and the call, and may wait.
  @export(implementation)
  public func action(
    _ name: String, _ summary: String = "", _ run: @escaping @Sendable (I, DeferredCall) async throws -> Value
  ) -> Action {
    Action(name, summary) { call async throws in try await run(try instance(of: call), call) }
  }
}

extension InstanceActions {
  /// The action that answers a request with the instance's help, and may wait.
  @export(implementation)
  public func on<R: Request>(
    _ request: R.Type, _ run: @escaping @Sendable (I, R) async throws -> R.Reply
  ) -> Action {
    on(request) { (instance: I, request: R, _: DeferredCall) async throws in try await run(instance, request) }
  }

  /// As above, with the call itself.
  @export(implementation)
  public func on<R: Request>(
    _ request: R.Type, _ run: @escaping @Sendable (I, R, DeferredCall) async throws -> R.Reply
  ) -> Action {
    .deferring(answering: R.self) { request, call in
      call.run { call in call.reply(try await run(try instance(of: call), request, call), to: R.self) }
    }
  }
}

extension Component {
  /// The action that answers a request and may wait.
  @export(implementation)
  public func on<R: Request>(
    _ request: R.Type, _ run: @escaping @Sendable (R) async throws -> R.Reply
  ) -> Action {
    on(request) { (request: R, _: DeferredCall) async throws in try await run(request) }
  }

  /// As above, with the call itself.
  @export(implementation)
  public func on<R: Request>(
    _ request: R.Type, _ run: @escaping @Sendable (R, DeferredCall) async throws -> R.Reply
  ) -> Action {
    .deferring(answering: R.self) { request, call in
      call.run { call in call.reply(try await run(request, call), to: R.self) }
    }
  }
}
