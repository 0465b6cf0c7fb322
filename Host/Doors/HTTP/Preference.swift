/// What a client would like, from its field `Prefer` (RFC 7240): of that `wait` means something here, and to the owner
/// `by-name`.
enum Preference {
  /// How many seconds the client waits; nil where it does not say, or nothing that can be read.
  static func wait(_ value: UnsafeRawBufferPointer) -> Int? {
    var seconds: Int?
    value.eachPart(by: UInt8(ascii: ",")) { preference in
      // What may stand behind a semicolon is none of this one's.
      let end = preference.place(of: UInt8(ascii: ";")) ?? preference.count
      let word = preference.part(0..<end).trimmed
      guard seconds == nil, let sign = word.place(of: UInt8(ascii: "=")),
        word.part(0..<sign).trimmed.isWord(anyCase: "wait")
      else { return }
      var digits = word.part(sign + 1..<word.count).trimmed
      if digits.count > 2, digits[0] == UInt8(ascii: "\""), digits[digits.count - 1] == UInt8(ascii: "\"") {
        digits = digits.part(1..<digits.count - 1)
      }
      guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy({ $0.isDigit }) else { return }
      seconds = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }
    return seconds
  }

  /// Whether a call is to reach the action that its path names, and nothing that a route or a map key leads to.
  static func isByName(_ value: UnsafeRawBufferPointer) -> Bool {
    var isByName = false
    value.eachPart(by: UInt8(ascii: ",")) { preference in
      let end = preference.place(of: UInt8(ascii: ";")) ?? preference.count
      isByName = isByName || preference.part(0..<end).trimmed.isWord(anyCase: "by-name")
    }
    return isByName
  }
}
