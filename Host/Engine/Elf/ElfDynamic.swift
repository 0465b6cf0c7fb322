/// The dynamic section: what a library needs, what it is called, and where its symbols are.
struct ElfDynamic: Equatable, Sendable {
  /// The libraries it was linked with, in the order of the loader.
  let needed: [String]
  let soname: String?
  let runpath: String?
  let rpath: String?
  let tables: Tables
  let entries: ElfDynamicTable

  /// The addresses of what tells of its symbols.
  struct Tables: Equatable, Sendable {
    let symbols: UInt64
    let strings: UInt64
    let stringsSize: UInt64
    /// The two kinds of hash tables, where there are any.
    let gnuHash: UInt64?
    let systemHash: UInt64?
  }

  static let textLimit = 4096

  /// Reads the section that the program headers name.
  ///
  /// Fails for a program that only looks like a library (DF_1_PIE), and where the loader's own assertions would
  /// end the process.
  init(_ memory: ElfMemory) throws(ElfFault) {
    guard let segment = ElfDynamic.segment(of: memory) else { throw .noDynamicSection }
    let table = try ElfDynamicTable(at: segment.address, memory: memory)
    entries = table
    if let flags = table.flags1 {
      guard flags & Flag.program == 0 else { throw .wrongType(.executable) }
      guard flags & Flag.closed == 0 else { throw .notToBeOpened }
    }
    try Self.check(table.symbolSize, "a symbol")
    try Self.check(table.relocationSize, "a relocation")
    guard let strings = table.strings else { throw .malformed(.dynamicSection, "it names no strings") }
    guard let symbols = table.symbols else { throw .malformed(.dynamicSection, "it names no symbols") }
    let available = memory.available(at: strings)
    let size = table.stringsSize ?? available
    guard available > 0, size <= available else {
      throw .malformed(.stringTable, "it lies outside of the loaded segments")
    }
    guard memory.available(at: symbols) > 0 else {
      throw .malformed(.symbolTable, "it lies outside of the loaded segments")
    }
    tables = Tables(
      symbols: symbols, strings: strings, stringsSize: size, gnuHash: table.gnuHash, systemHash: table.systemHash)
    let texts = Texts(start: strings, size: size, memory: memory)
    var needed: [String] = []
    needed.reserveCapacity(table.needed.count)
    for offset in table.needed {
      let name: String = try texts.text(at: offset)
      // To the loader that is the program itself.
      guard !name.isEmpty else { throw .malformed(.dynamicSection, "it needs a library without a name") }
      needed.append(name)
    }
    self.needed = needed
    soname = try texts.text(at: table.soname)
    runpath = try texts.text(at: table.runpath)
    rpath = try texts.text(at: table.rpath)
  }

  /// A text of the string table.
  func text(at offset: UInt64, _ memory: ElfMemory) throws(ElfFault) -> String {
    try Texts(start: tables.strings, size: tables.stringsSize, memory: memory).text(at: offset)
  }

  /// Where it lies: of several the last one counts, as for the loader.
  static func segment(of memory: ElfMemory) -> ElfSegment? {
    memory.segments.last { $0.kind == .dynamic && $0.fileSize > 0 }
  }

  // The loader asserts this size of both.
  private static func check(_ size: UInt64?, _ name: String) throws(ElfFault) {
    guard let size, size != 24 else { return }
    throw .malformed(.dynamicSection, "\(name) has \(size) bytes instead of 24")
  }

  // The string table.
  private struct Texts {
    let start: UInt64
    let size: UInt64
    let memory: ElfMemory

    func text(at offset: UInt64?) throws(ElfFault) -> String? {
      if let offset { try text(at: offset) as String } else { nil }
    }

    func text(at offset: UInt64) throws(ElfFault) -> String {
      guard offset < size else {
        throw .malformed(.stringTable, "a string begins at \(offset) of \(size) bytes")
      }
      // Nearly all of them are short.
      let few = min(256, size - offset)
      if let text = try text(at: offset, within: few) { return text }
      let count = min(UInt64(textLimit), size - offset)
      guard let text = try text(at: offset, within: count) else {
        throw .malformed(.stringTable, "a string has no end within \(count) bytes")
      }
      return text
    }

    private func text(at offset: UInt64, within count: UInt64) throws(ElfFault) -> String? {
      try memory.lend(at: start + offset, count: count, of: .stringTable) { (bytes) throws(ElfFault) in
        bytes.text(at: 0, limit: bytes.count)
      }
    }
  }

  private enum Flag {
    static let closed: UInt64 = 0x40
    static let program: UInt64 = 0x0800_0000
  }
}
