extension UnsafeRawBufferPointer {
  /// Whether the bytes are UTF-8, strictly.
  ///
  /// Overlong forms, surrogates, scalars above U+10FFFF and sequences cut short are not UTF-8. NUL is.
  public var isValidUTF8: Bool { firstInvalidUTF8 == nil }

  /// Where the first sequence begins that is not UTF-8; nil where all of them are.
  var firstInvalidUTF8: Int? {
    var place = 0
    while true {
      // Long texts are mostly ASCII, which 256 bytes at a time tell about as fast as memory gives them.
      while count &- place >= 256, !hasBeyondASCII(in: place) { place &+= 256 }
      while count - place >= 8, eightBytes(at: place).marksBeyondASCII == 0 { place += 8 }
      guard place < count else { return nil }
      if self[place] < 0x80 {
        place += 1
      } else {
        let length = sequenceLength(at: place)
        guard length > 0 else { return place }
        place += length
      }
    }
  }

  @inline(__always)
  private func hasBeyondASCII(in place: Int) -> Bool {
    guard let start = baseAddress?.advanced(by: place) else { return false }
    var all = start.loadUnaligned(as: SIMD8<UInt64>.self)
    for block in 1..<4 { all |= start.loadUnaligned(fromByteOffset: block &* 64, as: SIMD8<UInt64>.self) }
    let four = all.lowHalf | all.highHalf
    let two = four.lowHalf | four.highHalf
    return (two.x | two.y) & 0x8080_8080_8080_8080 != 0
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
