/// The hash table of today's linkers: a filter, buckets, and for each bucket a run of symbols.
struct GnuHash: ~Copyable {
  private let memory: ElfMemory
  private let bucketCount: UInt32
  private let firstSymbol: UInt32
  private let filterCount: UInt32
  private let filterShift: UInt32
  private let filter: UInt64
  private let buckets: UInt64
  private let chains: UInt64

  private static let bucketLimit: UInt32 = 1 << 20

  init(at address: UInt64, memory: ElfMemory) throws(ElfFault) {
    let (bucketCount, firstSymbol, filterCount, filterShift) = try memory.lend(
      at: address, count: 16, of: .hashTable
    ) { (head) throws(ElfFault) in (head.word(at: 0), head.word(at: 4), head.word(at: 8), head.word(at: 12)) }
    // The loader asserts this.
    guard filterCount > 0, filterCount & (filterCount - 1) == 0 else {
      throw .malformed(.hashTable, "its filter has \(filterCount) words")
    }
    self.memory = memory
    self.bucketCount = bucketCount
    self.firstSymbol = firstSymbol
    self.filterCount = filterCount
    self.filterShift = filterShift
    // A loaded address is below 2^56, and these are products of 32-bit numbers: nothing overflows.
    filter = address + 16
    buckets = filter + UInt64(filterCount) * 8
    chains = buckets + UInt64(bucketCount) * 4
  }

  static func hash(_ name: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 5381
    for index in name.indices { hash = hash &* 33 &+ UInt32(name[index]) }
    return hash
  }

  /// Calls `body` with each symbol that has the name's hash, until it has found what it wants.
  func search<R>(_ name: Span<UInt8>, _ body: (UInt32) throws(ElfFault) -> R?) throws(ElfFault) -> R? {
    guard bucketCount > 0 else { return nil }
    let hash = Self.hash(name)
    let place = filter + UInt64((hash / 64) & (filterCount - 1)) * 8
    let word = try memory.lend(at: place, count: 8, of: .hashTable) { (bytes) throws(ElfFault) in bytes.long(at: 0) }
    guard (word >> UInt64(hash & 63)) & (word >> UInt64((hash &>> filterShift) & 63)) & 1 == 1 else { return nil }
    let bucket = try memory.lend(at: buckets + UInt64(hash % bucketCount) * 4, count: 4, of: .hashTable) {
      (bytes) throws(ElfFault) in bytes.word(at: 0)
    }
    guard bucket != 0 else { return nil }
    return try walk(from: bucket) { (index, value) throws(ElfFault) in
      value | 1 == hash | 1 ? try body(index) : nil
    }
  }

  /// How many symbols the symbol table has, as far as this table knows. All that a search may read is there.
  func symbolCount() throws(ElfFault) -> UInt64 {
    guard bucketCount <= Self.bucketLimit else { throw .malformed(.hashTable, "it has \(bucketCount) buckets") }
    guard memory.available(at: filter) / 8 >= UInt64(filterCount) else {
      throw .malformed(.hashTable, "its filter lies outside of the loaded segments")
    }
    var (first, last) = (UInt32.max, UInt32(0))
    try memory.lendEach(at: buckets, count: UInt64(bucketCount), size: 4, of: .hashTable) {
      (bytes, _) throws(ElfFault) in
      for place in stride(from: 0, to: bytes.count, by: 4) {
        let symbol = bytes.word(at: place)
        if symbol != 0 { (first, last) = (min(first, symbol), max(last, symbol)) }
      }
    }
    guard last > 0 else { return UInt64(firstSymbol) }
    // With the runs of the others being before it, all of them are in the file.
    guard first >= firstSymbol, memory.available(at: chains + UInt64(first - firstSymbol) * 4) > 0 else {
      throw .malformed(.hashTable, "a bucket begins before the first symbol")
    }
    var end: UInt32 = last
    _ = try walk(from: last) { (index, _) throws(ElfFault) -> Never? in
      end = index
      return nil
    }
    return UInt64(end) + 1
  }

  /// Goes along one run of symbols, to its mark or until `body` has found what it wants.
  ///
  /// The index only grows and the run must be in the file, so the walk ends.
  private func walk<R>(
    from first: UInt32, _ body: (UInt32, UInt32) throws(ElfFault) -> R?
  ) throws(ElfFault) -> R? {
    guard first >= firstSymbol else { throw .malformed(.hashTable, "a bucket begins before the first symbol") }
    var index = first
    var isAtEnd = false
    while !isAtEnd {
      let address = chains + UInt64(index - firstSymbol) * 4
      let batch = min(memory.available(at: address) / 4, 32)
      guard batch > 0 else { throw .malformed(.hashTable, "a chain has no end") }
      let found: R? = try memory.lend(at: address, count: batch * 4, of: .hashTable) { (bytes) throws(ElfFault) in
        for entry in 0..<Int(batch) {
          let value = bytes.word(at: entry * 4)
          if let found = try body(index, value) { return found }
          isAtEnd = value & 1 == 1
          if isAtEnd { return nil }
          let (next, overflow) = index.addingReportingOverflow(1)
          guard !overflow, next - first < ElfSymbolTable.countLimit else {
            throw .malformed(.hashTable, "a chain has more than \(ElfSymbolTable.countLimit) symbols")
          }
          index = next
        }
        return nil
      }
      if let found { return found }
    }
    return nil
  }
}
