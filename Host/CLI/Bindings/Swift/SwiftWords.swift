/// What the words of Swift forbid.
enum SwiftWords {
  /// These names mean something even in backticks, or where they are looked up.
  static let hard: Set<String> = ["_", "self", "Self", "init", "Type", "Protocol"]

  /// Types that a face refers to, and those that its types bring with them.
  static let types: Set<String> = [
    "AllCases", "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "CodingKeys",
    "ComponentKit", "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable",
    "ExpressibleByNilLiteral", "Failure", "Fields", "Function", "Indirect", "Int", "Mediator", "Never", "Object",
    "Optional", "Parameter", "Protocol", "RawRepresentable", "RawValue", "Reply", "Request", "Self", "Sendable",
    "String", "Swift", "Timestamp", "Type", "UInt8", "Value", "Void",
  ]

  /// What every enumeration has.
  static let cases: Set<String> = [
    "allCases", "encode", "hash", "hashValue", "rawValue", "AllCases", "RawValue", "CodingKeys",
  ]

  /// What mediators have.
  static let mediator: Set<String> = [
    "call", "directory", "fresh", "open", "skipping", "start", "strict", "host", "hash", "hashValue", "description",
  ]

  /// A name as it is written where it is declared, or stands alone.
  static func written(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private static let keywords: Set<String> = [
    "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
    "try", "typealias", "var", "where", "while",
    // Only in some places.
    "any", "async", "borrow", "borrowing", "consume", "consuming", "copy", "discard", "each", "macro", "mutate",
    "package",
    "some", "then", "unsafe", "yield",
  ]
}
