import Testing

@testable import ComponentHost

@Suite struct ByteSourceTests {
  private static let content = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }

  @Test func `a file and the same bytes in memory read alike`() throws {
    let workshop = try ElfWorkshop()
    let file = try ByteSource(path: workshop.write(Self.content, to: "content"))
    let memory = ByteSource(bytes: Self.content)
    for offset in stride(from: 0, through: 50_100, by: 997) {
      for count in [0, 1, 24, 4096, 4097, 9000] {
        let expected = Result { try Array(memory.read(at: UInt64(offset), count: UInt64(count), of: .notes).bytes) }
        let found = Result { try Array(file.read(at: UInt64(offset), count: UInt64(count), of: .notes).bytes) }
        switch (expected, found) {
        case (.success(let left), .success(let right)):
          #expect(left == right && left == Array(Self.content[offset..<(offset + count)]))
        case (.failure(let left as ElfFault), .failure(let right as ElfFault)): #expect(left == right)
        default: Issue.record("\(count) bytes at \(offset) differ")
        }
      }
    }
  }

  @Test func `a range that overflows is cut off`() {
    let source = ByteSource(bytes: [1, 2, 3])
    for offset in [0, 1, 3, 4, .max - 1, .max] as [UInt64] {
      #expect(throws: (any Error).self) { try source.read(at: offset, count: .max, of: .notes) }
    }
    #expect(throws: ElfFault.truncated(.notes, has: 3, needs: 4)) { try source.read(at: 3, count: 1, of: .notes) }
  }

  @Test func `numbers beyond the end are zero`() {
    let run = ByteRun(bytes: [1, 2, 3])
    #expect(run.half(at: 1) == 0x0302)
    #expect(run.half(at: 2) == 0)
    #expect(run.word(at: 0) == 0)
    #expect(run.long(at: .max) == 0)
    #expect(run.byte(at: -1) == 0)
    #expect(run.slice(at: 2, count: .max) == [3])
    #expect(run.text(at: 0, limit: 3) == nil)
    #expect(!run.holds([3], at: 2))
  }
}
