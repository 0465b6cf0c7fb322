import ComponentKit

extension Signature: CustomStringConvertible {
  /// The canonical text; reading it gives an equal signature.
  package var description: String {
    var text = ""
    append(to: &text)
    return text
  }

  /// Appends the canonical text: in lists of thousands of actions what texts are put together from would take the longest.
  package func append(to text: inout String) {
    text += "("
    for place in parameters.indices {
      if place > 0 { text += ", " }
      parameters[place].append(to: &text)
    }
    text += ")"
    if let reply {
      text += " -> "
      text += reply.description
    }
  }

  /// `showDetail(id: int, page: int = 1) -> Detail`.
  func shortForm(_ name: String) -> String { name + description }

  /// A text in the language of signatures on one line; what must not be seen stands in its texts only, where JSON has
  /// words for it.
  package static func line(_ text: String) -> String {
    if !text.unicodeScalars.contains(where: { $0.isDisturbing }) { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      if !scalar.isDisturbing {
        line.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return line
  }
}

extension Signature.Parameter: CustomStringConvertible {
  package var description: String {
    var text = ""
    append(to: &text)
    return text
  }

  fileprivate func append(to text: inout String) {
    text += name
    text += ": "
    text += type.description
    guard let value = self.default else { return }
    text += " = "
    // What was read from a text can be written down again.
    text += (try? value.json()) ?? "null"
  }
}

// In messages.
extension TypeForm {
  /// What a value must be, as in `must be an int`. Not for named and optional types, which are resolved first.
  var expectation: String {
    switch self {
    case .any, .named, .optional, .values: "a value"
    case .bool, .double, .function, .list, .map: "a \(kindName)"
    case .int, .object: "an \(kindName)"
    case .text, .bytes: kindName
    case .fields: "a map"
    case .date: "date".withArticle
    case .texts(let texts): TypeForm.oneOf(texts.lazy.map { "\"\(excerpt($0))\"" })
    case .ints(let ints): TypeForm.oneOf(ints.lazy.map(String.init))
    }
  }

  private var kindName: String {
    switch self {
    case .list: "list"
    case .map: "map"
    default: description
    }
  }

  private static func oneOf(_ alternatives: some Collection<String>) -> String {
    let shown = alternatives.prefix(8).joined(separator: ", ")
    if alternatives.count == 1 { return shown }
    return alternatives.count > 8 ? "one of \(shown), …" : "one of \(shown)"
  }
}
