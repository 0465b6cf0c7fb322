import ComponentHost
import ComponentKit

/// What everything in a face is called in Rust.
struct RustNames {
  /// Of each declaration.
  private(set) var types: [String] = []
  /// Of each declaration that is a choice: its cases, or its constants.
  private(set) var choices: [[String]] = []
  /// For each target, for each of its actions.
  private(set) var actions: [[String]] = []
  /// For each target, for each of its actions, the struct of its parameters.
  private(set) var parameters: [[String]] = []
  /// Of each event, the constant that stands for its name.
  private(set) var events: [String] = []

  init(_ description: FaceDescription, _ faceTypes: FaceTypes) {
    var table = NameTable(taken: RustWords.types)
    var constants = NameTable()
    var functions = NameTable(taken: RustWords.functions)
    for type in faceTypes.declarations {
      types.append(table.take(RustWords.camel(type.words.map(CWords.snake).joined(separator: "_")), or: "Type"))
    }
    for (type, declaration) in zip(types, faceTypes.declarations) {
      if case .ints = declaration.form {
        choices.append(
          constants.take(declaration.choices.map { "\(type.snake)_\(RustNames.number($0))".uppercased() }, or: "_"))
      } else {
        var cases = NameTable(taken: ["Self"])
        choices.append(cases.take(declaration.choices.map { RustWords.camel(CWords.snake($0)) }, or: "_"))
      }
    }
    for target in description.targets {
      let words = target.name.dropFirst(description.target.count).split(separator: ".").map { String($0) }
      actions.append(
        target.actions.map { action in
          let name = (words + [action.name]).map(\.snake).filter { !$0.isEmpty }.joined(separator: "_")
          let function = functions.take(name.isEmpty ? "action" : name, or: "_action")
          return function
        })
    }
    for actions in actions {
      parameters.append(actions.map { table.take("\(RustWords.camel($0))Parameters", or: "_") })
    }
    events = constants.take(
      description.events.map {
        "EVENT_" + $0.words(below: description.target).map(\.snake).joined(separator: "_").uppercased()
      },
      or: "_")
  }

  /// What the fields of a struct are called, in their order.
  static func fields(_ names: [String]) -> [String] {
    var table = NameTable(taken: RustWords.keywords)
    return table.take(
      names.map { name in
        let snake = name.snake
        return snake.first?.isLetter == true ? snake : "x\(snake)"
      }, or: "_")
  }

  private static func number(_ text: String) -> String { text.hasPrefix("-") ? "minus_\(text.dropFirst())" : text }
}
