import Glibc

// Bytes of a file while they are lent, read as little-endian numbers and as text.
//
// No offset traps: what lies beyond the end reads as zero. A reader that must know asks for the exact range first.
extension UnsafeRawBufferPointer {
  func byte(at offset: Int) -> UInt8 { number(at: offset) }
  func half(at offset: Int) -> UInt16 { number(at: offset) }
  func word(at offset: Int) -> UInt32 { number(at: offset) }
  func long(at offset: Int) -> UInt64 { number(at: offset) }

  @inline(__always)
  private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
    guard offset >= 0, count - MemoryLayout<Number>.size >= offset else { return 0 }
    return Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// A part, or as much of it as there is.
  func slice(at offset: Int, count wanted: Int) -> UnsafeRawBufferPointer {
    guard offset >= 0, wanted > 0, offset < count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: self[offset..<(offset + Swift.min(wanted, count - offset))])
  }

  /// The text that begins at an offset and ends before the next NUL.
  ///
  /// Nil where no NUL follows within `limit` bytes. Bytes that are no UTF-8 are replaced.
  func text(at offset: Int, limit: Int) -> String? {
    guard offset >= 0, offset < count, limit > 0, let start = baseAddress?.advanced(by: offset),
      let end = memchr(start, 0, Swift.min(limit, count - offset))
    else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start), as: UTF8.self)
  }

  /// Whether exactly these bytes stand at an offset.
  func holds(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, count - bytes.count >= offset else { return false }
    guard let start = baseAddress?.advanced(by: offset) else { return bytes.isEmpty }
    return bytes.withUnsafeBytes { wanted in wanted.baseAddress.map { memcmp($0, start, wanted.count) == 0 } ?? true }
  }

  /// Whether exactly these bytes and then a NUL stand at an offset.
  func holdsText(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    count - bytes.count > offset && holds(bytes, at: offset) && byte(at: offset + bytes.count) == 0
  }
}
