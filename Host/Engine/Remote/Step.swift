/// One step of finding out who answers.
public struct Step: Sendable, Equatable, CustomStringConvertible {
  public enum Stage: String, Sendable {
    case parse, policy, outbound, route, key, component, target, action, parameters, interceptors, ladder, end
  }

  public let stage: Stage
  /// One clause for people.
  public let message: String
  /// Whether it goes no further this way.
  public let isObstacle: Bool

  init(_ stage: Stage, _ message: String, isObstacle: Bool = false) {
    self.stage = stage
    self.message = message
    self.isObstacle = isObstacle
  }

  public var description: String { "\(stage.rawValue): \(message)" }
}
