package import ComponentKit

// What an action takes and gives.
extension JSONSchema {
  /// The schema of the object that holds an action's parameters.
  ///
  /// - Parameters:
  ///   - notes: what parameters mean, by their names.
  ///   - names: parameters that are said in another place.
  package func parameters(
    of signature: Signature, notes: [String: String] = [:], without names: [String] = []
  ) -> Value {
    object(
      signature.parameters.filter { !names.contains($0.name) }.map { parameter in
        Member(
          name: parameter.name, type: parameter.type, isRequired: isRequired(parameter), default: parameter.default,
          note: notes[parameter.name] ?? "")
      })
  }

  package func isRequired(_ parameter: Signature.Parameter) -> Bool {
    parameter.default == nil && !types.resolve(parameter.type).isOptional
  }

  /// The types that forms refer to, directly or through others, by their names and sorted by these.
  ///
  /// - Parameter summaries: what types are, by their names.
  package func definitions(usedBy forms: some Sequence<TypeForm>, summaries: [String: String] = [:]) -> Fields {
    var found: [String: Value] = [:]
    var open = Array(forms)
    while let form = open.popLast() {
      switch form {
      case .list(let inner), .map(let inner), .optional(let inner): open.append(inner)
      case .fields(let fields): open += fields.map(\.type)
      case .named(let name) where found[name] == nil:
        let definition = types[name] ?? .any
        found[name] = schema(of: definition).describing(summaries[name] ?? "")
        open.append(definition)
      default: continue
      }
    }
    return Fields(found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  /// Whether no value of a form can be written down: it is an object or a function, or has one in it that must be there.
  package func isLocalOnly(_ form: TypeForm) -> Bool {
    var known = UniqueNames()
    return isLocalOnly(form, &known)
  }

  /// The same, where others were asked about before.
  ///
  /// - Parameter known: names of which it is known that they are not.
  func isLocalOnly(_ form: TypeForm, _ known: inout UniqueNames) -> Bool {
    var seen = known
    let isLocal = search(form, &seen)
    if !isLocal { known = seen }
    return isLocal
  }

  private func search(_ form: TypeForm, _ seen: inout UniqueNames) -> Bool {
    switch form {
    case .object, .function: return true
    case .fields(let fields):
      for field in fields where search(field.type, &seen) { return true }
      return false
    // A value of a type ends, so it is no part of itself that must be there.
    case .named(let name): return seen.insert(name) && search(types[name] ?? .any, &seen)
    default: return false
    }
  }
}

extension Value {
  /// A schema with what it is of, for people.
  package func describing(_ words: String) -> Value {
    guard !words.isEmpty, case .map(var fields) = self else { return self }
    fields["description"] = .text(words)
    return .map(fields)
  }
}
