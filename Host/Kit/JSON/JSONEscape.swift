extension [UInt8] {
  /// Appends a text as it stands between the quotes of JSON.
  ///
  /// Beside what JSON demands, everything is escaped that could break a line or act on a terminal: DEL, the C1
  /// controls, the line and paragraph separators, the byte order mark and the marks that turn the direction of
  /// writing. Without `syntax`, quotes and backslashes stay as they are. The text must be valid UTF-8.
  mutating func appendEscaped(_ text: UnsafeRawBufferPointer, syntax: Bool = true) {
    var copied = 0
    var place = 0
    while true {
      place = text.nextSuspect(from: place)
      guard place < text.count else { break }
      let (scalar, length) = text.suspect(at: place)
      let isSyntax = scalar == UInt32(UInt8(ascii: "\"")) || scalar == UInt32(UInt8(ascii: "\\"))
      if isSyntax ? syntax : needsEscape(scalar) {
        if copied < place { append(contentsOf: text.part(copied..<place)) }
        appendEscape(UInt16(truncatingIfNeeded: scalar))
        copied = place + length
      }
      place += length
    }
    append(contentsOf: text.part(copied..<text.count))
  }

  private mutating func appendEscape(_ unit: UInt16) {
    append(UInt8(ascii: "\\"))
    switch unit {
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    case 0x22, 0x5C: append(UInt8(truncatingIfNeeded: unit))
    default:
      append(UInt8(ascii: "u"))
      for place in 0..<4 {
        let digit = UInt8(truncatingIfNeeded: unit >> UInt16(12 - 4 * place)) & 0x0F
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}

// Whether a scalar that is no part of JSON's syntax must not be printed as it is.
private func needsEscape(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: false
  }
}

extension UnsafeRawBufferPointer {
  // Where the next byte is that is not surely printed as it is: a control, a quote, a backslash or the lead byte of a
  // longer sequence; the end if there is none.
  fileprivate func nextSuspect(from start: Int) -> Int {
    var place = start
    while count - place >= 8 {
      let word = eightBytes(at: place)
      let marks =
        word.marksBeyondASCII | word.marks(below: 0x20) | word.marks(of: 0x22) | word.marks(of: 0x5C)
        | word.marks(of: 0x7F)
      if marks != 0 { return place + marks.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < count {
      let byte = self[place]
      if byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { break }
      place += 1
    }
    return place
  }

  // The scalar that begins at a place, and its length. Those of four bytes are never escaped and come as one of them.
  fileprivate func suspect(at place: Int) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(self[place])
    if lead < 0x80 { return (lead, 1) }
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | UInt32(self[place + 1] & 0x3F), 2) }
    if lead < 0xF0 {
      return ((lead & 0x0F) << 12 | UInt32(self[place + 1] & 0x3F) << 6 | UInt32(self[place + 2] & 0x3F), 3)
    }
    return (0x10000, 4)
  }
}
