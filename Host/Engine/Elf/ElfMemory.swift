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

  /// Whether code at an address could run.
  func isExecutable(_ address: UInt64) -> Bool {
    segment(of: address)?.isExecutable ?? false
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

  private func segment(of address: UInt64) -> ElfSegment? {
    segments.first { $0.kind == .load && address >= $0.address && address - $0.address < $0.fileSize }
  }
}
