/// A piece of someone's text as it may stand in a message: shortened, control characters escaped.
enum Excerpt {
  /// How many characters are shown.
  static let limit = 40

  /// The piece as it is.
  static func plain(_ bytes: UnsafeRawBufferPointer) -> String {
    var output: [UInt8] = []
    output.appendExcerpt(of: bytes, syntax: false)
    return String(decoding: output, as: UTF8.self)
  }

  /// The text in double quotes, as JSON would write it.
  static func quoted(_ text: String) -> String {
    var output = [UInt8(ascii: "\"")]
    var text = text
    text.withUTF8 { output.appendExcerpt(of: UnsafeRawBufferPointer($0), syntax: true) }
    output.append(UInt8(ascii: "\""))
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether a name can stand in a path without quotes.
  static func isPlainName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !first.isDigit, name.utf8.count <= limit else { return false }
    return name.utf8.allSatisfy(\.isWord)
  }
}

extension [UInt8] {
  fileprivate mutating func appendExcerpt(of bytes: UnsafeRawBufferPointer, syntax: Bool) {
    var characters = 0
    var end = 0
    while end < bytes.count {
      if bytes[end] & 0xC0 != 0x80 {
        characters += 1
        if characters > Excerpt.limit { break }
      }
      end += 1
    }
    appendEscaped(bytes.part(0..<end), syntax: syntax, isName: true)
    if end < bytes.count { append(contentsOf: "…".utf8) }
  }
}

/// A name from outside as a message may show it: in quotes, what acts on a terminal escaped, the end of a long one left
/// out.
package func quoted(_ name: String) -> String { "'\(excerpt(name))'" }

/// The same without quotes.
package func excerpt(_ name: String) -> String {
  // Nearly all names are a few letters.
  if name.utf8.count <= 60, name.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) { return name }
  var shown = ""
  var count = 0
  for scalar in name.unicodeScalars {
    if count == 60 { return shown + "… (\(name.utf8.count) bytes)" }
    count += 1
    if scalar.isInvisible {
      shown += "\\u{" + String(scalar.value, radix: 16) + "}"
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}
