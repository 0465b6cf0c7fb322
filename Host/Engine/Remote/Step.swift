import ComponentKit

/// One step on the way to what answers a URL or a call.
public struct Step: Sendable, Equatable, CustomStringConvertible {
  public enum Stage: String, Sendable {
    case parse, policy, outbound, route, key, component, target, action, parameters, interceptors, elsewhere, ladder,
      end

    /// As people call it. What stands in where nothing answers is a ladder for programs only.
    public var label: String { self == .ladder ? "fallback" : rawValue }
  }

  public let stage: Stage
  /// One clause for people.
  public let message: String
  /// Whether the call fails because of it.
  public let isObstacle: Bool
  /// Whether there is just nothing of the name that the URL's own words have, which does no harm where a route takes it.
  let isAbsence: Bool

  init(_ stage: Stage, _ message: String, isObstacle: Bool = false, isAbsence: Bool = false) {
    self.stage = stage
    self.message = message
    self.isObstacle = isObstacle
    self.isAbsence = isAbsence
  }

  /// The end of a call that fails.
  init(failure: Failure) { self.init(.end, "the call fails: \(failure.message)", isObstacle: true) }

  /// The same of what a route names: it is meant to be there.
  var meant: Step { Step(stage, message, isObstacle: isObstacle) }

  /// The same, where another way leads on.
  var passed: Step { Step(stage, message) }

  public var description: String { "\(stage.label): \(message)" }
}
