import ComponentABI

/// What a component's note says: the contract it was compiled with, in which language, and by which compiler.
struct ComponentNote: Equatable, Sendable {
  let abi: UInt32
  let language: UInt32
  /// Of what is in Swift, where it is known.
  var compiler: SwiftCompiler?

  static let owner = Array("Component\0".utf8)
  static let type: UInt32 = 1
  static let size = 16

  /// The component's note among the notes of a file; nil if there is none.
  ///
  /// Fails where it has a wrong size, or where there are several that differ.
  static func find(of segments: [ElfSegment], in source: ByteSource) throws(ElfFault) -> ComponentNote? {
    var found: ComponentNote?
    try ElfNote.each(of: segments, in: source) { (note) throws(ElfFault) in
      guard note.type == type, isOwner(note.owner) else { return }
      guard note.owner.count == owner.count else {
        throw .malformed(.componentNote, "its owner has \(note.owner.count) bytes instead of \(owner.count)")
      }
      guard note.description.count == size else {
        throw .malformed(.componentNote, "it has \(note.description.count) bytes instead of \(size)")
      }
      var current = ComponentNote(abi: note.description.word(at: 0), language: note.description.word(at: 4))
      if current.language == COMPONENT_LANGUAGE_SWIFT {
        let compiler = SwiftCompiler(version: note.description.word(at: 8), revision: note.description.word(at: 12))
        if compiler.isKnown { current.compiler = compiler }
      }
      guard found == nil || found == current else {
        throw .malformed(.componentNote, "there are two that differ")
      }
      found = current
    }
    return found
  }

  /// Any number of NULs counts, so that a slip of the pen is told from a missing note.
  private static func isOwner(_ name: UnsafeRawBufferPointer) -> Bool {
    var end = name.count
    while end > 0, name.byte(at: end - 1) == 0 { end -= 1 }
    return end == owner.count - 1 && (0..<end).allSatisfy { name.byte(at: $0) == owner[$0] }
  }
}
