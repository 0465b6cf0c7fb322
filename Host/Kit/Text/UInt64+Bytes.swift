// Eight bytes looked at in one step.
//
// Each function marks bytes by their highest bit. The lowest mark is exact; above it a byte may be marked that
// should not be, so that only "is there any" and "where is the first" may be asked.
extension UInt64 {
  /// The same byte eight times.
  static func eight(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Marks of the bytes that are not ASCII.
  var marksBeyondASCII: UInt64 { self & 0x8080_8080_8080_8080 }

  /// Marks of the bytes below a limit of at most 128.
  func marks(below limit: UInt8) -> UInt64 { (self &- .eight(limit)) & ~self & 0x8080_8080_8080_8080 }

  /// Marks of the bytes equal to the given one.
  func marks(of byte: UInt8) -> UInt64 { (self ^ .eight(byte)).marks(below: 1) }
}

extension UnsafeRawBufferPointer {
  /// The eight bytes from a place on, the first of them lowest. The caller has checked that there are eight.
  func eightBytes(at place: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// A part of the bytes.
  func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }
}
