public import ComponentKit

// What components say of themselves, for programs. The keys are documented in the commands' helps, and in published schemas.
extension LookUp {
  /// The component with what was asked for: all targets or one, all actions of it or one, and the types they use.
  package func json() -> Value {
    // A component's own name stands for all of it.
    let asked = action == nil && target?.name == component.name ? nil : target
    let targets = asked.map { [$0] } ?? component.targets
    let actions = action.map { [$0] }
    let events = action == nil ? asked.map(component.events(below:)) ?? component.events : []
    var fields = component.fields(targets.map { ($0, actions ?? $0.actions) }, events)
    fields["file"] = .some(component.file.map(Value.text) ?? .null)
    fields["refusal"] = .some(component.refusedReplacement?.json ?? .null)
    fields["needs"] = .list(component.needs.map(\.json))
    fields["routes"] = .list(component.routesNow.leading(to: asked, action).map(\.json))
    fields["keys"] = .list(component.keys(to: asked, action).map(\.json))
    fields["observes"] = .list(asked == nil ? component.observed.map(Value.text) : [])
    return .map(fields)
  }
}

extension Host {
  /// What callers from outside may know of a component, as `openDescription(of:target:action:)` tells it: of what answers, of what is
  /// kept, or else of what is loaded for that, unless the policy lets nobody reach anything of it. Nil where there is nothing.
  ///
  /// - Parameter limit: how long a load may take; one that takes longer goes on, and nobody waits for it.
  public func openDescription(
    ofComponent name: String, target: String? = nil, action: String? = nil, within limit: Duration
  ) throws(Refusal) -> Value? {
    guard ComponentName.isValid(name.utf8), settings.policy.objection(toAllOf: name) == nil,
      let said = said(by: [name], within: limit, all: limit)[name], let component = try said.get()
    else { return nil }
    return openDescription(of: component, target: target, action: action)
  }

  /// What `describe` prints as JSON, for callers from outside: only what is open to them, and nothing of where the component
  /// lies, what it needs and what it hears. Nil where nothing of it is open to them, or nothing of what was asked for.
  ///
  /// - Parameters:
  ///   - target: the one that is asked for; nil for all.
  ///   - action: one of that target; nil for all.
  public func openDescription(
    of component: LoadedComponent, target: String? = nil, action: String? = nil
  ) -> Value? {
    var open: [(target: LoadedTarget, actions: [LoadedAction])] = []
    for one in component.targets where isMeant(one.name, target) {
      let actions = one.actions.filter { isMeant($0.name, action) && isOpen($0, of: one) }
      if !actions.isEmpty { open.append((one, actions)) }
    }
    if open.isEmpty { return nil }
    let leads = { (target: String, action: String) in
      open.contains { $0.target.name == target && $0.actions.contains { $0.name == action } }
    }
    var fields = component.fields(open, [])
    fields["file"] = .some(.null)
    fields["refusal"] = .some(.null)
    fields["needs"] = .list([])
    fields["routes"] = .list(component.routesNow.filter { leads($0.target, $0.action) }.map(\.json))
    fields["keys"] = .list(component.keys.filter { leads($0.target, $0.action) }.map(\.json))
    fields["observes"] = .list([])
    return .map(fields)
  }
}

extension LoadedComponent {
  fileprivate func fields(_ targets: [(LoadedTarget, [LoadedAction])], _ events: [LoadedEvent]) -> Fields {
    [
      "name": .text(name), "version": .text("\(version)"), "summary": .text(summary), "file": nil,
      "generation": .int(generation), "refusal": nil, "needs": nil,
      "targets": .list(targets.map { $0.0.described($0.1) }), "routes": nil, "keys": nil,
      "events": .list(
        events.map { event in
          [
            "name": .text(event.name), "type": event.type.map(Value.text) ?? nil, "summary": .text(event.summary),
          ]
        }), "observes": nil,
      "types": .list(
        types(usedBy: targets.flatMap(\.1), events).map { type in
          ["name": .text(type.name), "definition": .text(type.definition), "summary": .text(type.summary)]
        }),
    ]
  }

  /// The events whose names begin with a target's; all of them for the component's own.
  package func events(below target: LoadedTarget) -> [LoadedEvent] {
    events.filter { $0.name.hasPrefix("\(target.name).") }
  }

  /// The map keys of a target, or of an action of it; all of them where neither is given.
  package func keys(to target: LoadedTarget?, _ action: LoadedAction?) -> [LoadedKey] {
    keys.filter { isMeant($0.target, target?.name) && isMeant($0.action, action?.name) }
  }
}

extension [Route] {
  /// The routes to a target, or to an action of it; all of them where neither is given.
  package func leading(to target: LoadedTarget?, _ action: LoadedAction?) -> [Route] {
    filter { isMeant($0.target, target?.name) && isMeant($0.action, action?.name) }
  }
}

private func isMeant(_ name: String, _ asked: String?) -> Bool { asked == nil || name == asked }

extension Refusal {
  package var json: Value {
    ["reason": .text(reason), "message": .text(message), "help": help.map(Value.text) ?? nil]
  }
}

extension Need {
  package var json: Value {
    ["name": .text(name), "minimum": .text("\(minimum)"), "optional": .bool(isOptional)]
  }
}

extension Route {
  package var json: Value {
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
  package var json: Value {
    ["key": .text(name), "target": .text(target), "action": .text(action), "hints": .map(hints.written)]
  }
}

extension LoadedTarget {
  fileprivate func described(_ actions: [LoadedAction]) -> Value {
    var fields = json(actions.map(\.json)).map ?? [:]
    fields["lifetime"] = .some(lifetime.map { .text($0.rawValue) } ?? .null)
    return .map(fields)
  }

  package func json(_ actions: [Value]) -> Value {
    ["name": .text(name), "summary": .text(summary), "serial": .bool(isSerial), "actions": .list(actions)]
  }
}

extension LoadedAction {
  /// What a list of many says of it.
  package var brief: Fields {
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
