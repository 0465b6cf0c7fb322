extension PassingCall {
  /// Goes on to the next interceptor, and behind the last one to the action; may be done again, to retry.
  ///
  /// - Parameters:   - target: the target to call instead.   - parameters: the parameters to call it with instead.
  @export(implementation)
  public func proceed(
    target: String? = nil, action: String? = nil, parameters: Fields? = nil
  ) async throws(Failure) -> Value {
    var changes: Fields = [:]
    if let target { changes["target"] = .text(target) }
    if let action { changes["action"] = .text(action) }
    if let parameters { changes["parameters"] = .map(parameters) }
    return try await mediator.call(function, changes)
  }
}

extension Action {
  /// The action of an interceptor: it stands before every call of a host whose program or policy names the target.
  ///
  ///     Action.intercept { call in
  ///       if call.source == .remote, call.target == "Notes" { throw Failure(.denied, "closed", "not from outside") }
  ///       return try await call.proceed()
  ///     }
  @export(implementation)
  public static func intercept(
    _ summary: String = "Stands before every call",
    _ run: @escaping @Sendable (PassingCall) async throws -> Value
  ) -> Action {
    Action("intercept", summary) { call async throws -> Value in try await run(try PassingCall(call)) }
  }
}
