/// One note of an ELF file.
struct ElfNote: Equatable, Sendable {
  /// The owner's name as it stands in the file, normally with its NUL.
  let owner: ByteRun
  let type: UInt32
  let description: ByteRun

  /// Real files have a few hundred bytes of notes.
  static let byteLimit: UInt64 = 65536

  /// Reads the notes of all note segments.
  ///
  /// Fails where a note reaches beyond its segment, or where there are more than `byteLimit` bytes of notes.
  static func all(of segments: [ElfSegment], in source: ByteSource) throws(ElfFault) -> [ElfNote] {
    var notes: [ElfNote] = []
    // Components have two or three.
    notes.reserveCapacity(4)
    var total: UInt64 = 0
    for segment in segments where segment.kind == .note && segment.fileSize > 0 {
      guard segment.fileSize <= byteLimit - total else {
        throw .malformed(.notes, "they have more than \(byteLimit) bytes")
      }
      total += segment.fileSize
      let bytes = try source.read(at: segment.offset, count: segment.fileSize, of: .notes)
      try append(notesIn: bytes, alignment: segment.alignment == 8 ? 8 : 4, to: &notes)
    }
    return notes
  }

  private static func append(notesIn bytes: ByteRun, alignment: Int, to notes: inout [ElfNote]) throws(ElfFault) {
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
      notes.append(
        ElfNote(
          owner: bytes.slice(at: start + 12, count: ownerSize),
          type: bytes.word(at: start + 8),
          description: bytes.slice(at: descriptionStart, count: descriptionSize)))
      start = aligned(descriptionStart + descriptionSize)
    }
  }
}
