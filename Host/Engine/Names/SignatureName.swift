import ComponentKit

/// The rule for the names of parameters, fields and types: `[A-Za-z_][A-Za-z0-9_]*`.
enum SignatureName {
  static let limit = 128

  /// Whether a type may be called so: it begins with an upper-case letter.
  static func isType(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= limit, first.isUpper else { return false }
    return name.utf8.allSatisfy(\.isWord)
  }

  /// Whether a parameter or field may be called so.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= limit, !first.isDigit else { return false }
    return name.utf8.allSatisfy(\.isWord)
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
