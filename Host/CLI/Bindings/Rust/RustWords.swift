import ComponentKit

/// What the words of Rust forbid.
enum RustWords {
  /// Words that are no names.
  static let keywords: Set<String> = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
  ]

  /// Those of functions: the face itself calls one by the last of them.
  static let functions = keywords.union(["field"])

  /// Types that a face's own code means something else by.
  static let types: Set<String> = [
    "Box", "Call", "Clone", "Copy", "Data", "Debug", "Default", "Eq", "Err", "Fault", "From", "Function", "Into",
    "Item",
    "None", "Object", "Ok", "Option", "Parameter", "PartialEq", "Result", "Self", "Some", "String", "ToString", "Value",
    "Vec",
  ]

  /// "rich_text" as "RichText"; a letter first.
  static func camel(_ snake: String) -> String {
    let words = snake.snake.split(separator: "_").map { String($0).upperFirst }
    let camel = words.joined()
    guard let first = camel.first else { return "Empty" }
    return first.isLetter ? camel : "X\(camel)"
  }

  /// A text as a literal, with its quotes.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\" + String(scalar)
      case " "..."~": literal.unicodeScalars.append(scalar)
      default: literal += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }
}
