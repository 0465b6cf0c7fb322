extension UnsafeRawBufferPointer {
  /// Whether the bytes are UTF-8, strictly.
  ///
  /// Overlong forms, surrogates, scalars above U+10FFFF and sequences cut short are not UTF-8. NUL is.
  public var isValidUTF8: Bool { firstInvalidUTF8 == nil }

  /// Where the first sequence begins that is not UTF-8; nil where all of them are.
  var firstInvalidUTF8: Int? {
    var place = 0
    while place < count {
      guard self[place] < 0x80 else {
        let length = sequenceLength(at: place)
        guard length > 0 else { return place }
        place += length
        continue
      }
      place += 1
      // Long texts are mostly ASCII, which 64 bytes at a time tell.
      while count &- place >= 64, !hasBeyondASCII(in: place) { place &+= 64 }
      while count - place >= 8, eightBytes(at: place).marksBeyondASCII == 0 { place += 8 }
    }
    return nil
  }

  @inline(__always)
  private func hasBeyondASCII(in place: Int) -> Bool {
    guard let start = baseAddress else { return false }
    var all: UInt64 = 0
    for word in 0..<8 { all |= start.loadUnaligned(fromByteOffset: place &+ word &* 8, as: UInt64.self) }
    return all & 0x8080_8080_8080_8080 != 0
  }

  // The length of the valid sequence that begins with a byte beyond ASCII; 0 if it is not valid.
  private func sequenceLength(at place: Int) -> Int {
    let lead = UInt32(self[place])
    let left = count - place
    if lead < 0xE0 {
      return lead >= 0xC2 && left >= 2 && isContinuation(place + 1) ? 2 : 0
    }
    guard left >= 3, isContinuation(place + 1), isContinuation(place + 2) else { return 0 }
    let tail = UInt32(self[place + 1] & 0x3F) << 6 | UInt32(self[place + 2] & 0x3F)
    if lead < 0xF0 {
      let scalar = (lead & 0x0F) << 12 | tail
      return scalar >= 0x800 && scalar >> 11 != 0x1B ? 3 : 0
    }
    guard lead < 0xF8, left >= 4, isContinuation(place + 3) else { return 0 }
    let scalar = (lead & 0x07) << 18 | tail << 6 | UInt32(self[place + 3] & 0x3F)
    return scalar >= 0x10000 && scalar <= 0x10FFFF ? 4 : 0
  }

  private func isContinuation(_ place: Int) -> Bool { self[place] & 0xC0 == 0x80 }
}
