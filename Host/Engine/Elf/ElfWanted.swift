/// What a library can't be linked without: the symbols of others that its relocations name, in their order, which is that of
/// the loader.
struct ElfWanted {
  private(set) var names: [String] = []
  private var seen: Set<UInt32> = []

  private static let entrySize: UInt64 = 24

  /// Nothing, where there are more than a list of symbols may hold.
  init(_ dynamic: ElfDynamic, _ memory: ElfMemory, _ header: ElfHeader) throws(ElfFault) {
    let (entries, tables) = (dynamic.entries, dynamic.tables)
    var indices: [UInt32] = []
    for (start, size) in [
      (entries.relocations, entries.relocationsSize), (entries.linkageRelocations, entries.linkageRelocationsSize),
    ] {
      guard let start, let size else { continue }
      try memory.lendEach(at: start, count: size / Self.entrySize, size: Self.entrySize, of: .relocations) {
        (bytes, _) throws(ElfFault) in
        for place in stride(from: 0, to: bytes.count, by: Int(Self.entrySize)) {
          let index = bytes.word(at: place + 12)
          // None is named where an address only moves with the library.
          if index != 0, seen.insert(index).inserted { indices.append(index) }
        }
      }
    }
    guard indices.count <= ElfSymbolTable.countLimit else { return }
    for index in indices {
      let symbol = try ElfSymbolTable(tables, memory, header).symbol(UInt64(index))
      if symbol.isWanted { names.append(try dynamic.text(at: UInt64(symbol.name), memory)) }
    }
  }
}
