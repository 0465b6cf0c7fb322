package import ComponentKit

/// A component, or one of its targets, as far as callers see it: what a face is made from, and what the next generation is
/// compared with.
package struct FaceDescription: Sendable, Equatable {
  /// What was asked for: "Reader", or "Reader.Settings" for this target and those below it.
  package let target: String
  package var version: Version
  /// Of the component.
  package var summary: String
  /// The named types that the actions need.
  package var types: TypeNames
  /// What they mean, where they say so.
  package var typeSummaries: [String: String]
  package var targets: [Target]
  /// What is published below the target.
  package var events: [Event]

  package init(
    target: String, version: Version, summary: String, types: TypeNames, typeSummaries: [String: String],
    targets: [Target], events: [Event] = []
  ) {
    self.target = target
    self.version = version
    self.summary = summary
    self.types = types
    self.typeSummaries = typeSummaries
    self.targets = targets
    self.events = events
  }

  package struct Event: Sendable, Equatable {
    /// All of it: "Reader.turned".
    package let name: String
    package var summary: String
    /// Nil where the component does not say.
    package var form: TypeForm?

    package init(name: String, summary: String, form: TypeForm?) {
      self.name = name
      self.summary = summary
      self.form = form
    }
  }

  package struct Target: Sendable, Equatable {
    package let name: String
    package var summary: String
    package var actions: [Action]
    /// How its actions are reached by URLs and map keys.
    package var ways: [FaceWay]

    package init(name: String, summary: String, actions: [Action], ways: [FaceWay] = []) {
      self.name = name
      self.summary = summary
      self.actions = actions
      self.ways = ways
    }
  }

  package struct Action: Sendable, Equatable {
    package let name: String
    package var summary: String
    /// Nil where the component does not say what the action takes.
    package var signature: Signature?
    /// What the parameters mean, by their names.
    package var notes: [String: String]
    package var isRemote: Bool
    package var tellsProgress: Bool

    package init(
      name: String, summary: String, signature: Signature?, notes: [String: String], isRemote: Bool,
      tellsProgress: Bool
    ) {
      self.name = name
      self.summary = summary
      self.signature = signature
      self.notes = notes
      self.isRemote = isRemote
      self.tellsProgress = tellsProgress
    }
  }

  /// The component that owns the target.
  package var component: String { String(target.prefix { $0 != "." }) }
}

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
    var ways = FaceWay.all(to: target.name, of: component)
    if onlyUsed {
      let names = Set(actions.map(\.name))
      ways.removeAll { !names.contains($0.action) }
    }
    self.init(name: target.name, summary: target.summary, actions: actions, ways: ways)
  }
}

extension FaceDescription.Action {
  fileprivate init(_ action: LoadedAction) {
    var notes: [String: String] = [:]
    for parameter in action.parameters where !parameter.note.isEmpty { notes[parameter.name] = parameter.note }
    self.init(
      name: action.name, summary: action.summary, signature: action.form, notes: notes, isRemote: action.isRemote,
      tellsProgress: action.tellsProgress)
  }

  /// "showDetail(id: int) -> Detail"
  package var text: String { name + (signature.map { "\($0)" } ?? "") }

  /// The forms of its parameters and of its reply.
  package var forms: [TypeForm] {
    guard let signature else { return [] }
    return signature.parameters.map(\.type) + (signature.reply.map { [$0] } ?? [])
  }
}
