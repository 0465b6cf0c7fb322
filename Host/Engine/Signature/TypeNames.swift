package import ComponentKit

/// The types that a component gave names to: `Detail = {id: int, parts: [Part]}`.
package struct TypeNames: Sendable, Equatable {
  /// In the order of their definition.
  package let names: [String]
  private let forms: [String: TypeForm]

  /// No named types.
  package init() {
    names = []
    forms = [:]
  }

  /// Reads definitions, which may refer to each other in any order, and to themselves.
  package init(
    _ definitions: [(name: String, definition: String)], limit: Int = Signature.lengthLimit
  ) throws(SignatureFault) {
    guard definitions.count <= TypeForm.countLimit else {
      throw SignatureFault("there are more than \(TypeForm.countLimit) named types")
    }
    let names = definitions.map(\.name)
    var forms: [String: TypeForm] = [:]
    for (name, definition) in definitions {
      guard SignatureName.isType(name) else {
        throw SignatureFault(
          "the name of a type is an upper-case letter, then letters, digits and '_', at most \(SignatureName.limit)",
          type: name)
      }
      if forms[name] != nil { throw SignatureFault("it is defined twice", type: name) }
      do throws(SignatureFault) {
        var reader = try SignatureReader(definition, known: names, types: TypeNames(), limit: limit)
        forms[name] = try reader.readDefinition()
      } catch {
        throw SignatureFault(error.message, column: error.column, type: name)
      }
    }
    self.names = names
    self.forms = forms
    if let fault = TypeCycles(names: names, forms: forms).fault { throw fault }
  }

  private init(names: [String], forms: [String: TypeForm]) {
    self.names = names
    self.forms = forms
  }

  /// Those that the given forms need, directly or through others.
  package func needed(by roots: some Sequence<TypeForm>) -> TypeNames {
    var found: [String: TypeForm] = [:]
    var open = Array(roots)
    while let form = open.popLast() {
      switch form {
      case .list(let inner), .map(let inner), .optional(let inner): open.append(inner)
      case .fields(let fields): open += fields.map(\.type)
      case .named(let name) where found[name] == nil:
        guard let form = forms[name] else { continue }
        found[name] = form
        open.append(form)
      case .texts, .ints:
        if let name = name(ofChoice: form) { found[name] = form }
      default: continue
      }
    }
    return TypeNames(names: names.filter { found[$0] != nil }, forms: found)
  }

  /// What a choice of texts or ints is called that stands where it is used; nil where no name, or more than one, has its
  /// cases: any of them might be another thing.
  package func name(ofChoice form: TypeForm) -> String? {
    let all = names.filter { name in
      switch (forms[name], form) {
      case (.texts(let texts), .texts(let others)): texts.elementsEqual(others) { $0.utf8.elementsEqual($1.utf8) }
      case (.ints(let ints), .ints(let others)): ints == others
      default: false
      }
    }
    return all.count == 1 ? all.first : nil
  }

  /// The definition of a name.
  package subscript(name: String) -> TypeForm? { forms[name] }

  /// The form behind names and question marks. A name that is not known may be anything.
  package func resolve(_ form: TypeForm) -> Resolved {
    var resolved = Resolved(form: form)
    // Ends, since no type is only itself.
    while true {
      switch resolved.form {
      case .optional(let inner):
        resolved.form = inner
        resolved.isOptional = true
      case .named(let name):
        resolved.form = forms[name] ?? .any
        resolved.name = name
      default: return resolved
      }
    }
  }

  /// A form that is neither a name nor optional.
  package struct Resolved {
    package var form: TypeForm
    package var isOptional = false
    /// The last name on the way to the form.
    package var name: String?

    /// Whether null is such a value.
    package var acceptsNull: Bool { isOptional || form == .any }
  }
}

// What signatures refer to.
extension TypeNames {
  /// A name in a type that is not among these.
  func unknownName(in form: TypeForm) -> String? {
    switch form {
    case .list(let inner), .map(let inner), .optional(let inner): return unknownName(in: inner)
    case .fields(let fields):
      for field in fields {
        if let name = unknownName(in: field.type) { return name }
      }
      return nil
    case .named(let name): return forms[name] == nil ? name : nil
    default: return nil
    }
  }

  /// `unknown type 'inte' (did you mean 'int'?)`.
  static func unknown(_ name: String, among names: [String]) -> String {
    let meant = elsewhere[name.lowercased()] ?? nearNames(to: name, among: TypeForm.basic.map(\.name) + names).first
    return "unknown type \(quoted(name))" + (meant.map { " (did you mean \(quoted($0))?)" } ?? "")
  }

  // What other languages call the basic types.
  private static let elsewhere = [
    "string": "text", "str": "text", "char": "text", "integer": "int", "long": "int", "int64": "int", "float": "double",
    "number": "double", "boolean": "bool", "data": "bytes", "blob": "bytes", "datetime": "date", "time": "date",
    "closure": "function", "callback": "function",
  ]
}

extension TypeNames: CustomStringConvertible {
  /// A line for each type: `Detail = {id: int}`.
  package var description: String {
    names.map { name in "\(name) = \(forms[name] ?? .any)" }.joined(separator: "\n")
  }
}
