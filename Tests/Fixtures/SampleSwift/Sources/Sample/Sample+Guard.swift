import ComponentKit

// The interceptor.
extension Sample {
  /// What it does with a call is the call's to say.
  var guarding: Action {
    Action.intercept { call in
      switch call.parameters["guard"]?.text {
      case "refuse": throw Failure(.denied, "not_now", "not on a Saturday")
      case "look":
        let (source, component): (String, String?) =
          switch call.source {
          case .program: ("program", nil)
          case .component(let name): ("component", name)
          case .remote: ("remote", nil)
          }
        return [
          "target": .text(call.target), "action": .text(call.action), "count": .int(call.parameters.count),
          "source": .text(source), "component": component.map(Value.text) ?? .null, "routed": .bool(call.isRouted),
        ]
      case "change": return try await call.proceed(parameters: ["x": "changed"])
      case "send": return try await call.proceed(target: "Sample.Sub", action: "name")
      case "wrap": return [try await call.proceed()]
      default: return try await call.proceed()
      }
    }
  }
}
