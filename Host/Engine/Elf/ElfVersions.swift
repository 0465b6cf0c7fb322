import ComponentKit

/// The versions of symbols that a library has and wants.
struct ElfVersions {
  /// The greatest index that a symbol may have.
  private(set) var last: UInt16 = 0
  // Where each symbol's index lies.
  private let symbols: UInt64?
  private let memory: ElfMemory
  private let stringsSize: UInt64
  private var count = 0

  // All in all: each that is wanted of a library begins a chain of its own. Real files have a few dozen.
  private static let countLimit = 65536

  init(_ dynamic: ElfDynamic, _ memory: ElfMemory) throws(ElfFault) {
    self.memory = memory
    stringsSize = dynamic.tables.stringsSize
    symbols = dynamic.entries.symbolVersions
    if let start = dynamic.entries.neededVersions { try checkNeeded(start, dynamic) }
    if let start = dynamic.entries.definedVersions { try checkDefined(start) }
    guard last == 0 || symbols != nil else {
      throw .malformed(.versions, "nothing says which symbols have them")
    }
  }

  private mutating func checkNeeded(_ start: UInt64, _ dynamic: ElfDynamic) throws(ElfFault) {
    try Self.each(start) { (address) throws(ElfFault) in
      let (file, parts, next) = try Self.lend(memory, address, 16) {
        ($0.word(at: 4), $0.word(at: 8), $0.word(at: 12))
      }
      let name = try dynamic.text(at: UInt64(file), memory)
      guard dynamic.needed.contains(name) else {
        throw .malformed(.versions, "some are wanted of \(quoted(name)), which it does not need")
      }
      try Self.each(address + UInt64(parts)) { (address) throws(ElfFault) in
        let (index, name, next) = try Self.lend(memory, address, 16) {
          ($0.half(at: 6), $0.word(at: 8), $0.word(at: 12))
        }
        try take(index, name)
        return next
      }
      return next
    }
  }

  private mutating func checkDefined(_ start: UInt64) throws(ElfFault) {
    try Self.each(start) { (address) throws(ElfFault) in
      let (index, parts, next) = try Self.lend(memory, address, 20) {
        ($0.half(at: 4), $0.word(at: 12), $0.word(at: 16))
      }
      let name = try Self.lend(memory, address + UInt64(parts), 8) { $0.word(at: 0) }
      try take(index, name)
      return next
    }
  }

  /// Whether each of the first symbols has a version that there is.
  func check(symbolCount: UInt64) throws(ElfFault) {
    guard let symbols else { return }
    var greatest: UInt16 = 0
    try memory.lendEach(at: symbols, count: symbolCount, size: 2, of: .versions) { (bytes, _) throws(ElfFault) in
      for place in stride(from: 0, to: bytes.count, by: 2) {
        greatest = max(greatest, bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self) & 0x7fff)
      }
    }
    guard greatest <= last else {
      throw .malformed(.versions, "a symbol has number \(greatest), and \(last) is the last")
    }
  }

  private mutating func take(_ index: UInt16, _ name: UInt32) throws(ElfFault) {
    count += 1
    guard count <= ElfVersions.countLimit else {
      throw .malformed(.versions, "there are more than \(ElfVersions.countLimit)")
    }
    guard name < stringsSize else { throw .malformed(.versions, "the name of one is not in the string table") }
    last = max(last, index & 0x7fff)
  }

  // Goes from one to the next by the distances that `body` reads. It takes one each time, so the way ends.
  private static func each(_ start: UInt64, _ body: (UInt64) throws(ElfFault) -> UInt32) throws(ElfFault) {
    var address = start
    while case let next = try body(address), next != 0 { address += UInt64(next) }
  }

  private static func lend<R>(
    _ memory: ElfMemory, _ address: UInt64, _ count: UInt64, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(ElfFault) -> R {
    try memory.lend(at: address, count: count, of: .versions) { (bytes) throws(ElfFault) in body(bytes) }
  }
}
