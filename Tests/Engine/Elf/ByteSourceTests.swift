import Testing

@testable import ComponentHost

@Suite struct ByteSourceTests {
  private static let content = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }

  private func bytes(of source: ByteSource, at offset: UInt64, count: UInt64) throws -> [UInt8] {
    try source.lend(at: offset, count: count, of: .notes) { (bytes) throws(ElfFault) in Array(bytes) }
  }

  @Test func `a file and the same bytes in memory read alike`() throws {
    let workshop = try ElfWorkshop()
    let file = try ByteSource(path: workshop.write(Self.content, to: "content"))
    let memory = ByteSource(bytes: Self.content)
    for offset in stride(from: 0, through: 50_100, by: 997) {
      for count in [0, 1, 24, 4096, 4097, 9000] {
        let expected = Result { try bytes(of: memory, at: UInt64(offset), count: UInt64(count)) }
        let found = Result { try bytes(of: file, at: UInt64(offset), count: UInt64(count)) }
        switch (expected, found) {
        case (.success(let left), .success(let right)):
          #expect(left == right && left == Array(Self.content[offset..<(offset + count)]))
        case (.failure(let left as ElfFault), .failure(let right as ElfFault)): #expect(left == right)
        default: Issue.record("\(count) bytes at \(offset) differ")
        }
      }
    }
  }

  @Test func `what is lent stays as it is while more is lent than there are windows`() throws {
    let workshop = try ElfWorkshop()
    let source = try ByteSource(path: workshop.write(Self.content, to: "content"))
    // From the first bytes on, then of pages apart from each other, some of them twice.
    let offsets = [0, 3, 8190, 3, 20_000, 33_000, 8200, 45_000, 14_000, 28_000]
    func lend(_ depth: Int) throws(ElfFault) {
      guard depth < offsets.count else { return }
      let offset = offsets[depth]
      try source.lend(at: UInt64(offset), count: 1500, of: .notes) { (bytes) throws(ElfFault) in
        try lend(depth + 1)
        #expect(bytes.elementsEqual(Self.content[offset..<(offset + 1500)]))
      }
    }
    for _ in 0..<3 { try lend(0) }
  }

  @Test func `files that are read at a time have their own bytes`() throws {
    let workshop = try ElfWorkshop()
    let contents = (1...3).map { number in Self.content.map { $0 ^ UInt8(number) } }
    let sources = try contents.enumerated().map { number, content in
      try ByteSource(path: workshop.write(content, to: "content\(number)"))
    }
    for offset in stride(from: 0, through: 49_000, by: 700) {
      for (source, content) in zip(sources, contents) {
        #expect(try bytes(of: source, at: UInt64(offset), count: 900) == Array(content[offset..<(offset + 900)]))
      }
    }
  }

  @Test func `a range that overflows is cut off`() {
    let source = ByteSource(bytes: [1, 2, 3])
    for offset in [0, 1, 3, 4, .max - 1, .max] as [UInt64] {
      #expect(throws: (any Error).self) { try bytes(of: source, at: offset, count: .max) }
    }
    #expect(throws: ElfFault.truncated(.notes, has: 3, needs: 4)) { try bytes(of: source, at: 3, count: 1) }
  }

  @Test func `numbers beyond the end are zero`() {
    let (bare, ended) = ([1, 2, 3] as [UInt8], [1, 2, 3, 0] as [UInt8])
    func holds(_ bytes: [UInt8], _ wanted: [UInt8], at offset: Int) -> Bool {
      bytes.withUnsafeBytes { $0.holds(wanted.span, at: offset) }
    }
    func holdsText(_ bytes: [UInt8], _ wanted: [UInt8], at offset: Int) -> Bool {
      bytes.withUnsafeBytes { $0.holdsText(wanted.span, at: offset) }
    }
    bare.withUnsafeBytes { bytes in
      #expect(bytes.half(at: 1) == 0x0302)
      #expect(bytes.half(at: 2) == 0)
      #expect(bytes.word(at: 0) == 0)
      #expect(bytes.long(at: .max) == 0)
      #expect(bytes.byte(at: -1) == 0)
      #expect(Array(bytes.slice(at: 2, count: .max)) == [3])
      #expect(bytes.slice(at: 3, count: 1).isEmpty && bytes.slice(at: -1, count: 1).isEmpty)
      #expect(bytes.text(at: 0, limit: 3) == nil)
    }
    #expect(
      holds(bare, [3], at: 2) && !holds(bare, [4], at: 2) && !holds(bare, [3], at: -1) && !holds(bare, [3], at: 3))
    #expect(holds(bare, [], at: 3) && !holds(bare, [], at: 4) && holds([], [], at: 0) && !holds([], [1], at: 0))
    #expect(!holdsText(bare, [3], at: 2) && !holdsText(bare, [1], at: 0))
    #expect(holdsText(ended, [3], at: 2) && !holdsText(ended, [3], at: 1) && holdsText(ended, [], at: 3))
    ended.withUnsafeBytes { bytes in
      #expect(bytes.text(at: 1, limit: 3) == "\u{2}\u{3}" && bytes.text(at: 1, limit: 2) == nil)
    }
  }
}
