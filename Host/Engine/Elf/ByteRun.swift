import Glibc

/// Some bytes of a file, read as little-endian numbers and as text.
///
/// No offset traps: what lies beyond the end reads as zero. A reader that must know asks for the exact range first.
struct ByteRun: Sendable {
  // Shared with the source that was read: no run copies what is in it.
  private let whole: [UInt8]
  private let range: Range<Int>

  init(bytes: [UInt8]) { self.init(bytes, bytes.indices) }

  /// A part of some bytes; the range must lie in them.
  init(_ whole: [UInt8], _ range: Range<Int>) {
    self.whole = whole
    self.range = range
  }

  var bytes: ArraySlice<UInt8> { whole[range] }
  var count: Int { range.count }

  func byte(at offset: Int) -> UInt8 { number(at: offset) }
  func half(at offset: Int) -> UInt16 { number(at: offset) }
  func word(at offset: Int) -> UInt32 { number(at: offset) }
  func long(at offset: Int) -> UInt64 { number(at: offset) }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
    withBytes { $0.number(at: offset) }
  }

  /// Lends the bytes to whoever reads many of them.
  func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try whole.withUnsafeBufferPointer { (whole) throws(E) in
      try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(whole)[range]))
    }
  }

  /// A part, or as much of it as there is.
  func slice(at offset: Int, count wanted: Int) -> ByteRun {
    guard offset >= 0, wanted > 0, offset < count else { return ByteRun(whole, range.lowerBound..<range.lowerBound) }
    let start = range.lowerBound + offset
    return ByteRun(whole, start..<(start + min(wanted, count - offset)))
  }

  /// The text that begins at an offset and ends before the next NUL.
  ///
  /// Nil where no NUL follows within `limit` bytes. Bytes that are no UTF-8 are replaced.
  func text(at offset: Int, limit: Int) -> String? {
    guard offset >= 0, offset < count, limit > 0 else { return nil }
    return whole.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress?.advanced(by: range.lowerBound + offset),
        let end = memchr(start, 0, min(limit, count - offset))
      else { return nil }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - start), as: UTF8.self)
    }
  }

  /// Whether exactly these bytes and then a NUL stand at an offset.
  func holds(_ name: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, count - name.count > offset, byte(at: offset + name.count) == 0 else { return false }
    return slice(at: offset, count: name.count) == name
  }
}

extension ByteRun: Equatable {
  static func == (a: ByteRun, b: ByteRun) -> Bool {
    a.count == b.count && a.bytes.withUnsafeBytes { a in b.bytes.withUnsafeBytes { b in a.elementsEqual(b) } }
  }

  static func == (run: ByteRun, bytes: [UInt8]) -> Bool { run == ByteRun(bytes: bytes) }
}

extension UnsafeRawBufferPointer {
  /// A little-endian number; zero where it does not lie within the bytes.
  @inline(__always)
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
    guard offset >= 0, count - MemoryLayout<Number>.size >= offset else { return 0 }
    return Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
