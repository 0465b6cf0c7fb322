import ComponentHost

/// The types of a face, as every language needs them: what must be declared, and where it is used.
///
/// Maps with given keys and choices of given values are declared once for the place where they stand, whether the
/// component gave them a name or not.
struct FaceTypes {
  /// A type where it is used.
  indirect enum Use: Equatable {
    case any, bool, int, double, text, bytes, date, object, function
    case list(Use), map(Use)
    case optional(Use)
    /// The declaration with this number.
    case declared(Int)
  }

  struct Declaration {
    /// What it is named after: the component's name for it, or the way to its place.
    let words: [String]
    let isNamed: Bool
    let summary: String
    fileprivate(set) var form: Form
  }

  enum Form {
    case record([Field])
    case texts([String])
    case ints([Int])
    /// Another name for a type.
    case alias(Use)
  }

  struct Field {
    let name: String
    let use: Use
  }

  /// Of one action.
  struct ActionUses {
    fileprivate(set) var parameters: [Use] = []
    fileprivate(set) var reply: Use?
  }

  private(set) var declarations: [Declaration] = []
  /// For each target, for each of its actions.
  private(set) var actions: [[ActionUses]] = []
  private let names: TypeNames
  private var places: [String: Int] = [:]

  init(_ description: FaceDescription) {
    names = description.types
    for name in names.names {
      places[name] = declarations.count
      declarations.append(
        Declaration(words: [name], isNamed: true, summary: description.typeSummaries[name] ?? "", form: .alias(.any)))
    }
    for (place, name) in names.names.enumerated() {
      if let form = names[name] { declarations[place].form = declared(form, at: [name]) }
    }
    for target in description.targets {
      let words = target.name.dropFirst(description.target.count).split(separator: ".").map(String.init)
      actions.append(target.actions.map { uses(of: $0, at: words + [$0.name]) })
    }
  }

  private mutating func uses(of action: FaceDescription.Action, at words: [String]) -> ActionUses {
    var uses = ActionUses()
    for parameter in action.signature?.parameters ?? [] {
      uses.parameters.append(use(of: parameter.type, at: words + [parameter.name]))
    }
    uses.reply = action.signature?.reply.map { use(of: $0, at: words + ["Reply"]) }
    return uses
  }

  // What a named type is declared as.
  private mutating func declared(_ form: TypeForm, at words: [String]) -> Form {
    switch form {
    case .optional(let inner): return declared(inner, at: words)
    case .fields(let fields):
      return .record(fields.map { Field(name: $0.name, use: use(of: $0.type, at: words + [$0.name])) })
    case .texts(let texts): return .texts(texts)
    case .ints(let ints): return .ints(ints)
    default: return .alias(core(of: form, at: words))
    }
  }

  private mutating func use(of form: TypeForm, at words: [String]) -> Use {
    let core = core(of: form, at: words)
    return names.resolve(form).isOptional ? .optional(core) : core
  }

  // A question mark is of its place, also where it stands behind a name.
  private mutating func core(of form: TypeForm, at words: [String]) -> Use {
    switch form {
    case .any: return .any
    case .bool: return .bool
    case .int: return .int
    case .double: return .double
    case .text: return .text
    case .bytes: return .bytes
    case .date: return .date
    case .object: return .object
    case .function: return .function
    case .list(let item): return .list(use(of: item, at: words))
    case .map(let item): return .map(use(of: item, at: words))
    case .optional(let inner): return core(of: inner, at: words)
    case .named(let name): return places[name].map(Use.declared) ?? .any
    case .fields, .texts, .ints:
      let place = declarations.count
      declarations.append(Declaration(words: words, isNamed: false, summary: "", form: .alias(.any)))
      declarations[place].form = declared(form, at: words)
      return .declared(place)
    }
  }
}

extension FaceTypes {
  /// A use without the names that only stand for another type.
  func behind(_ use: Use) -> Use {
    var use = use
    // Ends, since no type is only itself.
    while case .declared(let place) = use, case .alias(let other) = declarations[place].form { use = other }
    return use
  }

  /// The form behind names, where it is a declared one that is no alias.
  func form(_ use: Use) -> Form? {
    guard case .declared(let place) = behind(use) else { return nil }
    return declarations[place].form
  }
}

extension FaceTypes.Use {
  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The same without the question mark.
  var core: FaceTypes.Use { if case .optional(let inner) = self { inner } else { self } }
}
