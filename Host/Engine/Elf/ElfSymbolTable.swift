/// The dynamic symbols of a library: what it exports, and what it wants from others.
///
/// Symbol versions are ignored. Lent and never copied, as the hash tables are: a copy would retain all that it reads.
struct ElfSymbolTable: ~Copyable {
  private let memory: ElfMemory
  private let tables: ElfDynamic.Tables
  private let header: ElfHeader

  /// A list holds no more symbols.
  static let countLimit: UInt32 = 65536
  /// A list reads no more of the string table, and holds no more bytes of names.
  static let nameBytesLimit: UInt64 = 32 << 20

  init(_ tables: ElfDynamic.Tables, _ memory: ElfMemory, _ header: ElfHeader) {
    self.tables = tables
    self.memory = memory
    self.header = header
  }

  /// The exported symbols and the wanted ones, in the order of the table.
  struct List: Equatable, Sendable {
    var exported: [String] = []
    var undefined: [String] = []
    /// False where the table is longer than the limits allow.
    var isComplete = true
  }

  /// Whether the library exports a function of this name.
  func defines(_ name: String) throws(ElfFault) -> Bool {
    guard let symbol = try exported(name) else { return false }
    return symbol.isFunction && memory.isExecutable(symbol.address)
  }

  /// The exported symbol of this name, be it a function or not; nil if there is none.
  ///
  /// Asks the hash table, as the loader does: without any it finds nothing.
  func exported(_ name: String) throws(ElfFault) -> ElfSymbol? {
    let bytes = name.utf8.span
    func check(_ index: UInt32) throws(ElfFault) -> ElfSymbol? {
      let symbol = try self.symbol(UInt64(index))
      guard symbol.isExported, try self.isName(of: symbol, bytes) else { return nil }
      return symbol
    }
    if let address = tables.gnuHash { return try GnuHash(at: address, memory: memory).search(bytes, check) }
    if let address = tables.systemHash { return try SystemHash(at: address, memory: memory).search(bytes, check) }
    return nil
  }

  /// Whether the loader can look up each of the first symbols, and those with thread-local places have such places.
  func check(count: UInt64, threadLocal: [UInt32]) throws(ElfFault) {
    try memory.lendEach(at: tables.symbols, count: count, size: UInt64(ElfSymbol.size), of: .symbolTable) {
      (bytes, first) throws(ElfFault) in
      for place in stride(from: 0, to: bytes.count, by: ElfSymbol.size) {
        let symbol = ElfSymbol(bytes, at: place)
        guard symbol.name < tables.stringsSize, !symbol.isChosen || memory.isExecutable(symbol.address) else {
          let number = Int(first) + place / ElfSymbol.size
          throw .malformed(.symbolTable, "symbol \(number) has no name or calls what is no code")
        }
      }
    }
    let hasPlaces = memory.segments.contains { $0.kind == .threadLocal && $0.memorySize > 0 }
    for index in threadLocal {
      let symbol = index == 0 ? nil : try self.symbol(UInt64(index))
      guard symbol?.isThreadLocal ?? true, hasPlaces || symbol?.isDefined == false else {
        throw .malformed(.symbolTable, "symbol \(index) is not thread-local, but taken for it")
      }
    }
  }

  func list() throws(ElfFault) -> List {
    var list = List()
    let total = try symbolCount()
    let count = min(total, UInt64(Self.countLimit))
    guard count > 1 else { return list }
    let size = min(tables.stringsSize, Self.nameBytesLimit)
    list.isComplete = count == total
    try memory.lend(at: tables.strings, count: size, of: .stringTable) { (strings) throws(ElfFault) in
      try memory.lend(at: tables.symbols, count: count * UInt64(ElfSymbol.size), of: .symbolTable) {
        (table) throws(ElfFault) in
        try fill(&list, Int(count), table, strings)
      }
    }
    return list
  }

  private func fill(
    _ list: inout List, _ count: Int, _ table: UnsafeRawBufferPointer, _ strings: UnsafeRawBufferPointer
  ) throws(ElfFault) {
    var room = Self.nameBytesLimit
    for index in 1..<count {
      let symbol = ElfSymbol(table, at: index * ElfSymbol.size)
      guard symbol.name != 0, symbol.isDefined ? symbol.isExported : symbol.isGlobal else { continue }
      guard let name = strings.text(at: Int(symbol.name), limit: ElfDynamic.textLimit) else {
        guard strings.count == tables.stringsSize else {
          list.isComplete = false
          continue
        }
        throw .malformed(.stringTable, "the name of symbol \(index) is not in it")
      }
      guard UInt64(name.utf8.count) <= room else {
        list.isComplete = false
        break
      }
      room -= UInt64(name.utf8.count)
      if symbol.isDefined { list.exported.append(name) } else { list.undefined.append(name) }
    }
  }

  /// Nothing in the dynamic section says how many symbols there are: the hash tables know, or the section headers.
  private func symbolCount() throws(ElfFault) -> UInt64 {
    let available = memory.available(at: tables.symbols) / UInt64(ElfSymbol.size)
    var count: UInt64 = 0
    if let address = tables.gnuHash {
      count = try GnuHash(at: address, memory: memory).symbolCount()
    }
    if let address = tables.systemHash {
      count = max(count, UInt64(try SystemHash(at: address, memory: memory).chainCount))
    }
    guard count <= available else {
      throw .malformed(.symbolTable, "it has \(count) symbols and room for \(available)")
    }
    // A table of hashes may leave out what is only wanted. Section headers are not loaded, so they count if they fit.
    let section = ElfSection.all(of: header, in: memory.source).first {
      $0.type == ElfSection.dynamicSymbols && $0.address == tables.symbols
    }
    let listed = (section?.size ?? 0) / UInt64(ElfSymbol.size)
    return listed <= available ? max(count, listed) : count
  }

  func symbol(_ index: UInt64) throws(ElfFault) -> ElfSymbol {
    let size = UInt64(ElfSymbol.size)
    return try memory.lend(at: tables.symbols + index * size, count: size, of: .symbolTable) {
      (bytes) throws(ElfFault) in ElfSymbol(bytes, at: 0)
    }
  }

  private func isName(of symbol: ElfSymbol, _ name: Span<UInt8>) throws(ElfFault) -> Bool {
    let offset = UInt64(symbol.name)
    guard offset < tables.stringsSize else {
      throw .malformed(.stringTable, "the name of a symbol is not in it")
    }
    let count = UInt64(name.count) + 1
    guard count <= tables.stringsSize - offset else { return false }
    return try memory.lend(at: tables.strings + offset, count: count, of: .stringTable) { (bytes) throws(ElfFault) in
      bytes.holdsText(name, at: 0)
    }
  }
}
