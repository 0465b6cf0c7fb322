/// One note of an ELF file, while its bytes are lent.
struct ElfNote {
  /// The owner's name as it stands in the file, normally with its NUL.
  let owner: UnsafeRawBufferPointer
  let type: UInt32
  let description: UnsafeRawBufferPointer
  /// Where that begins in the file.
  let place: UInt64

  /// Real files have a few hundred bytes of notes.
  static let byteLimit: UInt64 = 65536

  /// Shows the notes of all segments of a kind, one after the other.
  ///
  /// Fails where a note reaches beyond its segment, or where there are more than `byteLimit` bytes of notes.
  static func each(
    of segments: [ElfSegment], kind: ElfSegment.Kind = .note, in source: ByteSource,
    _ body: (ElfNote) throws(ElfFault) -> Void
  ) throws(ElfFault) {
    var total: UInt64 = 0
    for segment in segments where segment.kind == kind && segment.fileSize > 0 {
      guard segment.fileSize <= byteLimit - total else {
        throw .malformed(.notes, "they have more than \(byteLimit) bytes")
      }
      total += segment.fileSize
      try source.lend(at: segment.offset, count: segment.fileSize, of: .notes) { (bytes) throws(ElfFault) in
        try each(in: bytes, at: segment.offset, alignment: segment.alignment == 8 ? 8 : 4, body)
      }
    }
  }

  private static func each(
    in bytes: UnsafeRawBufferPointer, at offset: UInt64, alignment: Int, _ body: (ElfNote) throws(ElfFault) -> Void
  ) throws(ElfFault) {
    func aligned(_ offset: Int) -> Int { (offset + alignment - 1) & ~(alignment - 1) }
    var start = 0
    // The sizes are 32-bit numbers, so the sums can't overflow.
    while bytes.count - start >= 12 {
      let ownerSize = Int(bytes.word(at: start))
      let descriptionSize = Int(bytes.word(at: start + 4))
      let descriptionStart = aligned(start + 12 + ownerSize)
      guard descriptionStart + descriptionSize <= bytes.count else {
        throw .malformed(.notes, "a note reaches beyond their end")
      }
      try body(
        ElfNote(
          owner: bytes.slice(at: start + 12, count: ownerSize),
          type: bytes.word(at: start + 8),
          description: bytes.slice(at: descriptionStart, count: descriptionSize),
          place: offset + UInt64(descriptionStart)))
      start = aligned(descriptionStart + descriptionSize)
    }
  }
}
