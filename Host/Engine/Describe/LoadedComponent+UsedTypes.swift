import ComponentKit

extension LoadedComponent {
  /// The named types that actions and events use, also by way of other types, in the order in which a reader meets them.
  package func types(usedBy actions: [LoadedAction], _ events: [LoadedEvent] = []) -> [LoadedType] {
    var names: [String] = []
    var forms = actions.flatMap { action in
      (action.form?.parameters.map(\.type) ?? []) + (action.form?.reply.map { [$0] } ?? [])
    }
    forms += events.compactMap(\.form)
    var place = 0
    // Ends, since each name is followed once.
    while place < forms.count {
      switch forms[place] {
      case .list(let inner), .map(let inner), .optional(let inner): forms.append(inner)
      case .fields(let fields): forms += fields.map(\.type)
      case .named(let name) where !names.contains(name):
        names.append(name)
        if let definition = typeNames[name] { forms.append(definition) }
      default: break
      }
      place += 1
    }
    let types = types
    return names.compactMap { name in types.first { $0.name == name } }
  }
}
