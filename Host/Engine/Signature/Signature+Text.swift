import ComponentKit

extension Signature: CustomStringConvertible {
  /// The canonical text; reading it gives an equal signature.
  package var description: String {
    "(\(parameters.map(\.description).joined(separator: ", ")))" + (reply.map { " -> \($0)" } ?? "")
  }

  /// `showDetail(id: int, page: int = 1) -> Detail`.
  func shortForm(_ name: String) -> String { name + description }
}

extension Signature.Parameter: CustomStringConvertible {
  package var description: String {
    guard let value = self.default else { return "\(name): \(type)" }
    // What was read from a text can be written down again.
    return "\(name): \(type) = \((try? value.json()) ?? "null")"
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
    case .date: "a date like 2026-11-21T09:30:00Z"
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
