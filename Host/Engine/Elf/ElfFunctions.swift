/// The functions of a library that the loader calls when it is loaded, and when the process ends.
struct ElfFunctions {
  /// Pointers to functions, which are set by relocations.
  struct Array {
    let addresses: Range<UInt64>
    var count: Int { Int((addresses.upperBound - addresses.lowerBound) / 8) }
  }

  let arrays: [Array]

  private static let countLimit: UInt64 = 1 << 20

  init(_ table: ElfDynamicTable, _ memory: ElfMemory) throws(ElfFault) {
    for function in [table.initializer, table.finalizer] {
      guard let function, !memory.isExecutable(function) else { continue }
      throw .malformed(.initializers, "one lies outside of the code")
    }
    arrays = [
      try ElfFunctions.array(table.initializers, table.initializersSize, memory),
      try ElfFunctions.array(table.finalizers, table.finalizersSize, memory),
    ].compactMap(\.self)
  }

  private static func array(
    _ start: UInt64?, _ size: UInt64?, _ memory: ElfMemory
  ) throws(ElfFault) -> Array? {
    guard let start else { return nil }
    guard let size else { throw .malformed(.dynamicSection, "it does not say how many initializers there are") }
    guard size % 8 == 0, start % 8 == 0, size / 8 <= countLimit, size <= memory.available(at: start) || size == 0
    else { throw .malformed(.initializers, "they lie outside of the loaded segments") }
    return size == 0 ? nil : Array(addresses: start..<(start + size))
  }
}
