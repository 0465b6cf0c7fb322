import ComponentHost
import ComponentKit

// For programs. The keys are documented in the commands' helps.
extension LookUp {
  /// The component with what was asked for: all targets or one, all actions of it or one, and the types they use.
  func json() -> Value {
    // A component's own name stands for all of it.
    let asked = action == nil && target?.name == component.name ? nil : target
    let targets = asked.map { [$0] } ?? component.targets
    let actions = action.map { [$0] }
    let events = action == nil ? asked.map(component.events(below:)) ?? component.events : []
    return [
      "name": .text(component.name), "version": .text("\(component.version)"), "summary": .text(component.summary),
      "file": component.file.map(Value.text) ?? nil, "generation": .int(component.generation),
      "refusal": component.refusedReplacement?.json ?? nil, "needs": .list(component.needs.map(\.json)),
      "targets": .list(targets.map { $0.described(actions ?? $0.actions) }),
      "routes": .list(component.routesNow.leading(to: asked, action).map(\.json)),
      "keys": .list(component.keys(to: asked, action).map(\.json)),
      "events": .list(
        events.map { event in
          [
            "name": .text(event.name), "type": event.type.map(Value.text) ?? nil, "summary": .text(event.summary),
          ]
        }), "observes": .list(asked == nil ? component.observed.map(Value.text) : []),
      "types": .list(
        component.types(usedBy: actions ?? targets.flatMap(\.actions), events).map { type in
          ["name": .text(type.name), "definition": .text(type.definition), "summary": .text(type.summary)]
        }),
    ]
  }
}

extension Route {
  var json: Value {
    var fields: Fields = [
      "pattern": .text(pattern), "target": .text(target), "action": .text(action),
      "scheme": scheme.map(Value.text) ?? nil, "fixed": .map(fixed.written),
    ]
    // As a policy says it, and where it says it.
    if !query.renames.isEmpty { fields["rename"] = .map(query.renamed) }
    if let folds = query.foldsCase { fields["case"] = folds ? "fold" : "keep" }
    if priority != 0 { fields["priority"] = .int(priority) }
    if takesLonger { fields["longer"] = true }
    return .map(fields)
  }
}

extension LoadedKey {
  var json: Value {
    ["key": .text(name), "target": .text(target), "action": .text(action), "hints": .map(hints.written)]
  }
}

extension LoadedTarget {
  fileprivate func described(_ actions: [LoadedAction]) -> Value {
    var fields = json(actions.map(\.json)).map ?? [:]
    fields["lifetime"] = .some(lifetime.map { .text($0.rawValue) } ?? .null)
    return .map(fields)
  }

  func json(_ actions: [Value]) -> Value {
    ["name": .text(name), "summary": .text(summary), "serial": .bool(isSerial), "actions": .list(actions)]
  }
}

extension LoadedAction {
  /// What a list of many says of it.
  var brief: Fields {
    [
      "name": .text(name), "summary": .text(summary), "signature": signature.map(Value.text) ?? nil,
      "remote": .bool(isRemote), "progress": .bool(tellsProgress), "reads": .bool(reads),
    ]
  }

  fileprivate var json: Value {
    var fields = brief
    fields["parameters"] = .list(parameters.map(\.json))
    fields["reply"] = .some(reply.map(Value.text) ?? .null)
    fields["media_type"] = .some(mediaType.map { .text($0.description) } ?? .null)
    return .map(fields)
  }
}

extension LoadedParameter {
  // A default may be null, which is not the same as none.
  fileprivate var json: Value {
    [
      "name": .text(name), "type": .text(type), "required": .bool(isRequired), "default": self.default ?? nil,
      "has_default": .bool(self.default != nil), "note": .text(note),
    ]
  }
}
