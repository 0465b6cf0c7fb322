import ComponentKit

/// Hints as they stand in a header: a JSON object in the letters of ASCII, of which every client and broker takes any.
enum HintsText {
  /// How long it may be.
  static let limit = 4096

  /// Nil where it would be longer.
  static func write(_ hints: Fields) throws(JSONWriteError) -> String? {
    var json: [UInt8] = []
    try Value.map(hints).appendJSON(to: &json)
    // A text of JSON, in which no control stands as it is.
    var text = ""
    for unit in String(decoding: json, as: UTF8.self).utf16 {
      if text.utf8.count >= limit { return nil }
      if (0x20...0x7E).contains(unit) {
        text.unicodeScalars.append(UnicodeScalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        text += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)"
      }
    }
    return text.utf8.count <= limit ? text : nil
  }

  /// Nil for what is none.
  static func read(_ text: String) -> Fields? {
    guard text.utf8.count <= limit else { return nil }
    do throws(JSONError) { return try Value(json: Array(text.utf8)).map } catch { return nil }
  }
}
