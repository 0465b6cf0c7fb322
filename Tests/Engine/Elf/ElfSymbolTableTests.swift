import Testing

@testable import ComponentHost

@Suite struct ElfSymbolTableTests {
  private func defines(_ name: String, _ blueprint: ElfBlueprint) throws -> Bool {
    let elf = try blueprint.elf()
    return try elf.defines(name, dynamic: elf.dynamic())
  }

  private func list(_ blueprint: ElfBlueprint) throws -> ElfSymbolTable.List {
    let elf = try blueprint.elf()
    return try elf.symbols(elf.dynamic())
  }

  private static let several = ["a", "printf", "register", "z"].map { ElfBlueprint.Symbol(name: $0) }

  @Test(arguments: [ElfBlueprint.Hash.gnu, .system, .both])
  func `a function is found in every kind of table`(hash: ElfBlueprint.Hash) throws {
    let blueprint = ElfBlueprint(symbols: Self.several, hash: hash)
    for name in ["a", "printf", "register", "z"] { #expect(try defines(name, blueprint)) }
    for name in ["", "registe", "register2", "\0"] { #expect(try !defines(name, blueprint)) }
    #expect(try list(blueprint) == .init(exported: ["a", "printf", "register", "z"]))
  }

  @Test(arguments: [
    (ElfBlueprint.Symbol(name: "register", info: 0x22), true),
    (.init(name: "register", info: 0x10), true),
    (.init(name: "register", info: 0x1a), true),
    (.init(name: "register", other: 3), true),
    (.init(name: "register", info: 0x02), false),
    (.init(name: "register", info: 0x11), false),
    (.init(name: "register", info: 0x16), false),
    (.init(name: "register", info: 0xa2), false),
    (.init(name: "register", other: 1), false),
    (.init(name: "register", other: 2), false),
    (.init(name: "register", section: 0), false),
    (.init(name: "register", section: 0xfff1), false),
    (.init(name: "register", address: 1 << 40), false),
    (.init(name: "register", address: .max), false),
  ])
  func `only an exported function counts as defined`(symbol: ElfBlueprint.Symbol, isDefined: Bool) throws {
    #expect(try defines("register", ElfBlueprint(symbols: [symbol])) == isDefined)
    #expect(try defines("register", ElfBlueprint(symbols: [symbol], hash: .system)) == isDefined)
  }

  @Test func `wanted symbols are told from exported ones`() throws {
    let symbols: [ElfBlueprint.Symbol] = [
      .init(name: "mine"), .init(name: "puts", section: 0), .init(name: "data", info: 0x11),
      .init(name: "local", info: 2), .init(name: "hidden", other: 2), .init(name: "maybe", info: 0x20, section: 0),
    ]
    let found = try list(ElfBlueprint(symbols: symbols, hash: .both))
    #expect(found == .init(exported: ["mine", "data"], undefined: ["puts", "maybe"]))
  }

  @Test(
    arguments: [
      ([0, 1, 1, 6, .max, .max], nil),
      ([1, 1, 0, 6, .max, .max, 1, 1], "its filter has 0 words"),
      ([1, 1, 3, 6, .max, .max, 1, 1], "its filter has 3 words"),
      ([1, 5, 1, 6, .max, .max, 4, 1], "a bucket begins before the first symbol"),
      ([1, 1, 1, 6, .max, .max, 0x00ff_ffff, 1], "a chain has no end"),
      ([.max, 1, 1, 6, .max, .max, 1, 1], "it lies outside of the loaded segments"),
      ([1, 1, 0x8000_0000, 6, .max, .max, 1, 1], "it lies outside of the loaded segments"),
      ([1, 1, 1, .max, 0, 0, 1, 1], nil),
    ] as [([UInt32], String?)])
  func `a broken table of GNU hashes finds nothing`(words: [UInt32], flaw: String?) throws {
    let blueprint = ElfBlueprint(hash: .gnuWords(words))
    if let flaw {
      #expect(throws: ElfFault.malformed(.hashTable, flaw)) { try defines("register", blueprint) }
    } else {
      #expect(try !defines("register", blueprint))
    }
    _ = ElfReading(blueprint.bytes())
  }

  @Test func `a chain of GNU hashes without its mark is malformed`() {
    let hash = GnuHash.hash("other".utf8.span) & ~1
    let chain = [UInt32](repeating: hash, count: 100_000)
    let blueprint = ElfBlueprint(hash: .gnuWords([1, 1, 1, 6, .max, .max, 1] + chain))
    #expect(throws: ElfFault.malformed(.hashTable, "a chain has more than 65536 symbols")) {
      try defines("register", blueprint)
    }
    #expect(throws: ElfFault.malformed(.hashTable, "a chain has more than 65536 symbols")) { try list(blueprint) }
  }

  @Test(
    arguments: [
      ([0, 2], nil),
      ([1, 2, 1, 0, 1], "a chain has no end"),
      ([1, 2, 7, 0, 0], "a chain leaves the table"),
      ([.max, 2, 1, 0, 0], "it lies outside of the loaded segments"),
      ([1, .max, 1, 0, 1], "a chain has no end"),
    ] as [([UInt32], String?)])
  func `a broken table of System V hashes finds nothing`(words: [UInt32], flaw: String?) throws {
    let blueprint = ElfBlueprint(symbols: [.init(name: "other")], hash: .systemWords(words))
    if let flaw {
      #expect(throws: ElfFault.malformed(.hashTable, flaw)) { try defines("register", blueprint) }
    } else {
      #expect(try !defines("register", blueprint))
    }
    _ = ElfReading(blueprint.bytes())
  }

  @Test func `more symbols than there is room for are malformed`() {
    let blueprint = ElfBlueprint(hash: .systemWords([1, .max, 1, 0, 0]))
    do {
      _ = try list(blueprint)
      Issue.record("nothing was thrown")
    } catch ElfFault.malformed(.symbolTable, let flaw) {
      #expect(flaw.hasPrefix("it has 4294967295 symbols and room for "))
    } catch {
      Issue.record(error)
    }
  }

  @Test func `a symbol whose name is not in the strings is malformed`() throws {
    var blueprint = ElfBlueprint(hash: .system)
    // The only symbol stands 24 bytes into the table.
    let table = Int(try blueprint.elf().dynamic().tables.symbols)
    blueprint.patches = [(table + 24, [0xff, 0xff, 0xff, 0xff])]
    #expect(throws: ElfFault.malformed(.stringTable, "the name of a symbol is not in it")) {
      try defines("register", blueprint)
    }
    #expect(throws: ElfFault.malformed(.stringTable, "the name of symbol 1 is not in it")) { try list(blueprint) }
  }

  @Test func `names that add up to more than the limit end the list`() throws {
    // Every symbol has the same long name.
    let name = String(repeating: "n", count: 4000)
    var blueprint = ElfBlueprint(symbols: [.init(name: name)], hash: .system)
    let entry = try blueprint.elf().dynamic().tables.symbols + 24
    let one = Array(blueprint.bytes()[Int(entry)..<(Int(entry) + 24)])
    blueprint.symbols += [ElfBlueprint.Symbol](repeating: .init(name: ""), count: 9000)
    for index in 1...9000 { blueprint.patches.append((Int(entry) + index * 24, one)) }
    let found = try list(blueprint)
    #expect(!found.isComplete)
    #expect(found.exported.count == (32 << 20) / 4000)
  }
}
