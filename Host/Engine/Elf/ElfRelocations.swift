import Glibc

/// Where the dynamic loader will write into a library, gone through once before it does.
///
/// A table is read piece by piece from its start to its end, and nothing is asked of a symbol here: only which are named.
/// Most relocations are of one type and lie in one range, so that each of those takes two comparisons.
struct ElfRelocations {
  /// One more than the greatest index of a symbol that is named.
  private(set) var symbolCount: UInt64 = 0
  /// The symbols whose thread-local places are asked for.
  private(set) var threadLocal: [UInt32] = []
  private let memory: ElfMemory
  private let types: ElfRelocationTypes
  // Where anything may be written.
  private let plain: [Range<UInt64>]
  private let arrays: [ElfFunctions.Array]
  // How many pointers of the arrays are written.
  private var written = 0

  private static let entrySize: UInt64 = 24

  init?(_ functions: ElfFunctions, _ dynamic: ElfDynamicTable, _ memory: ElfMemory) {
    guard let types = ElfRelocationTypes.host else { return nil }
    self.memory = memory
    self.types = types
    arrays = functions.arrays
    var plain: [Range<UInt64>] = []
    for segment in memory.segments where segment.kind == .load && segment.memorySize > 0 {
      if segment.isWritable || dynamic.writesToCode { plain.append(segment.addresses) }
    }
    for hole in arrays.map(\.addresses) + [dynamic.addresses] {
      plain = plain.flatMap { range in
        guard range.overlaps(hole) else { return [range] }
        return [
          range.lowerBound..<max(range.lowerBound, hole.lowerBound),
          min(range.upperBound, hole.upperBound)..<range.upperBound,
        ]
      }
    }
    // The longest first: it has nearly all.
    self.plain = plain.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
  }

  mutating func check(_ table: ElfDynamicTable) throws(ElfFault) {
    try checkWords(table)
    if let start = table.relocations {
      try check(start, table.relocationsSize, relative: table.relativeCount ?? 0)
    }
    if let start = table.linkageRelocations {
      try check(start, table.linkageRelocationsSize, relative: 0)
    }
    if let start = table.packedRelocations { try checkPacked(start, table.packedRelocationsSize) }
    guard written >= arrays.reduce(0, { $0 + $1.count }) else {
      throw .malformed(.initializers, "the address of one is never set")
    }
  }

  // What the loader asserts, or takes from an entry that need not be there.
  private func checkWords(_ table: ElfDynamicTable) throws(ElfFault) {
    func check(_ holds: Bool, _ flaw: String) throws(ElfFault) {
      if !holds { throw .malformed(.dynamicSection, flaw) }
    }
    if table.relocations != nil {
      try check(table.relocationSize != nil, "it does not say the size of a relocation")
      try check(table.relocationsSize != nil, "it does not say the size of its relocations")
    }
    if let kind = table.linkageKind {
      try check(kind == 7, "its linkage has relocations of the kind \(kind)")
    }
    let linkage = [table.linkageKind, table.linkageRelocations, table.linkageRelocationsSize]
    try check(linkage.allSatisfy { $0 != nil } || linkage.allSatisfy { $0 == nil }, "its linkage is told in part")
    if table.packedRelocations != nil {
      try check(table.packedRelocationSize == 8, "a packed relocation has not 8 bytes")
      try check(table.packedRelocationsSize != nil, "it does not say the size of its packed relocations")
    }
  }

  private mutating func check(_ start: UInt64, _ size: UInt64?, relative: UInt64) throws(ElfFault) {
    let size = size ?? 0
    guard size % Self.entrySize == 0 else { throw .malformed(.relocations, "they have \(size) bytes") }
    let count = size / Self.entrySize
    guard relative <= count else {
      throw .malformed(.relocations, "\(relative) of \(count) are said to be relative")
    }
    var symbols: UInt64 = 0
    // Where the last one was: the next lies nearly always in the same range.
    var near: UInt64 = 0
    var room: UInt64 = 0
    try memory.lendEach(at: start, count: count, size: Self.entrySize, of: .relocations) {
      (bytes, first) throws(ElfFault) in
      var place = 0
      var index = first
      while place < bytes.count {
        let entry = bytes.loadUnaligned(fromByteOffset: place, as: Elf64_Rela.self)
        let type = UInt32(truncatingIfNeeded: entry.r_info)
        if type == types.relative, entry.r_offset &- near < room {
          // Nearly all.
        } else if type == types.relative, let range = plainRange(of: entry.r_offset) {
          (near, room) = (range.lowerBound, range.upperBound - range.lowerBound - 7)
        } else {
          guard index >= relative || type == types.relative else {
            throw .malformed(.relocations, "of the \(relative) relative ones one is of the type \(type)")
          }
          try checkOther(entry, type)
          symbols = max(symbols, entry.r_info >> 32 + 1)
        }
        place += Int(Self.entrySize)
        index += 1
      }
    }
    symbolCount = max(symbolCount, symbols)
  }

