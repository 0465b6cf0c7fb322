import Testing

@testable import NotesLog

@Suite struct RecordLineTests {
  private let records: [Record] = [
    .note(LoggedNote(id: 1, book: 2, page: 3, time: 4, kind: "note", text: "a\tb\nc\\d\\n \u{0} 😀 \r")),
    .note(LoggedNote(id: .max, book: .max, page: nil, time: .min, kind: "review", text: "")),
    .gone(id: 1), .place(book: 1, page: 2, time: 3), .next(id: 9), .cut(bytes: 5, time: 6),
  ]

  @Test func `the checksum is the usual one`() {
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.of([UInt8]()) == 0)
  }

  @Test func `a record comes back as it was`() {
    for record in records { #expect(Record(payload: record.payload) == record) }
  }

  @Test func `a record is one line`() {
    for record in records {
      let bytes = RecordLine.bytes(of: record)
      #expect(bytes.firstIndex(of: 0x0A) == bytes.count - 1)
    }
  }

  @Test(arguments: [
    "", "note", "note\t1", "note\tx\t1\t-\t1\tnote\ttext", "note\t1\t1\tx\t1\tnote\ttext",
    "note\t1\t1\t-\t1\tnote\t\\x", "note\t1\t1\t-\t1\tnote\t\\", "gone\t", "gone\t1\t2", "place\t1\t2", "later\t1",
  ])
  func `what is not understood is nil`(_ payload: String) {
    #expect(Record(payload: payload) == nil)
  }

  @Test func `a scan finds all records and no others`() {
    let lines = records.map { RecordLine.bytes(of: $0) }
    let bytes = Array(lines.joined())
    let scan = RecordLine.scan(bytes, from: 0)
    #expect(scan.payloads == records.map(\.payload))
    #expect(scan.damaged.isEmpty)
    #expect(scan.end == bytes.count)
  }

  @Test func `any one damaged byte costs at most its own record, and the next one if it is the line's end`() {
    let lines = records.map { RecordLine.bytes(of: $0) }
    let whole = Array(lines.joined())
    var lineOf: [Int] = []
    for (index, line) in lines.enumerated() { lineOf += Array(repeating: index, count: line.count) }
    for place in whole.indices {
      for change: UInt8 in [0x01, 0x80, whole[place] ^ 0x0A, whole[place]] where change != 0 {
        var bytes = whole
        bytes[place] ^= change
        let scan = RecordLine.scan(bytes, from: 0)
        let index = lineOf[place]
        let isEnd = lineOf.count == place + 1 || lineOf[place + 1] != index
        let lost = isEnd ? [index, index + 1] : [index]
        let expected = records.indices.filter { !lost.contains($0) }.map { records[$0].payload }
        #expect(scan.payloads == expected)
        #expect(scan.damaged.isEmpty == (index + lost.count >= records.count))
      }
    }
  }
}
