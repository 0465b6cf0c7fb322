/// A call on its way to its action, as a component's interceptor sees it.
///
/// What the interceptor returns or throws is how the call ends.
public struct PassingCall: Sendable {
  /// Who makes the call.
  public enum Source: Sendable, Equatable {
    /// The program that embeds the host.
    case program
    case component(String)
    /// Somebody outside the process, by a URL.
    case remote
  }

  public let target: String
  public let action: String
  public let parameters: Fields
  /// How the caller would like it, apart from the parameters.
  public let hints: Fields
  public let source: Source
  /// Whether a route led to it.
  public let isRouted: Bool
  let call: DeferredCall
  let function: Function

  init(_ call: DeferredCall) throws(Failure) {
    self.call = call
    target = try call.text("target")
    action = try call.text("action")
    parameters = try call.map("parameters")
    isRouted = try call.bool("routed")
    function = try call.function("proceed")
    hints = call.hints
    switch try call.text("source") {
    case "remote": source = .remote
    case "component": source = .component(try call.text("component"))
    default: source = .program
    }
  }

  /// How long the caller still waits; nil where it set no deadline.
  public var timeLeft: Duration? { call.timeLeft }

  /// Goes on to the next interceptor, and behind the last one to the action; may be done again, to retry.
  ///
  /// - Parameters:
  ///   - target: whom to ask instead.
  ///   - parameters: what to ask with instead.
  public func proceed(
    target: String? = nil, action: String? = nil, parameters: Fields? = nil
  ) async throws(Failure) -> Value {
    var changes: Fields = [:]
    if let target { changes["target"] = .text(target) }
    if let action { changes["action"] = .text(action) }
    if let parameters { changes["parameters"] = .map(parameters) }
    return try await call.mediator.call(function, changes)
  }
}

extension Action {
  /// The action of an interceptor: it stands before every call of a host whose program or policy names the target.
  ///
  ///     Action.intercept { call in
  ///       if call.source == .remote, call.target == "Notes" { throw Failure(.denied, "closed", "not from outside") }
  ///       return try await call.proceed()
  ///     }
  public static func intercept(
    _ summary: String = "Stands before every call",
    _ run: @escaping @Sendable (PassingCall) async throws -> Value
  ) -> Action {
    Action("intercept", summary) { call async throws -> Value in try await run(try PassingCall(call)) }
  }
}
