/// A call on its way to its action, as a component's interceptor sees it.
///
/// What the interceptor returns or throws is how the call ends.
public struct PassingCall: Sendable {
  /// Where the call comes from.
  public enum Source: Sendable, Equatable {
    /// The program that embeds the host.
    case program
    case component(String)
    /// A caller outside the process, by a URL.
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
  @usableFromInline let function: Function
  private let call: DeferredCall

  @usableFromInline
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

  @usableFromInline var mediator: Mediator { call.mediator }
}
