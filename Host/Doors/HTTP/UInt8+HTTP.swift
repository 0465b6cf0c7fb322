import Glibc

// The classes of bytes in a request.
extension UInt8 {
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }

  /// Whether it may stand in a token: a method, or the name of a field.
  @inline(__always)
  var isToken: Bool {
    // One bit for each sign of ASCII: letters, digits and !#$%&'*+-.^_`|~
    let mask: UInt64 = self & 0x40 == 0 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
    return self < 0x80 && mask >> UInt64(self & 0x3F) & 1 != 0
  }

  /// Whether it may stand in a field's value: no control but the tabulator.
  @inline(__always)
  var isFieldContent: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }

  /// Whether it may stand in a request's target: what RFC 3986 has, and the brackets that are written for lists.
  @inline(__always)
  var isTarget: Bool {
    // All that is seen, but for "#<>\^`{|}
    let mask: UInt64 = self & 0x40 == 0 ? 0xAFFF_FFF2_0000_0000 : 0x47FF_FFFE_AFFF_FFFF
    return self < 0x80 && mask >> UInt64(self & 0x3F) & 1 != 0
  }

  var isSpace: Bool { self == 0x20 || self == 0x09 }
  var isDigit: Bool { self &- 0x30 < 10 }

  /// What it is worth as a digit of a hexadecimal number.
  var hexDigit: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = self | 0x20
    return letter &- 0x61 < 6 ? letter - 0x61 + 10 : nil
  }

  /// The same in lower case, if it is a letter.
  @inline(__always)
  var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

// Words in a request.
extension UnsafeRawBufferPointer {
  /// Whether the bytes are exactly those of a word.
  @inline(__always)
  func isWord(_ word: StaticString) -> Bool {
    guard word.utf8CodeUnitCount == count else { return false }
    let letters = word.utf8Start
    for place in 0..<count where self[place] != letters[place] { return false }
    return true
  }

  /// Whether the bytes are those of a word in lower case, whatever their own.
  @inline(__always)
  func isWord(anyCase word: StaticString) -> Bool {
    guard word.utf8CodeUnitCount == count else { return false }
    let letters = word.utf8Start
    for place in 0..<count where self[place].lowercased != letters[place] { return false }
    return true
  }

  /// Whether both are the same but for the case of letters.
  func isSame(anyCase other: some Collection<UInt8>) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.lowercased == $1.lowercased }
  }

  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }

  /// Without the spaces around it.
  var trimmed: UnsafeRawBufferPointer {
    var (lower, upper) = (0, count)
    while lower < upper, self[lower].isSpace { lower += 1 }
    while lower < upper, self[upper - 1].isSpace { upper -= 1 }
    return part(lower..<upper)
  }

  /// The first place that has the byte, from a place on; nil where there is none.
  @inline(__always)
  func place(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count, let found = memchr(base + start, Int32(byte), count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  /// Gives each part of a list, without the spaces around it, to `body`; empty ones are no parts. A separator within double
  /// quotes is none.
  func eachPart(by separator: UInt8, _ body: (UnsafeRawBufferPointer) -> Void) {
    var start = 0
    var isQuoted = false
    var place = 0
    while place <= count {
      if place == count || self[place] == separator && !isQuoted {
        let part = part(start..<place).trimmed
        if !part.isEmpty { body(part) }
        start = place + 1
      } else if self[place] == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if self[place] == UInt8(ascii: "\\"), isQuoted {
        place += 1
      }
      place += 1
    }
    // A quote that does not end.
    if start < count {
      let part = part(start..<count).trimmed
      if !part.isEmpty { body(part) }
    }
  }

  /// The bytes as a text; they are ASCII.
  var text: String { String(decoding: self, as: UTF8.self) }
}
