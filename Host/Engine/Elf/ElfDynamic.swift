/// The dynamic section: what a library needs, what it is called, and where its symbols are.
struct ElfDynamic: Equatable, Sendable {
  /// The libraries it was linked with, in the order of the loader.
  private(set) var needed: [String] = []
  private(set) var soname: String?
  private(set) var runpath: String?
  private(set) var rpath: String?
  let symbols: UInt64
  let strings: UInt64
  let stringsSize: UInt64
  /// Addresses of the two kinds of hash tables, where there are any.
  let gnuHash: UInt64?
  let systemHash: UInt64?

  static let entryLimit = 4096
  static let neededLimit = 1024
  static let textLimit = 4096

  /// Reads the section that the program headers name.
  ///
  /// Fails for a program that only looks like a library (DF_1_PIE), and where the loader's own assertions would
  /// end the process.
  init(segments: [ElfSegment], memory: ElfMemory) throws(ElfFault) {
    guard let segment = segments.first(where: { $0.kind == .dynamic }) else { throw .noDynamicSection }
    let table = try Self.table(at: segment.address, memory: memory)
    if let flags = table.values[Tag.flags1] {
      guard flags & Flag.program == 0 else { throw .wrongType(.executable) }
      guard flags & Flag.closed == 0 else { throw .notToBeOpened }
    }
    let expected: [(UInt64, UInt64, String)] = [
      (Tag.symbolSize, 24, "a symbol"), (Tag.relocationSize, 24, "a relocation"),
    ]
    for (tag, size, name) in expected {
      guard let found = table.values[tag], found != size else { continue }
      throw .malformed(.dynamicSection, "\(name) has \(found) bytes instead of \(size)")
    }
    guard let strings = table.values[Tag.strings] else { throw .malformed(.dynamicSection, "it names no strings") }
    guard let symbols = table.values[Tag.symbols] else { throw .malformed(.dynamicSection, "it names no symbols") }
    let available = memory.available(at: strings)
    let size = table.values[Tag.stringsSize] ?? available
    guard available > 0, size <= available else {
      throw .malformed(.stringTable, "it lies outside of the loaded segments")
    }
    guard memory.available(at: symbols) > 0 else {
      throw .malformed(.symbolTable, "it lies outside of the loaded segments")
    }
    self.strings = strings
    self.stringsSize = size
    self.symbols = symbols
    gnuHash = table.values[Tag.gnuHash]
    systemHash = table.values[Tag.systemHash]
    for offset in table.needed { needed.append(try text(at: offset, memory: memory)) }
    if let offset = table.values[Tag.soname] { soname = try text(at: offset, memory: memory) }
    if let offset = table.values[Tag.runpath] { runpath = try text(at: offset, memory: memory) }
    if let offset = table.values[Tag.rpath] { rpath = try text(at: offset, memory: memory) }
  }

  /// The string at an offset of the string table.
  func text(at offset: UInt64, memory: ElfMemory) throws(ElfFault) -> String {
    guard offset < stringsSize else {
      throw .malformed(.stringTable, "a string begins at \(offset) of \(stringsSize) bytes")
    }
    let count = min(UInt64(Self.textLimit), stringsSize - offset)
    let bytes = try memory.read(at: strings + offset, count: count, of: .stringTable)
    guard let text = bytes.text(at: 0, limit: Self.textLimit) else {
      throw .malformed(.stringTable, "a string has no end within \(count) bytes")
    }
    return text
  }

  /// Goes up to the null entry, as the loader does. Of equal tags the last one counts, again as for the loader.
  private static func table(
    at address: UInt64, memory: ElfMemory
  ) throws(ElfFault) -> (values: [UInt64: UInt64], needed: [UInt64]) {
    let available = memory.available(at: address) / 16
    guard available > 0 else { throw .malformed(.dynamicSection, "it lies outside of the loaded segments") }
    let count = Int(min(available, UInt64(entryLimit)))
    var values: [UInt64: UInt64] = [:]
    var needed: [UInt64] = []
    var index = 0
    // Sections are short and segments long, so the entries come in batches.
    while index < count {
      let batch = min(32, count - index)
      let bytes = try memory.read(at: address + UInt64(index * 16), count: UInt64(batch * 16), of: .dynamicSection)
      for entry in 0..<batch {
        let tag = bytes.long(at: entry * 16)
        let value = bytes.long(at: entry * 16 + 8)
        switch tag {
        case Tag.end: return (values, needed)
        case Tag.needed:
          guard needed.count < neededLimit else {
            throw .malformed(.dynamicSection, "it needs more than \(neededLimit) libraries")
          }
          needed.append(value)
        case _ where Tag.kept.contains(tag): values[tag] = value
        default: break
        }
      }
      index += batch
    }
    throw .malformed(.dynamicSection, "it has no end within \(count) entries")
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

    static let kept: Set<UInt64> = [
      systemHash, strings, symbols, relocationSize, stringsSize, symbolSize, soname, rpath, runpath, gnuHash, flags1,
    ]
  }
}
