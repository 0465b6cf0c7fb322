import ComponentHost
import ComponentKit

/// What everything in a face is called in C: all names begin with the component's and the target's.
struct CNames {
  /// Of the face's own target.
  let prefix: String
  /// Of each declaration.
  private(set) var types: [String] = []
  /// Of each declaration that is a choice: its constants.
  private(set) var constants: [[String]] = []
  /// For each target, for each of its actions.
  private(set) var actions: [[String]] = []
  /// Of each event, the constant that stands for its name.
  private(set) var events: [String] = []

  init(_ description: FaceDescription, _ faceTypes: FaceTypes) {
    let own = CNames.prefix(description.target)
    prefix = own
    var table = NameTable()
    // In capitals: nothing of the other names is.
    var capitals = NameTable(taken: [CNames.guardName(own)])
    for type in faceTypes.declarations {
      let name = ([own] + type.words.map(CWords.snake)).joined(separator: "_")
      types.append(
        table.take(name, or: type.isNamed ? "_type" : "_form") { name in
          ["_read", "_value", "_text"].map { name + $0 }
        })
    }
    for type in types { _ = capitals.take(CNames.entries(type), or: "_") }
    for (type, declaration) in zip(types, faceTypes.declarations) {
      let words = declaration.choices.map { "\(type.uppercased())_\(CNames.constant($0))" }
      constants.append(capitals.take(words, or: "_"))
    }
    events = capitals.take(
      description.events.map {
        "\(own)_EVENT_\($0.words(below: description.target).map(\.snake).joined(separator: "_"))".uppercased()
      },
      or: "_")
    for target in description.targets {
      let prefix = CNames.prefix(target.name)
      actions.append(
        target.actions.map { action in
          table.take("\(prefix)_\(action.name.snake)", or: "_action") { ["\($0)_parameters"] }
        })
    }
  }

  /// How many entries a record's map takes, as a constant.
  static func entries(_ type: String) -> String { "\(type.uppercased())_ENTRIES" }

  static func guardName(_ prefix: String) -> String { "\(prefix.uppercased())_BINDINGS_H" }

  // What begins with "component" is the contract's own.
  private static func prefix(_ target: String) -> String {
    let prefix = target.split(separator: ".").map { String($0).snake }.joined(separator: "_")
    return prefix.hasPrefix("component") ? "bindings_\(prefix)" : prefix
  }

  private static func constant(_ text: String) -> String {
    if text.isEmpty { return "EMPTY" }
    if let number = Int(text), text == "\(number)" { return number < 0 ? "MINUS_\(number.magnitude)" : text }
    let name = CWords.snake(text).uppercased()
    return name.isEmpty ? "OTHER" : name
  }
}

// Structs.
extension CNames {
  /// What the members of a struct are called, in their order.
  func members(_ names: [String], _ forms: [CForm]) -> [String] {
    var table = NameTable(taken: CWords.taken.union(types))
    return zip(names, forms).map { name, form in
      let snake = name.snake
      return table.take(snake.first?.isLetter == true ? snake : "x\(snake)", or: "_") { name in
        (form.hasFlag ? ["has_\(name)"] : []) + (form.isSpan ? ["\(name)_count"] : [])
      }
    }
  }
}

extension FaceTypes.Declaration {
  /// What can be chosen, as text.
  var choices: [String] {
    switch form {
    case .texts(let texts): texts
    case .ints(let ints): ints.map(String.init)
    default: []
    }
  }
}
