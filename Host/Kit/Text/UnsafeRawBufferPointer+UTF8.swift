extension UnsafeRawBufferPointer {
  /// Whether the bytes are UTF-8, strictly.
  ///
  /// Overlong forms, surrogates, scalars above U+10FFFF and sequences cut short are not UTF-8. NUL is.
  public var isValidUTF8: Bool { firstInvalidUTF8 == nil }

  /// Where the first sequence begins that is not UTF-8; nil where all of them are.
  var firstInvalidUTF8: Int? {
    var place = skipASCII(from: 0)
    // Words in a row without anything beyond ASCII.
    var plain = 0
    while count &- place >= 8 {
      let beyond = eightBytes(at: place).marksBeyondASCII
      if beyond == 0 {
        place &+= 8
        plain &+= 1
        if plain == 4 {
          place = skipASCII(from: place)
          plain = 0
        }
        continue
      }
      plain = 0
      place &+= beyond.trailingZeroBitCount / 8
      repeat {
        let length = sequenceLength(at: place)
        guard length > 0 else { return place }
        place &+= length
      } while place < count && self[place] >= 0x80
    }
    while place < count {
      let length = self[place] < 0x80 ? 1 : sequenceLength(at: place)
      guard length > 0 else { return place }
      place &+= length
    }
    return nil
  }

  // Long texts are mostly ASCII. 256 bytes at a time tell that about as fast as memory gives them.
  @inline(__always)
  private func skipASCII(from start: Int) -> Int {
    var place = start
    while count &- place >= 256, !hasBeyondASCII(in: place) { place &+= 256 }
    return place
  }

  @inline(__always)
  private func hasBeyondASCII(in place: Int) -> Bool {
    guard let start = baseAddress else { return false }
    var all: UInt64 = 0
    for word in 0..<32 { all |= start.loadUnaligned(fromByteOffset: place &+ word &* 8, as: UInt64.self) }
    return all.marksBeyondASCII != 0
  }

  // The length of the valid sequence that begins with a byte beyond ASCII; 0 if it is not valid.
  @inline(__always)
  private func sequenceLength(at place: Int) -> Int {
    let left = count &- place
    // The lead lowest, zeros for what is not there: no sequence goes on with them.
    var four: UInt32 = 0
    if left >= 4, let start = baseAddress {
      four = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    } else {
      for index in 0..<left { four |= UInt32(self[place &+ index]) << UInt32(8 &* index) }
    }
    // Each time: lead and continuations, then that no shorter sequence would do, then what Unicode leaves out.
    if four & 0xC0E0 == 0x80C0 { return four & 0x1E != 0 ? 2 : 0 }
    if four & 0xC0C0F0 == 0x8080E0 {
      let first = four & 0x200F
      return first != 0 && first != 0x200D ? 3 : 0
    }
    if four & 0xC0C0_C0F8 == 0x8080_80F0 {
      let first = (four & 0x07) << 2 | (four >> 12) & 0x03
      return first != 0 && first <= 0x10 ? 4 : 0
    }
    return 0
  }
}
