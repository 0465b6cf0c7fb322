/// What a text says that came from where everything is text: a command line, a URL, a part of a path.
///
/// The one grammar for all readers of such texts; the headers for C and the kit for Rust read them likewise.
package enum LooseText {
  package static func bool(_ text: String) -> Bool? {
    switch text {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }

  /// Digits, perhaps with a sign.
  package static func int(_ text: String) -> Int? { Int(text) }

  /// The same, for what no `Int` can hold.
  package static func large(_ text: String) -> UInt64? { UInt64(text) }

  /// A finite decimal number.
  package static func double(_ text: String) -> Double? {
    // Swift's own reader also takes hexadecimal, words, and what stands before a NUL.
    guard text.utf8.allSatisfy(isDecimal), let double = Double(text), double.isFinite else { return nil }
    return double
  }

  private static func isDecimal(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte | 0x20 == UInt8(ascii: "e")
  }
}
