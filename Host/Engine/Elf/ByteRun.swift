import Glibc

/// Some bytes of a file, read as little-endian numbers and as text.
///
/// No offset traps: what lies beyond the end reads as zero. A reader that must know asks for the exact range first.
struct ByteRun: Equatable, Sendable {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func byte(at offset: Int) -> UInt8 { number(at: offset) }
  func half(at offset: Int) -> UInt16 { number(at: offset) }
  func word(at offset: Int) -> UInt32 { number(at: offset) }
  func long(at offset: Int) -> UInt64 { number(at: offset) }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
    guard offset >= 0, bytes.count - MemoryLayout<Number>.size >= offset else { return 0 }
    return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }

  /// The bytes of a range, or of as much of it as there is.
  func slice(at offset: Int, count wanted: Int) -> [UInt8] {
    guard offset >= 0, wanted > 0, offset < count else { return [] }
    return Array(bytes[offset..<(offset + min(wanted, count - offset))])
  }

  /// The text that begins at an offset and ends before the next NUL.
  ///
  /// Nil where no NUL follows within `limit` bytes. Bytes that are no UTF-8 are replaced.
  func text(at offset: Int, limit: Int) -> String? {
    guard offset >= 0, offset < count, limit > 0 else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress?.advanced(by: offset),
        let end = memchr(start, 0, min(limit, buffer.count - offset))
      else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start), as: UTF8.self)
    }
  }

  /// Whether exactly these bytes and then a NUL stand at an offset.
  func holds(_ name: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, count - name.count > offset, bytes[offset + name.count] == 0 else { return false }
    return bytes[offset..<(offset + name.count)].elementsEqual(name)
  }
}
