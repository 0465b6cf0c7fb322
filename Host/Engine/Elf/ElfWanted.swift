/// What a library can't be linked without: the symbols of others that its relocations name, in their order, which is that of
/// the loader. A name that is no UTF-8 is left out.
struct ElfWanted {
  private(set) var names: [String] = []
  private var seen: Set<UInt32> = []

  private static let entrySize: UInt64 = 24

  /// Nothing, where their names are longer than those in a list of symbols may be.
  init(_ dynamic: ElfDynamic, _ memory: ElfMemory, _ header: ElfHeader) throws(ElfFault) {
    let (entries, tables) = (dynamic.entries, dynamic.tables)
    let relative = ElfRelocationTypes.host?.relative
    var indices: [UInt32] = []
    for (start, size) in [
      (entries.relocations, entries.relocationsSize), (entries.linkageRelocations, entries.linkageRelocationsSize),
    ] {
      guard let start, let size else { continue }
      try memory.lendEach(at: start, count: size / Self.entrySize, size: Self.entrySize, of: .relocations) {
        (bytes, _) throws(ElfFault) in
        for place in stride(from: 0, to: bytes.count, by: Int(Self.entrySize)) {
          let (type, index) = (bytes.word(at: place + 8), bytes.word(at: place + 12))
          // None is named where an address only moves with the library, and none is bound where nothing is done.
          if index == 0 || type == 0 || type == relative { continue }
          guard seen.insert(index).inserted else { continue }
          guard indices.count < ElfSymbolTable.countLimit else {
            throw .malformed(.relocations, "they name more than \(ElfSymbolTable.countLimit) symbols")
          }
          indices.append(index)
        }
      }
    }
    var room = ElfSymbolTable.nameBytesLimit
    for index in indices {
      let symbol = try ElfSymbolTable(tables, memory, header).symbol(UInt64(index))
      guard symbol.isWanted else { continue }
      let name = try dynamic.text(at: UInt64(symbol.name), memory)
      guard UInt64(name.utf8.count) <= room else {
        names = []
        return
      }
      room -= UInt64(name.utf8.count)
      if !name.unicodeScalars.contains("\u{FFFD}") { names.append(name) }
    }
  }
}
