/// What a Swift type is called in messages and sketches.
enum TypeName {
  /// The kind that a type is written as, or its own name.
  static func word(_ type: Any.Type) -> String {
    switch type {
    case is Bool.Type: return "bool"
    case is String.Type: return "text"
    case is Double.Type, is Float.Type: return "double"
    case is any FixedWidthInteger.Type: return "int"
    case is [UInt8].Type: return "bytes"
    case is Timestamp.Type: return "date"
    case is Object.Type: return "object"
    case is Function.Type: return "function"
    case is Value.Type: return "any"
    default: break
    }
    let name = own(type)
    if name.hasPrefix("Array<") || name.hasPrefix("Set<") { return "list" }
    return name.hasPrefix("Dictionary<") ? "map" : short(type)
  }

  /// The name that stands in its declaration.
  static func own(_ type: Any.Type) -> String { own(in: _typeName(type, qualified: false)) }

  static func own(in name: String) -> String {
    // `(Part in _1A2B)` is a private type, where the compiler tells the files of a module apart, as it does for tests.
    name.utf8.first == UInt8(ascii: "(") ? String(name.dropFirst().prefix { $0 != " " }) : name
  }

  /// The name without its module, the parts of a nested one joined: `Detail_Part`.
  static func short(_ type: Any.Type) -> String { short(in: _typeName(type, qualified: true)) }

  static func short(in name: String) -> String {
    if let plain = plain(name) { return plain }
    var text = Substring(name)
    return join(&text)
  }

  // By bytes where that is enough: Unicode's rules for letters are a twelfth of the time that registering takes.
  private static func plain(_ name: String) -> String? {
    let isPlain = name.utf8.allSatisfy { $0.isWord || $0 == UInt8(ascii: ".") }
    guard isPlain, let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let rest = name.utf8[name.utf8.index(after: dot)...]
    return String(unsafeUninitializedCapacity: rest.count) { bytes in
      let (_, end) = bytes.initialize(from: rest)
      for index in 0..<end where bytes[index] == UInt8(ascii: ".") { bytes[index] = UInt8(ascii: "_") }
      return end
    }
  }

  // Reads one name, `Module.Outer.Inner<Module.Other>`, up to a comma or bracket.
  private static func join(_ text: inout Substring) -> String {
    var parts: [String] = []
    var part = ""
    reading: while let letter = text.first {
      switch letter {
      case ",", ">": break reading
      case ".":
        text.removeFirst()
        parts.append(part)
        part = ""
      case "(":
        part += readParenthesis(&text)
      case "<":
        repeat {
          text.removeFirst()
          while text.first == " " { text.removeFirst() }
          part += "_" + join(&text)
        } while text.first == ","
        if text.first == ">" { text.removeFirst() }
      default:
        part.append(letter == "_" || letter.isLetter || letter.isNumber ? letter : "_")
        text.removeFirst()
      }
    }
    parts.append(part)
    // The first is the module. What stood in parentheses has left nothing.
    return parts.dropFirst(parts.count > 1 ? 1 : 0).filter { !$0.isEmpty }.joined(separator: "_")
  }

  // Of `(Part in _1A2B)` the name; `(unknown context at $1234)` and `(extension in Module):` are no part of one.
  private static func readParenthesis(_ text: inout Substring) -> String {
    guard let end = text.firstIndex(of: ")") else {
      text = ""
      return ""
    }
    let words = text[..<end].dropFirst().split(separator: " ")
    text = text[text.index(after: end)...]
    if text.first == ":" { text.removeFirst() }
    return words.count == 3 && words[1] == "in" && words[0] != "extension" ? String(words[0]) : ""
  }
}

extension TypeName {
  /// Whether it is one of Swift's own types that hold others, which messages pass over.
  static func isStructural(_ type: Any.Type) -> Bool {
    if TypeFacts(type).isPlain { return false }
    let name = _typeName(type, qualified: false)
    return ["Array<", "Optional<", "Dictionary<", "Set<"].contains { name.hasPrefix($0) }
  }
}
