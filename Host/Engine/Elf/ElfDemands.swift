import Glibc

/// What the dynamic loader takes for granted of a library.
///
/// It believes what it reads: where one of these did not hold, it would end the process with a signal or an assertion,
/// and the component's refusal could not be said. What it tests itself, and reports, is left to it.
struct ElfDemands {
  private let header: ElfHeader
  private let memory: ElfMemory
  private let dynamic: ElfDynamic

  init(_ header: ElfHeader, _ memory: ElfMemory, _ dynamic: ElfDynamic) {
    self.header = header
    self.memory = memory
    self.dynamic = dynamic
  }

  /// Reads each table once, from its start to its end.
  func check() throws(ElfFault) {
    for segment in memory.segments { try check(segment) }
    try checkHeaders()
    try checkDynamic()
    let table = dynamic.entries
    let functions = try ElfFunctions(table, memory)
    let versions = try ElfVersions(dynamic, memory)
    var symbolCount = try hashedSymbolCount()
    if var relocations = ElfRelocations(functions, table, memory) {
      try relocations.check(table)
      symbolCount = max(symbolCount, relocations.symbolCount)
      try ElfSymbolTable(dynamic.tables, memory, header)
        .check(count: symbolCount, threadLocal: relocations.threadLocal)
    }
    try versions.check(symbolCount: symbolCount)
  }

  // The loader asks the newer kind of table, if there are both.
  private func hashedSymbolCount() throws(ElfFault) -> UInt64 {
    if let address = dynamic.tables.gnuHash { return try GnuHash(at: address, memory: memory).symbolCount() }
    guard let address = dynamic.tables.systemHash else { return 0 }
    let table = try SystemHash(at: address, memory: memory)
    try table.check()
    return UInt64(table.chainCount)
  }

  private func check(_ segment: ElfSegment) throws(ElfFault) {
    switch segment.kind {
    case .threadLocal where segment.memorySize > 0:
      let alignment = segment.alignment
      guard segment.fileSize <= segment.memorySize, segment.memorySize <= Self.threadLocalLimit,
        alignment > 0, alignment & (alignment - 1) == 0, alignment <= Self.alignmentLimit,
        memory.available(at: segment.address) >= segment.fileSize || segment.fileSize == 0
      else { throw .malformed(.programHeaders, "they can't be right about its thread-local data") }
    case .madeReadOnly where segment.memorySize > 0:
      guard let loaded = memory.segments.first(where: { $0.kind == .load && $0.addresses.contains(segment.address) }),
        segment.memorySize <= roundedUp(loaded.addresses.upperBound) - segment.address
      else { throw .malformed(.programHeaders, "more is made read-only than there is") }
    case .property where segment.alignment == 8, .note where segment.alignment == 8:
      guard memory.available(at: segment.address) >= segment.memorySize, segment.memorySize <= segment.fileSize,
        memory.offset(of: segment.address) == segment.offset || segment.memorySize == 0
      else { throw .malformed(.notes, "they lie outside of the loaded segments") }
      if segment.kind == .property {
        try ElfNote.each(of: [segment], kind: .property, in: memory.source) { (_) throws(ElfFault) in }
      }
    default: break
    }
  }

  // The loader keeps where its program headers lie, and so does everything that asks it for its libraries.
  private func checkHeaders() throws(ElfFault) {
    let (start, size) = (
      header.programHeaderOffset, UInt64(header.programHeaderCount) * ElfHeader.programHeaderSize
    )
    for segment in memory.segments where segment.kind == .programHeaders {
      guard memory.offset(of: segment.address) == start, memory.available(at: segment.address) >= size else {
        throw .malformed(.programHeaders, "they are not where they say")
      }
    }
    let around = memory.segments.first {
      $0.kind == .load && $0.offset / Self.page * Self.page <= start && start + size <= roundedUp($0.fileEnd)
    }
    guard around?.isReadable ?? true else { throw .malformed(.programHeaders, "nobody may read them") }
  }

  private func checkDynamic() throws(ElfFault) {
    let table = dynamic.entries
    if ElfDynamic.segment(of: memory)?.isWritable == true {
      guard
        memory.segments.contains(where: {
          $0.kind == .load && $0.isWritable && $0.addresses.contains(table.addresses.lowerBound)
        })
      else { throw .malformed(.dynamicSection, "it is to be written to where nothing may be written") }
    }
    guard !table.isFilter else { throw .malformed(.dynamicSection, "it is a filter for another library") }
    let end = dynamic.tables.strings + dynamic.tables.stringsSize
    guard dynamic.tables.stringsSize > 0,
      try memory.lend(at: end - 1, count: 1, of: .stringTable, { (bytes) throws(ElfFault) in bytes.byte(at: 0) }) == 0
    else { throw .malformed(.stringTable, "its last string has no end") }
  }

  private func roundedUp(_ address: UInt64) -> UInt64 { (address + Self.page - 1) / Self.page * Self.page }

  private static let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
  // Far more than any library has. Memory that is not to be had for it ends the process when a thread first asks.
  private static let threadLocalLimit: UInt64 = 1 << 26
  private static let alignmentLimit: UInt64 = 1 << 16
}
