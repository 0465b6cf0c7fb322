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
    guard let first = name.utf8.first, !isDigit(first), name.utf8.count <= limit else { return false }
    return name.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "_") || isLetter($0) }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") }
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
