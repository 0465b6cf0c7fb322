extension JSONReader {
  /// Reads the text whose opening quote is the next byte.
  mutating func readText() throws(JSONError) -> String {
    let opening = place
    place += 1
    var start = place
    skipPlain()
    if skip(UInt8(ascii: "\"")) { return String(decoding: bytes.part(start..<place - 1), as: UTF8.self) }
    scratch.removeAll(keepingCapacity: true)
    while let byte = peek {
      if start < place { scratch.append(contentsOf: bytes.part(start..<place)) }
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: scratch, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try readEscape()
      default:
        let control = Excerpt.plain(bytes.part(place..<place + 1))
        throw error("the control character '\(control)' must be escaped", at: place)
      }
      start = place
      skipPlain()
    }
    throw error("the text that begins here has no closing quote", at: opening)
  }

  // Steps to the next quote, backslash or control character, or to the end.
  private mutating func skipPlain() {
    while bytes.count - place >= 8 {
      let word = bytes.eightBytes(at: place)
      let marks = word.marks(below: 0x20) | word.marks(of: 0x22) | word.marks(of: 0x5C)
      if marks != 0 {
        place += marks.trailingZeroBitCount / 8
        return
      }
      place += 8
    }
    while let byte = peek, byte >= 0x20, byte != 0x22, byte != 0x5C { place += 1 }
  }

  // Reads the escape whose backslash is the next byte into the scratch.
  private mutating func readEscape() throws(JSONError) {
    let start = place
    place += 1
    guard let byte = peek else { return }  // The caller reports the missing quote.
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"):
      appendScalar(try readScalar())
      return
    default:
      var end = start + 2
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      throw error("unknown escape '\(Excerpt.plain(bytes.part(start..<end)))'", at: start)
    }
    place += 1
  }

  // Reads `u` and four digits, and the second half of a pair, the next byte being the `u`.
  private mutating func readScalar() throws(JSONError) -> UInt32 {
    let start = place - 1
    let first = try readUnit()
    guard first & 0xF800 == 0xD800 else { return first }
    if first < 0xDC00, skip(UInt8(ascii: "\\")), peek == UInt8(ascii: "u") {
      let second = try readUnit()
      if second & 0xFC00 == 0xDC00 { return 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF) }
    }
    throw limit("lone surrogate \(Excerpt.plain(bytes.part(start..<start + 6)))", at: start)
  }

  // Reads `u` and four digits.
  private mutating func readUnit() throws(JSONError) -> UInt32 {
    let start = place - 1
    place += 1
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = byte.hexDigit else {
        throw error("'\(Excerpt.plain(bytes.part(start..<place)))' lacks some of its four digits", at: start)
      }
      unit = unit << 4 | UInt32(digit)
      place += 1
    }
    return unit
  }

  private mutating func appendScalar(_ scalar: UInt32) {
    func continuation(_ bits: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: bits & 0x3F) }
    switch scalar {
    case 0..<0x80:
      scratch.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      scratch.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      scratch.append(continuation(scalar))
    case 0x800..<0x10000:
      scratch.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      scratch.append(continuation(scalar >> 6))
      scratch.append(continuation(scalar))
    default:
      scratch.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      scratch.append(continuation(scalar >> 12))
      scratch.append(continuation(scalar >> 6))
      scratch.append(continuation(scalar))
    }
  }
}
