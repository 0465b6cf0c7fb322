/// What the words of Swift forbid.
enum SwiftWords {
  /// These names mean something even in backticks, or where they are looked up.
  static let hard: Set<String> = ["_", "self", "Self", "init", "Type", "Protocol"]

  /// Types that a face refers to, and those that its types bring with them.
  static let types: Set<String> = [
    "Action", "AllCases", "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Codable", "CodingKey", "CodingKeys",
    "ComponentKit", "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder", "Equatable",
    "ExpressibleByNilLiteral", "Failure", "Fields", "Function", "Indirect", "Int", "Mediator", "Never", "NoReply",
    "Object", "Observation", "Optional", "Parameter", "Protocol", "RawRepresentable", "RawValue", "Reply", "Request",
    "Self", "Sendable",
    "Service", "String", "Swift", "Timestamp", "Type", "UInt8", "Value", "Void",
  ]

  /// What every enumeration has.
  static let cases: Set<String> = [
    "allCases", "encode", "hash", "hashValue", "rawValue", "AllCases", "RawValue", "CodingKeys",
  ]

  /// What every service has.
  static let service: Set<String> = ["answers", "target"]

  /// What mediators have.
  static let mediator: Set<String> = [
    "add", "call", "canOpen", "checking", "description", "directory", "fresh", "has", "hash", "hashValue", "host",
    "log", "observe", "open", "publish", "release", "remove", "resolved", "service", "skipping", "start", "strict",
    "url",
  ]

  /// A name as it is written before an argument.
  static func label(_ name: String) -> String {
    // The only keyword that is no label as it is.
    name == "inout" ? "`inout`" : name
  }

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
    "package", "some", "then", "unsafe", "yield",
  ]
}
