import Testing

@testable import ComponentHost

@Suite struct ComponentNoteTests {
  private static let own = ElfBlueprint.note(owner: "Component\0", type: 1, words: [1, 3, 0, 0])

  private func note(_ bytes: [UInt8], alignment: UInt64 = 4) throws -> ComponentNote? {
    try ElfBlueprint(notes: bytes, noteAlignment: alignment).elf().componentNote()
  }

  @Test func `no notes are a missing note`() throws {
    #expect(try note([]) == nil)
    #expect(try note(ElfBlueprint.note(owner: "GNU\0", type: 1, words: [1, 3, 0, 0])) == nil)
    #expect(try note(ElfBlueprint.note(owner: "Component\0", type: 2, words: [1, 3, 0, 0])) == nil)
    #expect(try note(ElfBlueprint.note(owner: "", type: 1, words: [])) == nil)
  }

  @Test(arguments: [4, 8]) func `a note is found behind others`(alignment: Int) throws {
    let other = ElfBlueprint.note(owner: "GNU\0", type: 5, words: [7, 8, 9], alignment: alignment)
    let own = ElfBlueprint.note(owner: "Component\0", type: 1, words: [2, 4, 0, 0], alignment: alignment)
    #expect(try note(other + own + other, alignment: UInt64(alignment)) == ComponentNote(abi: 2, language: 4))
  }

  @Test func `two equal notes are one`() throws {
    #expect(try note(Self.own + Self.own) == ComponentNote(abi: 1, language: 3))
  }

  @Test func `two notes that differ are malformed`() {
    let other = ElfBlueprint.note(owner: "Component\0", type: 1, words: [2, 3, 0, 0])
    #expect(throws: ElfFault.malformed(.componentNote, "there are two that differ")) { try note(Self.own + other) }
  }

  @Test func `a note of another size is malformed`() {
    let short = ElfBlueprint.note(owner: "Component\0", type: 1, words: [1, 3])
    #expect(throws: ElfFault.malformed(.componentNote, "it has 8 bytes instead of 16")) { try note(short) }
    let bare = ElfBlueprint.note(owner: "Component", type: 1, words: [1, 3, 0, 0])
    #expect(throws: ElfFault.malformed(.componentNote, "its owner has 9 bytes instead of 10")) { try note(bare) }
  }

  @Test(arguments: [0, 4]) func `a size beyond the notes is malformed`(field: Int) {
    for size in [.max, .max - 3, 0x7fff_ffff, 29] as [UInt32] {
      var bytes = Self.own
      bytes.replaceSubrange(field..<(field + 4), with: ElfBlueprint.little(size))
      #expect(throws: ElfFault.malformed(.notes, "a note reaches beyond their end")) { try note(bytes) }
    }
  }

  @Test func `a note cut off in its head is no note`() throws {
    #expect(try note(Self.own + [1, 0, 0, 0, 1, 0, 0]) == ComponentNote(abi: 1, language: 3))
  }

  @Test func `more notes than the limit are malformed`() {
    let bytes = [UInt8](repeating: 0, count: 65540)
    #expect(throws: ElfFault.malformed(.notes, "they have more than 65536 bytes")) { try note(bytes) }
  }

  @Test func `a build identifier is given in hexadecimal digits`() throws {
    let identity = ElfBlueprint.note(owner: "GNU\0", type: 3, words: [0x0102_0aff, 0xdead_beef])
    #expect(try ElfBlueprint(notes: Self.own + identity).elf().buildIdentifier() == "ff0a0201efbeadde")
  }
}