  private func isPlain(_ address: UInt64) -> Bool { plainRange(of: address) != nil }

  // The range in which eight bytes may be written from there on.
  private func plainRange(of address: UInt64) -> Range<UInt64>? {
    for range in plain where address &- range.lowerBound < range.upperBound &- range.lowerBound {
      return range.upperBound &- address >= 8 ? range : nil
    }
    return nil
  }

  private mutating func checkOther(_ entry: Elf64_Rela, _ type: UInt32) throws(ElfFault) {
    // Nothing is done for type 0.
    if type == 0 { return }
    let value = type == types.relative ? UInt64(bitPattern: entry.r_addend) : nil
    if type == types.copy { throw .malformed(.relocations, "one copies, which is for programs only") }
    if type == types.chosen, !memory.isExecutable(UInt64(bitPattern: entry.r_addend)) {
      throw .malformed(.relocations, "one calls what is no code")
    }
    if types.threadLocal.contains(type) { threadLocal.append(UInt32(truncatingIfNeeded: entry.r_info >> 32)) }
    if !isPlain(entry.r_offset) { try checkSpecial(entry.r_offset, value) }
  }

  // What is written to neither where anything may be nor into the dynamic section, which the loader itself reads.
  private mutating func checkSpecial(_ address: UInt64, _ value: UInt64?) throws(ElfFault) {
    guard let array = arrays.first(where: { $0.addresses.contains(address) }) else {
      throw .malformed(.relocations, "one is for \(hexadecimal(address)), where nothing may be written")
    }
    guard (address - array.addresses.lowerBound) % 8 == 0 else {
      throw .malformed(.initializers, "one is set in part")
    }
    if let value, !memory.isExecutable(value) {
      throw .malformed(.initializers, "one at \(hexadecimal(value)) is no code")
    }
    written += 1
  }

  // Addresses, each followed by bits for the 63 words behind it.
  private mutating func checkPacked(_ start: UInt64, _ size: UInt64?) throws(ElfFault) {
    let size = size ?? 0
    guard size % 8 == 0 else { throw .malformed(.relocations, "packed, they have \(size) bytes") }
    var next: UInt64 = 0
    try memory.lendEach(at: start, count: size / 8, size: 8, of: .relocations) { (bytes, _) throws(ElfFault) in
      for place in stride(from: 0, to: bytes.count, by: 8) {
        let entry = bytes.long(at: place)
        if entry & 1 == 0 {
          if !isPlain(entry) { try checkSpecial(entry, there(entry)) }
          next = entry &+ 8
        } else {
          var bits = entry >> 1
          while bits != 0 {
            let address = next &+ UInt64(bits.trailingZeroBitCount * 8)
            if !isPlain(address) { try checkSpecial(address, there(address)) }
            bits &= bits - 1
          }
          next = next &+ 63 * 8
        }
      }
    }
  }

  // A packed relocation has its value where it is written to.
  private func there(_ address: UInt64) throws(ElfFault) -> UInt64 {
    try memory.lend(at: address, count: 8, of: .relocations) { (bytes) throws(ElfFault) in bytes.long(at: 0) }
  }

  private func hexadecimal(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }
}

/// The relocations of a processor with which a loader can be led astray, by their numbers.
struct ElfRelocationTypes: Sendable {
  let relative: UInt32
  /// Calls a function of the library for the value.
  let chosen: UInt32
  /// For programs only.
  let copy: UInt32
  let threadLocal: [UInt32]

  /// Nil for a processor whose numbers are not known.
  static let host: ElfRelocationTypes? = {
    switch ElfMachine.host?.rawValue {
    case 62: ElfRelocationTypes(relative: 8, chosen: 37, copy: 5, threadLocal: [16, 17, 18, 36])
    case 183: ElfRelocationTypes(relative: 1027, chosen: 1032, copy: 1024, threadLocal: [1028, 1029, 1030, 1031])
    case 243: ElfRelocationTypes(relative: 3, chosen: 58, copy: 4, threadLocal: [7, 9, 11])
    case 21: ElfRelocationTypes(relative: 22, chosen: 248, copy: 19, threadLocal: [68, 73, 78])
    default: nil
    }
  }()
}
