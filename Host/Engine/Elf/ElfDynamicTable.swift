import Glibc

/// The entries of the dynamic section that matter, as they stand there.
struct ElfDynamicTable: Equatable, Sendable {
  /// Offsets of names in the string table.
  private(set) var needed: [UInt64] = []
  private(set) var soname, rpath, runpath: UInt64?
  private(set) var flags, flags1: UInt64?
  private(set) var strings, stringsSize, symbols, symbolSize: UInt64?
  private(set) var gnuHash, systemHash: UInt64?
  private(set) var relocations, relocationsSize, relocationSize, relativeCount: UInt64?
  private(set) var linkageRelocations, linkageRelocationsSize, linkageKind: UInt64?
  private(set) var packedRelocations, packedRelocationsSize, packedRelocationSize: UInt64?
  private(set) var initializer, initializers, initializersSize: UInt64?
  private(set) var finalizer, finalizers, finalizersSize: UInt64?
  private(set) var symbolVersions, neededVersions, definedVersions: UInt64?
  private(set) var writesToCode = false
  /// Whether it wants other libraries' symbols in the place of its own.
  private(set) var isFilter = false
  /// Where the section lies in memory, with its null entry.
  private(set) var addresses: Range<UInt64>

  static let entryLimit = 4096
  static let neededLimit = 1024

  /// Goes up to the null entry, as the loader does. Of equal tags the last one counts, again as for the loader.
  init(at address: UInt64, memory: ElfMemory) throws(ElfFault) {
    let available = memory.available(at: address) / 16
    guard available > 0 else { throw .malformed(.dynamicSection, "it lies outside of the loaded segments") }
    addresses = address..<address
    let count = Int(min(available, UInt64(ElfDynamicTable.entryLimit)))
    var index = 0
    // Sections are short and segments long, so the entries come in batches.
    while index < count {
      let batch = min(32, count - index)
      let start = address + UInt64(index * 16)
      let isAtEnd = try memory.lend(at: start, count: UInt64(batch * 16), of: .dynamicSection) {
        (bytes) throws(ElfFault) in
        for entry in 0..<batch {
          let entry = bytes.loadUnaligned(fromByteOffset: entry * 16, as: Elf64_Dyn.self)
          addresses = addresses.lowerBound..<(addresses.upperBound + 16)
          let tag = UInt64(bitPattern: entry.d_tag)
          if tag == Tag.end { return true }
          if tag == Tag.needed, needed.count == ElfDynamicTable.neededLimit {
            throw .malformed(.dynamicSection, "it needs more than \(ElfDynamicTable.neededLimit) libraries")
          }
          take(tag, entry.d_un.d_val)
        }
        return false
      }
      if isAtEnd { return }
      index += batch
    }
    throw .malformed(.dynamicSection, "it has no end within \(count) entries")
  }

  private mutating func take(_ tag: UInt64, _ value: UInt64) {
    switch tag {
    case Tag.needed: needed.append(value)
    case 2: linkageRelocationsSize = value
    case 4: systemHash = value
    case 5: strings = value
    case 6: symbols = value
    case 7: relocations = value
    case 8: relocationsSize = value
    case 9: relocationSize = value
    case 10: stringsSize = value
    case 11: symbolSize = value
    case 12: initializer = value
    case 13: finalizer = value
    case 14: soname = value
    case 15: rpath = value
    case 20: linkageKind = value
    case 22: writesToCode = true
    case 23: linkageRelocations = value
    case 25: initializers = value
    case 26: finalizers = value
    case 27: initializersSize = value
    case 28: finalizersSize = value
    case 29: runpath = value
    case 30:
      flags = value
      if value & 4 != 0 { writesToCode = true }
    case 35: packedRelocationsSize = value
    case 36: packedRelocations = value
    case 37: packedRelocationSize = value
    case 0x6fff_fef5: gnuHash = value
    case 0x6fff_fff0: symbolVersions = value
    case 0x6fff_fff9: relativeCount = value
    case 0x6fff_fffb: flags1 = value
    case 0x6fff_fffc: definedVersions = value
    case 0x6fff_fffe: neededVersions = value
    case 0x7fff_fffd, 0x7fff_ffff: isFilter = true
    default: break
    }
  }

  private enum Tag {
    static let end: UInt64 = 0
    static let needed: UInt64 = 1
  }
}
