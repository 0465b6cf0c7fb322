extension [UInt8] {
  /// Appends a text as it stands between the quotes of JSON. Beside what JSON demands, what is disturbing is escaped.
  ///
  /// - Parameters:
  ///   - text: valid UTF-8.
  ///   - syntax: whether quotes and backslashes are escaped.
  ///   - isName: whether everything invisible is.
  mutating func appendEscaped(_ text: UnsafeRawBufferPointer, syntax: Bool = true, isName: Bool = false) {
    var copied = 0
    var place = 0
    while true {
      place = text.nextSuspect(from: place)
      guard place < text.count else { break }
      let (scalar, length) = text.suspect(at: place)
      let isSyntax = scalar == UInt32(UInt8(ascii: "\"")) || scalar == UInt32(UInt8(ascii: "\\"))
      let isHidden = Unicode.Scalar(scalar).map { isName ? $0.isInvisible : $0.isDisturbing } ?? false
      if isSyntax ? syntax : isHidden {
        if copied < place { append(contentsOf: text.part(copied..<place)) }
        if let scalar = Unicode.Scalar(scalar) {
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { appendEscape(unit) }
        }
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

  // The scalar that begins at a place, and its length.
  fileprivate func suspect(at place: Int) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(self[place])
    if lead < 0x80 { return (lead, 1) }
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | UInt32(self[place + 1] & 0x3F), 2) }
    if lead < 0xF0 {
      return ((lead & 0x0F) << 12 | UInt32(self[place + 1] & 0x3F) << 6 | UInt32(self[place + 2] & 0x3F), 3)
    }
    let first = (lead & 0x07) << 18 | UInt32(self[place + 1] & 0x3F) << 12
    return (first | UInt32(self[place + 2] & 0x3F) << 6 | UInt32(self[place + 3] & 0x3F), 4)
  }
}
