import ComponentHost
import ComponentKit

// For programs. The keys are documented in the command's help.
extension Ways {
  var json: Value {
    [
      "routes": .list(
        paths.map { way in
          var fields = way.route.json.map ?? [:]
          fields["route"] = .text("\(way.route)")
          return fields.hindered(way.owner, way.obstacle, way.behind)
        }),
      "keys": .list(
        keys.map { way in
          var fields = way.key.json.map ?? [:]
          fields["aliases"] = .list(way.aliases.map(Value.text))
          return fields.hindered(.component(way.component), way.obstacle, way.behind)
        }),
      "outbound": .list(
        outbound.map { way in
          let fields: Fields = ["scheme": .text(way.scheme), "command": .list(way.command.map(Value.text))]
          return fields.hindered(way.owner, nil, way.behind)
        }),
      "schemes": .init(policy.schemes?.sorted()),
      "limits": ["length": .int(policy.lengthLimit), "parameters": .int(policy.parameterLimit)],
      "targets": [
        "prefix": .text(policy.targetShape.prefix), "suffix": .text(policy.targetShape.suffix),
        "allow": .init(policy.allowedTargets), "deny": .init(policy.deniedTargets),
      ],
      "actions": ["prefix": .text(policy.actionShape.prefix), "suffix": .text(policy.actionShape.suffix)],
      "query": [
        "rename": .map(policy.query.renamed), "case": policy.query.foldsCase == true ? "fold" : "keep",
        "unknown": policy.refusesUnknown ? "refuse" : "ignore",
      ],
      "aliases": .list(
        aliases.map { alias in
          ["alias": .text(alias.name), "component": .text(alias.component), "obstacle": .init(alias.obstacle)]
        }),
      "interceptors": .list(
        interceptors.map { ["name": .text($0.name), "obstacle": .init($0.obstacle)] }),
    ]
  }
}

extension Fields {
  fileprivate func hindered(_ owner: RouteOwner, _ obstacle: String?, _ behind: [String]) -> Value {
    var fields = self
    fields["owner"] =
      switch owner {
      case .program: ["kind": "program", "name": nil]
      case .component(let name): ["kind": "component", "name": .text(name)]
      case .policy(let file): ["kind": "policy", "name": .text(file)]
      }
    fields["obstacle"] = .some(.init(obstacle))
    fields["behind"] = .list(behind.map(Value.text))
    return .map(fields)
  }
}

extension Value {
  // Null for none.
  fileprivate init(_ text: String?) { self = text.map(Value.text) ?? .null }
  fileprivate init(_ names: [String]?) { self = names.map { .list($0.map(Value.text)) } ?? .null }
}
