public import ComponentKit

// What callers who speak JSON, or write URLs, have to know.

extension JSONSchema {
  /// For the actions of a component.
  public init(_ component: LoadedComponent, prefix: String = "#/$defs/") {
    self.init(prefix: prefix, types: component.typeNames)
  }

  /// The schema of the object that holds an action's parameters; any object, where the action does not say what it takes.
  ///
  /// - Parameter names: what is said in another place, and has none in the object.
  public func parameters(of action: LoadedAction, without names: [String] = []) -> Value {
    guard let form = action.form else { return ["type": "object"] }
    return parameters(of: form, notes: action.notes, without: names)
  }

  /// Whether the object that holds an action's parameters must have any.
  ///
  /// - Parameter names: what is said in another place.
  public func requiresParameters(of action: LoadedAction, without names: [String] = []) -> Bool {
    action.form?.parameters.contains { isRequired($0) && !names.contains($0.name) } ?? false
  }

  /// The schema of an action's reply; nil where the action does not say what it replies with.
  public func reply(of action: LoadedAction) -> Value? { action.form?.reply.map(schema) }

  /// The types that actions of the component refer to, by their names, with what the component says of them.
  public func definitions(usedBy actions: [LoadedAction], of component: LoadedComponent) -> Fields {
    let forms = actions.compactMap(\.form).flatMap { $0.parameters.map(\.type) + ($0.reply.map { [$0] } ?? []) }
    if types.names.isEmpty { return [:] }
    var summaries: [String: String] = [:]
    for type in component.types where !type.summary.isEmpty { summaries[type.name] = type.summary }
    return definitions(usedBy: forms, summaries: summaries)
  }

  /// Those of a component's actions that callers who send JSON can call: such an action must have no object or function.
  public func callable(_ actions: [LoadedAction]) -> [LoadedAction] {
    // Looked through once for all of them: types often lead to each other.
    var known = UniqueNames()
    return actions.filter { action in
      action.form?.parameters.allSatisfy { !isRequired($0) || !isLocalOnly($0.type, &known) } ?? true
    }
  }

  /// Whether a reply may be a text.
  public func mayReplyText(_ action: LoadedAction) -> Bool { replyForm(of: action).mayBeText }

  /// Whether a reply may be bytes.
  public func mayReplyBytes(_ action: LoadedAction) -> Bool { replyForm(of: action).mayBeBytes }

  private func replyForm(of action: LoadedAction) -> TypeForm {
    action.form?.reply.map { types.resolve($0).form } ?? .any
  }

  /// What the query of a URL may say to an action, one by one; nil where the action does not say what it takes.
  public func query(of action: LoadedAction) -> [QueryParameter]? {
    guard let form = action.form else { return nil }
    let notes = action.notes
    return form.parameters.compactMap { query($0, note: notes[$0.name] ?? "") }
  }
}

extension TypeForm {
  /// Whether a value of the form may be a text.
  var mayBeText: Bool {
    switch self {
    case .any, .text, .date, .texts, .values: true
    default: false
    }
  }

  /// Whether it may be bytes.
  var mayBeBytes: Bool {
    switch self {
    case .any, .bytes: true
    default: false
    }
  }
}
