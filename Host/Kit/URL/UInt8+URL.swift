extension UInt8 {
  var mayBeInScheme: Bool {
    isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  /// Whether RFC 3986 gives the byte no other meaning anywhere.
  var isUnreserved: Bool {
    isWord || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "~")
  }

  /// Whether the byte stands for itself in every piece of a URL; those that part the pieces are seen before.
  ///
  /// Letters and digits, and of the signs `!$&'()*+,-./:;=?@_~`: a bit for each of the 128, because a comparison for each
  /// run of them takes longer than all else that reading does with a byte.
  var isPlain: Bool {
    let bits: UInt64 = self < 64 ? 0xAFFF_FFD2_0000_0000 : self < 128 ? 0x47FF_FFFE_87FF_FFFF : 0
    return bits &>> UInt64(self & 63) & 1 != 0
  }
}

extension [UInt8] {
  /// Appends `%` and two digits.
  mutating func appendEscape(of byte: UInt8) {
    append(UInt8(ascii: "%"))
    for digit in [byte >> 4, byte & 15] {
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }
}

extension String {
  /// Bytes as escapes: `%C3%A9`.
  init(escapesOf bytes: some Sequence<UInt8>) {
    var output: [UInt8] = []
    for byte in bytes { output.appendEscape(of: byte) }
    self = String(decoding: output, as: UTF8.self)
  }
}
