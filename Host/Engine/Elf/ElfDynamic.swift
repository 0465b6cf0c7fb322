import Glibc

/// The dynamic section: what a library needs, what it is called, and where its symbols are.
struct ElfDynamic: Equatable, Sendable {
  /// The libraries it was linked with, in the order of the loader.
  let needed: [String]
  let soname: String?
  let runpath: String?
  let rpath: String?
  let tables: Tables

  /// The addresses of what tells of its symbols.
  struct Tables: Equatable, Sendable {
    let symbols: UInt64
    let strings: UInt64
    let stringsSize: UInt64
    /// The two kinds of hash tables, where there are any.
    let gnuHash: UInt64?
    let systemHash: UInt64?
  }

  static let entryLimit = 4096
  static let neededLimit = 1024
  static let textLimit = 4096

  /// Reads the section that the program headers name.
  ///
  /// Fails for a program that only looks like a library (DF_1_PIE), and where the loader's own assertions would
  /// end the process.
  init(_ memory: ElfMemory) throws(ElfFault) {
    guard let segment = memory.segments.first(where: { $0.kind == .dynamic }) else { throw .noDynamicSection }
    let table = try Self.table(at: segment.address, memory: memory)
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
    for offset in table.needed { needed.append(try texts.text(at: offset)) }
    self.needed = needed
    soname = try texts.text(at: table.soname)
    runpath = try texts.text(at: table.runpath)
    rpath = try texts.text(at: table.rpath)
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

  /// Goes up to the null entry, as the loader does. Of equal tags the last one counts, again as for the loader.
  private static func table(at address: UInt64, memory: ElfMemory) throws(ElfFault) -> Table {
    let available = memory.available(at: address) / 16
    guard available > 0 else { throw .malformed(.dynamicSection, "it lies outside of the loaded segments") }
    let count = Int(min(available, UInt64(entryLimit)))
    var table = Table()
    var index = 0
    // Sections are short and segments long, so the entries come in batches.
    while index < count {
      let batch = min(32, count - index)
      let start = address + UInt64(index * 16)
      let isAtEnd = try memory.lend(at: start, count: UInt64(batch * 16), of: .dynamicSection) {
        (bytes) throws(ElfFault) in
        for entry in 0..<batch {
          let entry = bytes.loadUnaligned(fromByteOffset: entry * 16, as: Elf64_Dyn.self)
          let tag = UInt64(bitPattern: entry.d_tag)
          if tag == Tag.end { return true }
          if tag == Tag.needed, table.needed.count == neededLimit {
            throw .malformed(.dynamicSection, "it needs more than \(neededLimit) libraries")
          }
          table.take(tag, entry.d_un.d_val)
        }
        return false
      }
      if isAtEnd { return table }
      index += batch
    }
    throw .malformed(.dynamicSection, "it has no end within \(count) entries")
  }

  // The entries that matter.
  private struct Table {
    var needed: [UInt64] = []
    var systemHash, strings, symbols, relocationSize, stringsSize, symbolSize: UInt64?
    var soname, rpath, runpath, gnuHash, flags1: UInt64?

    mutating func take(_ tag: UInt64, _ value: UInt64) {
      switch tag {
      case Tag.needed: needed.append(value)
      case Tag.systemHash: systemHash = value
      case Tag.strings: strings = value
      case Tag.symbols: symbols = value
      case Tag.relocationSize: relocationSize = value
      case Tag.stringsSize: stringsSize = value
      case Tag.symbolSize: symbolSize = value
      case Tag.soname: soname = value
      case Tag.rpath: rpath = value
      case Tag.runpath: runpath = value
      case Tag.gnuHash: gnuHash = value
      case Tag.flags1: flags1 = value
      default: break
      }
    }
  }

  private enum Flag {
    static let closed: UInt64 = 0x40
    static let program: UInt64 = 0x0800_0000
  }

  private enum Tag {
    static let end: UInt64 = 0
    static let needed: UInt64 = 1
    static let systemHash: UInt64 = 4
    static let strings: UInt64 = 5
    static let symbols: UInt64 = 6
    static let relocationSize: UInt64 = 9
    static let stringsSize: UInt64 = 10
    static let symbolSize: UInt64 = 11
    static let soname: UInt64 = 14
    static let rpath: UInt64 = 15
    static let runpath: UInt64 = 29
    static let gnuHash: UInt64 = 0x6fff_fef5
    static let flags1: UInt64 = 0x6fff_fffb
  }
}
