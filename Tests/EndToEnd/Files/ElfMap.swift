/// Where the parts of a good shared library lie, read from its headers: what the tests cut and patch by.
struct ElfMap {
  struct Part: Equatable {
    let name: String
    let start: Int
    let end: Int
  }

  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func number<T: FixedWidthInteger>(_ offset: Int, as type: T.Type) -> Int {
    bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: T.self)) }
  }

  static let header = Part(name: "ELF header", start: 0, end: 64)

  var programHeaders: Part {
    let start = number(32, as: UInt64.self)
    return Part(name: "program headers", start: start, end: start + segmentCount * 56)
  }

  private var segmentCount: Int { number(56, as: UInt16.self) }

  /// Every program header itself.
  var eachProgramHeader: [Part] {
    (0..<segmentCount).map { index in
      let start = programHeaders.start + index * 56
      return Part(name: "program header \(index)", start: start, end: start + 56)
    }
  }

  /// What the program headers describe, by kind: 1 is loaded, 2 dynamic, 4 a note.
  func segments(_ kind: Int) -> [Part] { allSegments.filter { $0.kind == kind }.map(\.part) }

  var allSegments: [(kind: Int, part: Part)] {
    eachProgramHeader.map { header in
      let start = number(header.start + 8, as: UInt64.self)
      let end = start + number(header.start + 32, as: UInt64.self)
      let kind = number(header.start, as: UInt32.self)
      return (kind, Part(name: "segment of kind \(kind)", start: start, end: end))
    }
  }

  /// The sections that take up bytes: symbol table, strings, hash table, note and the rest.
  var sections: [Part] {
    let start = number(40, as: UInt64.self)
    return (0..<number(60, as: UInt16.self)).compactMap { index in
      let header = start + index * 64
      let kind = number(header + 4, as: UInt32.self)
      if kind == 0 || kind == 8 { return nil }
      let offset = number(header + 24, as: UInt64.self)
      return Part(name: "section \(index)", start: offset, end: offset + number(header + 32, as: UInt64.self))
    }
  }

  /// Every offset at which some part begins or ends.
  var boundaries: [Int] {
    let parts = [ElfMap.header, programHeaders] + eachProgramHeader + allSegments.map(\.part) + sections
    let inIdentity = [1, 4, 5, 6, 7, 8, 16]
    return Set(parts.flatMap { [$0.start, $0.end] } + inIdentity).filter { $0 <= bytes.count }.sorted()
  }

  /// What the host says of the first so many bytes; nil where they are enough.
  func fault(cutAt count: Int) -> String? {
    if count == 0 { return "it is empty" }
    let loaded = ElfMap.Part(name: "loaded segments", start: 0, end: segments(1).map(\.end).max() ?? 0)
    let notes = segments(4).map { Part(name: "notes", start: $0.start, end: $0.end) }
    let dynamic = segments(2).map { Part(name: "dynamic section", start: $0.start, end: $0.end) }
    for part in [ElfMap.header, programHeaders] + notes + dynamic + [loaded] where part.end > count {
      return "it is cut off in its \(part.name): it has \(count) bytes and needs \(part.end)"
    }
    return nil
  }
}
