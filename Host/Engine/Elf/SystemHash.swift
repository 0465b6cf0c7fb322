/// The hash table of the System V standard: buckets, and chains from symbol to symbol.
struct SystemHash: ~Copyable {
  private let memory: ElfMemory
  private let bucketCount: UInt32
  /// Also the number of symbols.
  let chainCount: UInt32
  private let buckets: UInt64
  private let chains: UInt64

  init(at address: UInt64, memory: ElfMemory) throws(ElfFault) {
    (bucketCount, chainCount) = try memory.lend(at: address, count: 8, of: .hashTable) { (head) throws(ElfFault) in
      (head.word(at: 0), head.word(at: 4))
    }
    self.memory = memory
    buckets = address + 8
    chains = buckets + UInt64(bucketCount) * 4
  }

  static func hash(_ name: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 0
    for index in name.indices {
      hash = (hash << 4) &+ UInt32(name[index])
      let high = hash & 0xf000_0000
      hash = (hash ^ (high >> 24)) & ~high
    }
    return hash
  }

  /// Calls `body` with each symbol of the name's bucket, until it has found what it wants.
  ///
  /// A chain that leads back to itself is given up: no honest chain is longer than the table.
  func search<R>(_ name: Span<UInt8>, _ body: (UInt32) throws(ElfFault) -> R?) throws(ElfFault) -> R? {
    guard bucketCount > 0 else { return nil }
    var address = buckets + UInt64(Self.hash(name) % bucketCount) * 4
    var steps: UInt32 = 0
    while true {
      let index = try memory.lend(at: address, count: 4, of: .hashTable) { (bytes) throws(ElfFault) in
        bytes.word(at: 0)
      }
      guard index != 0 else { return nil }
      guard index < chainCount else { throw .malformed(.hashTable, "a chain leaves the table") }
      guard steps < min(chainCount, ElfSymbolTable.countLimit) else {
        throw .malformed(.hashTable, "a chain has no end")
      }
      if let found = try body(index) { return found }
      steps += 1
      address = chains + UInt64(index) * 4
    }
  }

  /// Whether all that a search may read is there, and every search comes to an end.
  func check() throws(ElfFault) {
    guard chainCount <= Self.countLimit, bucketCount <= Self.countLimit else {
      throw .malformed(.hashTable, "it has \(bucketCount) buckets and \(chainCount) symbols")
    }
    try memory.lend(at: chains, count: UInt64(chainCount) * 4, of: .hashTable) { (next) throws(ElfFault) in
      // Each symbol is in one chain, so all chains together are no longer than the table.
      var steps: UInt32 = 0
      try memory.lendEach(at: buckets, count: UInt64(bucketCount), size: 4, of: .hashTable) {
        (bytes, _) throws(ElfFault) in
        for place in stride(from: 0, to: bytes.count, by: 4) {
          var symbol = bytes.word(at: place)
          while symbol != 0 {
            guard symbol < chainCount else { throw .malformed(.hashTable, "a chain leaves the table") }
            guard steps < chainCount else { throw .malformed(.hashTable, "a chain has no end") }
            steps += 1
            symbol = next.word(at: Int(symbol) * 4)
          }
        }
      }
    }
  }

  private static let countLimit: UInt32 = 1 << 20
}
