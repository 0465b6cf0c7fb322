import Testing

@testable import ComponentHost

@Suite struct ElfDynamicTests {
  private func dynamic(_ blueprint: ElfBlueprint) throws -> ElfDynamic { try blueprint.elf().dynamic() }

  @Test func `no dynamic section is named`() {
    #expect(throws: ElfFault.noDynamicSection) {
      try dynamic(ElfBlueprint(patches: [(64 + 112, [9])]))
    }
  }

  @Test(
    arguments: [
      ((0x6fff_fffb, 0x0800_0001), .wrongType(.executable)),
      ((0x6fff_fffb, 0x40), .notToBeOpened),
      ((11, 16), .malformed(.dynamicSection, "a symbol has 16 bytes instead of 24")),
      ((9, 12), .malformed(.dynamicSection, "a relocation has 12 bytes instead of 24")),
      ((1, 1 << 40), .malformed(.stringTable, "a string begins at 1099511627776 of 10 bytes")),
      ((14, .max), .malformed(.stringTable, "a string begins at 18446744073709551615 of 10 bytes")),
    ] as [((UInt64, UInt64), ElfFault)])
  func `an entry that can't be right is named`(entry: (UInt64, UInt64), fault: ElfFault) {
    #expect(throws: fault) { try dynamic(ElfBlueprint(entries: [entry])) }
  }

  @Test func `a section outside of the loaded segments is malformed`() {
    for address in [.max, .max - 15, 1 << 55, 5000] as [UInt64] {
      #expect(throws: ElfFault.malformed(.dynamicSection, "it lies outside of the loaded segments")) {
        try dynamic(ElfBlueprint(patches: [(64 + 112 + 16, ElfBlueprint.little(address))]))
      }
    }
  }

  @Test func `entries without an end are malformed`() {
    let entries = [(UInt64, UInt64)](repeating: (0x1111, 0), count: 5000)
    #expect(throws: ElfFault.malformed(.dynamicSection, "it has no end within 4096 entries")) {
      try dynamic(ElfBlueprint(entries: entries))
    }
  }

  @Test func `more needed libraries than the limit are malformed`() {
    #expect(throws: ElfFault.malformed(.dynamicSection, "it needs more than 1024 libraries")) {
      try dynamic(ElfBlueprint(needed: [String](repeating: "a", count: 1025)))
    }
  }

  @Test func `a string without its end is malformed`() {
    var blueprint = ElfBlueprint(needed: ["liba.so"], symbols: [])
    let size = blueprint.bytes().count
    blueprint.patches = [(size - 1, [0x41])]
    #expect(throws: ElfFault.malformed(.stringTable, "a string has no end within 8 bytes")) { try dynamic(blueprint) }
    let long = ElfBlueprint(needed: [String(repeating: "a", count: 4096)])
    #expect(throws: ElfFault.malformed(.stringTable, "a string has no end within 4096 bytes")) { try dynamic(long) }
  }

  @Test func `text that is no UTF-8 is repaired`() throws {
    var blueprint = ElfBlueprint(needed: ["lib.so"], symbols: [])
    let size = blueprint.bytes().count
    blueprint.patches = [(size - 2, [0xff])]
    #expect(try dynamic(blueprint).needed == ["lib.s\u{fffd}"])
  }
}
