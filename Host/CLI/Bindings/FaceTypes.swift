import ComponentHost
import ComponentKit

/// The types of a face, as every language needs them: what must be declared, and where it is used.
///
/// Maps with given keys and choices of given values are declared once for the place where they stand, whether the
/// component gave them a name or not: where they are used, each is `.named` after its declaration.
struct FaceTypes {
  struct Declaration {
    /// What it is named after: the component's name for it, or the way to its place.
    let words: [String]
    let isNamed: Bool
    let summary: String
    /// Fields, texts or ints; all else is another name for a type.
    fileprivate(set) var form: TypeForm

    /// What it is another name for.
    var alias: TypeForm? {
      switch form {
      case .fields, .texts, .ints: nil
      default: form
      }
    }
  }

  /// Of one action.
  struct ActionUses {
    fileprivate(set) var parameters: [TypeForm] = []
    fileprivate(set) var reply: TypeForm?
  }

  private(set) var declarations: [Declaration] = []
  /// For each target, for each of its actions.
  private(set) var actions: [[ActionUses]] = []
  /// For each event, what is said of it; nil where the component does not say.
  private(set) var events: [TypeForm?] = []
  private let names: TypeNames
  private var places: [String: Int] = [:]

  init(_ description: FaceDescription) {
    names = description.types
    for name in names.names {
      places[name] = declarations.count
      declarations.append(
        Declaration(words: [name], isNamed: true, summary: description.typeSummaries[name] ?? "", form: .any))
    }
    for (place, name) in names.names.enumerated() {
      if let form = names[name] { declarations[place].form = declared(form, at: [name]) }
    }
    for target in description.targets {
      let words = target.name.dropFirst(description.target.count).split(separator: ".").map(String.init)
      actions.append(target.actions.map { uses(of: $0, at: words + [$0.name]) })
    }
    for event in description.events {
      let words = event.words(below: description.target)
      events.append(event.form.map { use(of: $0, at: words) })
    }
  }

  private mutating func uses(of action: FaceDescription.Action, at words: [String]) -> ActionUses {
    var uses = ActionUses()
    for parameter in action.signature?.parameters ?? [] {
      uses.parameters.append(use(of: parameter.type, at: words + [parameter.name]))
    }
    if let reply = action.signature?.reply, reply != .nothing { uses.reply = use(of: reply, at: words + ["Reply"]) }
    return uses
  }

  // What a named type is declared as.
  private mutating func declared(_ form: TypeForm, at words: [String]) -> TypeForm {
    switch form {
    case .optional(let inner): return declared(inner, at: words)
    case .fields(let fields):
      return .fields(fields.map { TypeForm.Field(name: $0.name, type: use(of: $0.type, at: words + [$0.name])) })
    case .texts, .ints: return form
    default: return core(of: form, at: words)
    }
  }

  private mutating func use(of form: TypeForm, at words: [String]) -> TypeForm {
    let core = core(of: form, at: words)
    return names.resolve(form).isOptional ? .optional(core) : core
  }

  // A question mark is of its place, also where it stands behind a name.
  private mutating func core(of form: TypeForm, at words: [String]) -> TypeForm {
    switch form {
    case .list(let item): return .list(use(of: item, at: words))
    case .map(let item): return .map(use(of: item, at: words))
    case .optional(let inner): return core(of: inner, at: words)
    case .named(let name): return places[name] == nil ? .any : form
    case .texts, .ints:
      return .named(names.name(ofChoice: form) ?? declare(form, at: words))
    case .fields: return .named(declare(form, at: words))
    default: return form
    }
  }

  private mutating func declare(_ form: TypeForm, at words: [String]) -> String {
    // No name that a component gives begins with a digit.
    let place = declarations.count
    places["\(place)"] = place
    declarations.append(Declaration(words: words, isNamed: false, summary: "", form: .any))
    declarations[place].form = declared(form, at: words)
    return "\(place)"
  }
}

extension FaceDescription.Event {
  /// What it is named after in a face.
  func words(below target: String) -> [String] {
    name.dropFirst(target.count).split(separator: ".").map(String.init)
  }
}

extension FaceTypes {
  /// The declaration that a use names. Every name in a use is declared.
  func place(_ name: String) -> Int { places[name, default: 0] }

  /// A use without the names that only stand for another type.
  func behind(_ use: TypeForm) -> TypeForm {
    var use = use
    // Ends, since no type is only itself.
    while case .named(let name) = use, let other = declarations[place(name)].alias { use = other }
    return use
  }

  /// The declarations as a language needs them that has to know the size of what a record holds in itself: what is embedded
  /// comes before what embeds it, and choices come first.
  ///
  /// - Parameter embedded: the record that a field of a record holds in itself; nil where it holds none.
  func order(_ embedded: (_ field: TypeForm, _ record: Int) -> Int?) -> [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    func add(_ place: Int) {
      guard seen.insert(place).inserted else { return }
      if case .fields(let fields) = declarations[place].form {
        for field in fields { if let inner = embedded(field.type, place) { add(inner) } }
      }
      order.append(place)
    }
    for place in declarations.indices where !declarations[place].choices.isEmpty { add(place) }
    for place in declarations.indices { add(place) }
    return order
  }
}

extension TypeForm {
  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The same without the question mark.
  var core: TypeForm { if case .optional(let inner) = self { inner } else { self } }
}
