import ComponentHost
import ComponentKit

/// What a face is made from: a component, or one of its targets, as far as callers see it.
///
/// It stands in the first lines of the face, so that a check can read what the face was made for.
struct FaceDescription: Sendable, Equatable {
  /// What the face was asked for: "Reader", or "Reader.Settings" for this target and those below it.
  let target: String
  var version: Version
  /// Of the component.
  var summary: String
  /// The named types that the actions need.
  var types: TypeNames
  /// What they mean, where they say so.
  var typeSummaries: [String: String]
  var targets: [Target]
  /// What is published below the target.
  var events: [Event] = []

  struct Event: Sendable, Equatable {
    /// All of it: "Reader.turned".
    let name: String
    var summary: String
    /// Nil where the component does not say.
    var form: TypeForm?
  }

  struct Target: Sendable, Equatable {
    let name: String
    var summary: String
    var actions: [Action]
    /// How its actions are reached by URLs and map keys.
    var ways: [FaceWay] = []
  }

  struct Action: Sendable, Equatable {
    let name: String
    var summary: String
    /// Nil where the component does not say what the action takes.
    var signature: Signature?
    /// What the parameters mean, by their names.
    var notes: [String: String]
    var isRemote: Bool
    var tellsProgress: Bool
  }

  /// The component that owns the target.
  var component: String { String(target.prefix { $0 != "." }) }
}

extension FaceDescription {
  /// Of a target of a loaded component; the component's own name stands for all of its targets.
  init(_ target: String, of component: LoadedComponent) {
    self.target = target
    version = component.version
    summary = component.summary
    targets = component.targets.filter { $0.name == target || $0.name.hasPrefix("\(target).") }
      .map { Target($0, of: component) }
    events = component.events.filter { $0.name.hasPrefix("\(target).") }
      .map { Event(name: $0.name, summary: $0.summary, form: $0.form) }
    let types = component.typeNames.needed(
      by: targets.flatMap(\.actions).flatMap(\.forms) + events.compactMap(\.form))
    self.types = types
    typeSummaries = [:]
    for type in component.types where types[type.name] != nil && !type.summary.isEmpty {
      typeSummaries[type.name] = type.summary
    }
  }
}

extension FaceDescription.Target {
  fileprivate init(_ target: LoadedTarget, of component: LoadedComponent) {
    name = target.name
    summary = target.summary
    actions = target.actions.map(FaceDescription.Action.init)
    ways = FaceWay.all(to: target.name, of: component)
  }
}

extension FaceDescription.Action {
  fileprivate init(_ action: LoadedAction) {
    name = action.name
    summary = action.summary
    signature = action.form
    notes = [:]
    for parameter in action.parameters where !parameter.note.isEmpty { notes[parameter.name] = parameter.note }
    isRemote = action.isRemote
    tellsProgress = action.tellsProgress
  }

  /// "showDetail(id: int) -> Detail"
  var text: String { name + (signature.map { "\($0)" } ?? "") }

  /// The forms of its parameters and of its reply.
  var forms: [TypeForm] {
    guard let signature else { return [] }
    return signature.parameters.map(\.type) + (signature.reply.map { [$0] } ?? [])
  }
}

/// A public way to an action of a target: a route, or a map key.
struct FaceWay: Sendable, Equatable {
  enum Kind: String, CaseIterable, Sendable { case route, key }

  let kind: Kind
  /// "//BookDetail/books/:id<int>" or "BookDetail_cover".
  let name: String
  let action: String
  /// The parameters that a route gives itself, or the hints of a key with their defaults, as JSON says them.
  var fields: Fields
  /// What a route makes of the names in a URL's query.
  var query = QueryNames()
  /// Which of two routes goes first.
  var priority = 0
  /// Whether a route takes longer paths as well.
  var takesLonger = false

  /// As it is called in messages.
  var title: String { kind == .route ? "the route '\(name)'" : "the map key '\(name)'" }
}

extension FaceWay {
  /// The ways to a target of a component.
  static func all(to target: String, of component: LoadedComponent) -> [FaceWay] {
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

extension Fields {
  // As a face has them that was printed and is read again: JSON has no bytes, and no doubles that are not finite.
  fileprivate var asRead: Fields {
    let json = try? Value.map(written).json()
    return json.flatMap { try? Value(json: Array($0.utf8)).map } ?? written
  }
}
