import ComponentKit

/// What a text or bytes is made of, as `Content-Type` says it: "text/csv; header=present".
public struct MediaType: Sendable, Equatable, CustomStringConvertible {
  /// As it was written.
  public let description: String
  /// Type and subtype in lower case: "text/csv".
  public let essence: String
  private let hasCharset: Bool

  /// What is wrong with a text that is to be one, as a clause.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  /// Nil for what is none.
  public init?(_ text: String) {
    do throws(Fault) { try self.init(parsing: text) } catch { return nil }
  }

  package init(parsing text: String) throws(Fault) {
    var rest = Substring(text).utf8
    guard let type = MediaType.name(&rest), rest.popFirst() == UInt8(ascii: "/"), let subtype = MediaType.name(&rest)
    else { throw Fault(description: "\(quoted(text)) does not begin with a type and a subtype, such as 'text/csv'") }
    var charset: Substring?
    MediaType.skipSpace(&rest)
    while !rest.isEmpty {
      let parameter = String(Substring(rest))
      guard let (name, value) = MediaType.parameter(&rest) else {
        throw Fault(description: "\(quoted(parameter)) is no parameter, such as '; header=present'")
      }
      if name.lowercased() == "charset" { charset = value }
    }
    if let charset, charset.lowercased() != "utf-8" {
      throw Fault(description: "its charset is \(quoted(String(charset))), and texts are utf-8")
    }
    let essence = "\(type)/\(subtype)".lowercased()
    // A reply of every kind comes as the one, and progress as the other.
    guard essence != "application/json", essence != "text/event-stream" else {
      throw Fault(description: "'\(essence)' is what the host itself writes")
    }
    (description, self.essence, hasCharset) = (text, essence, charset != nil)
  }

  /// As a text in UTF-8 or bytes of the type are announced.
  public func named(isText: Bool) -> String {
    isText && !hasCharset && essence.utf8.starts(with: "text/".utf8) ? "\(description); charset=utf-8" : description
  }

  private static func parameter(_ rest: inout Substring.UTF8View) -> (name: Substring, value: Substring)? {
    guard rest.popFirst() == UInt8(ascii: ";") else { return nil }
    skipSpace(&rest)
    guard let name = name(&rest), rest.popFirst() == UInt8(ascii: "="), let value = value(&rest) else { return nil }
    skipSpace(&rest)
    return (name, value)
  }

  // A name as registries take it (RFC 6838).
  private static func name(_ rest: inout Substring.UTF8View) -> Substring? {
    let name = rest.prefix { $0.isLetter || $0.isDigit || "!#$&-^_.+".utf8.contains($0) }
    guard let first = name.first, first.isLetter || first.isDigit else { return nil }
    rest = rest[name.endIndex...]
    return Substring(name)
  }

  // A word, or one in quotes; without the quotes.
  private static func value(_ rest: inout Substring.UTF8View) -> Substring? {
    guard rest.first == UInt8(ascii: "\"") else { return name(&rest) }
    let value = rest.dropFirst().prefix { 0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    guard value.endIndex < rest.endIndex, rest[value.endIndex] == UInt8(ascii: "\"") else { return nil }
    rest = rest[value.endIndex...].dropFirst()
    return Substring(value)
  }

  private static func skipSpace(_ rest: inout Substring.UTF8View) { rest = rest.drop { $0 == 0x20 } }
}
