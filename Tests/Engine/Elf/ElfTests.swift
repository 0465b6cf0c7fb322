import Testing

@testable import ComponentHost

@Suite struct ElfTests {
  @Test func `a drawn library reads without a fault`() throws {
    var blueprint = ElfBlueprint()
    blueprint.needed = ["libb.so", "liba.so.1"]
    blueprint.soname = "libReader.so"
    blueprint.runpath = "$ORIGIN"
    let elf = try blueprint.elf()
    #expect(try elf.componentNote() == ComponentNote(abi: 1, language: 3))
    #expect(try elf.buildIdentifier() == nil)
    let dynamic = try elf.dynamic()
    #expect(dynamic.needed == ["libb.so", "liba.so.1"])
    #expect(dynamic.soname == "libReader.so")
    #expect(dynamic.runpath == "$ORIGIN")
    #expect(dynamic.rpath == nil)
    #expect(try elf.defines("register", dynamic: dynamic))
    #expect(elf.header.systemName == "System V")
    #expect(elf.header.machine == ElfMachine.host)
  }

  @Test func `an empty file is no component`() {
    #expect(throws: ElfFault.empty) { try Elf(ByteSource(bytes: [])) }
  }

  @Test(
    arguments: [
      (0, [0x23], .notElf),
      (4, [1], .wrongClass),
      (4, [7], .malformed(.header, "its class is 7")),
      (5, [2], .wrongByteOrder),
      (6, [2], .malformed(.header, "its version is not 1")),
      (7, [9], .wrongSystem("FreeBSD")),
      (16, [1, 0], .wrongType(.relocatable)),
      (16, [2, 0], .wrongType(.executable)),
      (16, [4, 0], .wrongType(.core)),
      (16, [0, 0xff], .wrongType(.other(0xff00))),
      (18, [40, 0], .wrongMachine(found: "arm", host: ElfMachine.host?.name ?? "")),
      (54, [32, 0], .malformed(.header, "a program header has 32 bytes instead of 56")),
      (56, [0, 0], .malformed(.programHeaders, "there are none")),
      (56, [0xff, 0xff], .malformed(.programHeaders, "there are 65535, more than 256")),
      // The first program header is of the one loaded segment.
      (64, [0], .malformed(.programHeaders, "there is nothing to load")),
      (
        64 + 40, [0, 0, 0, 0, 0, 0, 0, 0],
        .malformed(.programHeaders, "a segment has more bytes in the file than in memory")
      ),
      (64 + 16, [0, 0, 0, 0, 0, 0, 0, 1], .malformed(.programHeaders, "a segment lies beyond any address")),
      (64 + 16, [8], .malformed(.programHeaders, "a segment is not aligned")),
      (64 + 48, [3], .malformed(.programHeaders, "a segment is not aligned")),
      // The second one is of the notes, the third of the dynamic section.
      (64 + 56, [1], .malformed(.programHeaders, "segments overlap or are out of order")),
    ] as [(Int, [UInt8], ElfFault)])
  func `a wrong number in a header is named`(offset: Int, bytes: [UInt8], fault: ElfFault) {
    let blueprint = ElfBlueprint(noteAlignment: 4096, patches: [(offset, bytes)])
    #expect(throws: fault) { try blueprint.elf() }
  }

  @Test(arguments: [.max, .max - 63, .max / 2, 1 << 40, 10_000] as [UInt64])
  func `program headers beyond the file are cut off`(offset: UInt64) {
    let size = UInt64(ElfBlueprint().bytes().count)
    let (end, overflow) = offset.addingReportingOverflow(168)
    let blueprint = ElfBlueprint(patches: [(32, ElfBlueprint.little(offset))])
    #expect(throws: ElfFault.truncated(.programHeaders, has: size, needs: overflow ? .max : end)) {
      try blueprint.elf()
    }
  }

  @Test func `program headers over the ELF header do not harm`() {
    for offset in 0..<64 {
      _ = ElfReading(ElfBlueprint(patches: [(32, [UInt8(offset)])]).bytes())
    }
  }

  @Test func `a segment whose end overflows is malformed`() {
    let blueprint = ElfBlueprint(patches: [(64 + 8, ElfBlueprint.little(UInt64.max))])
    let size = blueprint.bytes().count
    let flaw = "a segment of \(size) bytes begins at \(UInt64.max)"
    #expect(throws: ElfFault.malformed(.programHeaders, flaw)) { try blueprint.elf() }
  }

  @Test(arguments: [(2, ElfPart.dynamicSection), (1, .notes), (0, .segments)])
  func `a segment beyond the file is cut off, by its name`(index: Int, part: ElfPart) {
    let size = ElfBlueprint().bytes().count
    let field = 64 + index * 56
    let blueprint = ElfBlueprint(patches: [(field + 32, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1])])
    let offset = [0, ElfBlueprint.notesOffset, (ElfBlueprint.notesOffset + 40 + 7) & ~7][index]
    #expect(throws: ElfFault.truncated(part, has: UInt64(size), needs: UInt64(offset) + 65536)) { try blueprint.elf() }
  }

  @Test func `faults end the sentence they belong to`() {
    let sentences: [(ElfFault, String)] = [
      (.empty, "it is empty"),
      (.notElf, "it is no ELF file"),
      (.unreadable(code: 13), "it can't be read: Permission denied"),
      (
        .truncated(.programHeaders, has: 100, needs: 624),
        "it is cut off in its program headers: it has 100 bytes and needs 624"
      ),
      (.wrongClass, "it is for 32-bit systems"),
      (.wrongByteOrder, "it is for big-endian systems"),
      (.wrongMachine(found: "aarch64", host: "x86-64"), "it is for aarch64, this host runs on x86-64"),
      (.wrongSystem("FreeBSD"), "it is for FreeBSD, not for Linux"),
      (.wrongType(.executable), "it is a program, no shared library"),
      (.noDynamicSection, "it has no dynamic section"),
      (
        .malformed(.notes, "a note reaches beyond their end"),
        "its notes can't be right: a note reaches beyond their end"
      ),
    ]
    for (fault, sentence) in sentences { #expect(fault.description == sentence) }
  }
}
