import ComponentKit

// What a printed face would say of a loaded component.

extension FaceDescription {
  /// Of a target of a loaded component; the component's own name stands for all of its targets.
  ///
  /// - Parameter onlyUsed: whether what nobody has called in this host, and nobody observes, is left out.
  package init(_ target: String, of component: LoadedComponent, onlyUsed: Bool = false) {
    self.init(
      target: target, version: component.version, summary: component.summary, types: TypeNames(), typeSummaries: [:],
      targets: component.targets.filter { $0.name == target || $0.name.hasPrefix("\(target).") }
        .map { Target($0, of: component, onlyUsed: onlyUsed) },
      events: component.events.filter { $0.name.hasPrefix("\(target).") && (!onlyUsed || $0.isObserved) }
        .map { Event(name: $0.name, summary: $0.summary, form: $0.form) })
    if onlyUsed { targets.removeAll(where: \.actions.isEmpty) }
    types = component.typeNames.needed(by: targets.flatMap(\.actions).flatMap(\.forms) + events.compactMap(\.form))
    for type in component.types where types[type.name] != nil && !type.summary.isEmpty {
      typeSummaries[type.name] = type.summary
    }
  }
}

extension FaceDescription.Target {
  fileprivate init(_ target: LoadedTarget, of component: LoadedComponent, onlyUsed: Bool) {
    let actions = target.actions.filter { !onlyUsed || $0.isUsed }.map(FaceDescription.Action.init)
    // All of them: what was used may have gone behind what was not.
    let ways = FaceWay.all(to: target.name, of: component)
    self.init(name: target.name, summary: target.summary, actions: actions, ways: ways)
  }
}

extension FaceDescription.Action {
  fileprivate init(_ action: LoadedAction) {
    var notes: [String: String] = [:]
    for parameter in action.parameters where !parameter.note.isEmpty { notes[parameter.name] = parameter.note }
    self.init(
      name: action.name, summary: action.summary, signature: action.form, notes: notes, isRemote: action.isRemote,
      tellsProgress: action.tellsProgress, reads: action.reads, mediaType: action.mediaType?.description ?? "")
  }
}

extension FaceWay {
  /// The ways to a target of a component.
  fileprivate static func all(to target: String, of component: LoadedComponent) -> [FaceWay] {
    let routes = component.routes.filter { $0.target == target }
    let keys = component.keys.filter { $0.target == target }
    return routes.map { route in
      FaceWay(
        kind: .route, name: "\(route)", action: route.action, fields: route.fixed.asRead, query: route.query,
        priority: route.priority, takesLonger: route.takesLonger)
    }
      + keys.map { FaceWay(kind: .key, name: $0.name, action: $0.action, fields: $0.hints.asRead) }
  }
}
