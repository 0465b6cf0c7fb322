/// The loaded segments, read by the addresses they would have in memory.
///
/// Everything the dynamic section points to is an address. Only bytes that come from the file can be read.
final class ElfMemory {
  let source: ByteSource
  let segments: [ElfSegment]

  init(source: ByteSource, segments: [ElfSegment]) {
    self.source = source
    self.segments = segments
  }

  /// How many bytes of the file follow an address within its segment; 0 outside of all segments.
  func available(at address: UInt64) -> UInt64 {
    guard let segment = segment(of: address) else { return 0 }
    return segment.fileSize - (address - segment.address)
  }

  /// Where the byte of an address lies in the file; nil outside of all segments.
  func offset(of address: UInt64) -> UInt64? {
    segment(of: address).map { $0.offset + (address - $0.address) }
  }

  /// Whether code at an address could run.
  func isExecutable(_ address: UInt64) -> Bool {
    segments.contains {
      $0.kind == .load && $0.isExecutable && address >= $0.address && address - $0.address < $0.fileSize
    }
  }

  /// Lends exactly `count` bytes from an address on.
  @inline(__always)
  func lend<R>(
    at address: UInt64, count: UInt64, of part: ElfPart, _ body: (UnsafeRawBufferPointer) throws(ElfFault) -> R
  ) throws(ElfFault) -> R {
    guard let segment = segment(of: address), count <= segment.fileSize - (address - segment.address) else {
      throw .malformed(part, "it lies outside of the loaded segments")
    }
    return try source.lend(at: segment.offset + (address - segment.address), count: count, of: part, body)
  }

  /// Lends a table piece by piece; `body` is told the index of its first entry. The entries' size must not be 0.
  @inline(__always)
  func lendEach(
    at address: UInt64, count: UInt64, size: UInt64, of part: ElfPart,
    _ body: (UnsafeRawBufferPointer, UInt64) throws(ElfFault) -> Void
  ) throws(ElfFault) {
    // All of it must be there, or a count of millions would be believed for a while.
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard count == 0 || !overflow && bytes <= available(at: address) else {
      throw .malformed(part, "it lies outside of the loaded segments")
    }
    let batch = 32768 / size
    var index: UInt64 = 0
    while index < count {
      let now = min(batch, count - index)
      try lend(at: address + index * size, count: now * size, of: part) { (bytes) throws(ElfFault) in
        try body(bytes, index)
      }
      index += now
    }
  }

  private func segment(of address: UInt64) -> ElfSegment? {
    segments.first { $0.kind == .load && $0.isReadable && address >= $0.address && address - $0.address < $0.fileSize }
  }
}
