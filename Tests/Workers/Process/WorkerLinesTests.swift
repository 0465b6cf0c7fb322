import Testing

@testable import ComponentWorkers

@Suite struct WorkerLinesTests {
  private func said(_ parts: [UInt8]...) -> [String] {
    var lines = WorkerLines()
    var said: [String] = []
    for part in parts { part.withUnsafeBytes { lines.take($0) { said.append($0) } } }
    lines.end(ofAll: { said.append($0) })
    return said
  }

  @Test func `a line is said once it is whole, however it comes`() {
    #expect(said(Array("one\ntw".utf8), Array("o\r\n\nthree".utf8)) == ["one", "two", "three"])
  }

  @Test func `a line without end is cut, between two characters`() {
    let text = String(repeating: "ä", count: WorkerLines.length)
    #expect(said(Array(text.utf8)) == [String(repeating: "ä", count: WorkerLines.length / 2) + "…"])
    #expect(
      said(Array("a\(text)\nb".utf8)) == ["a" + String(repeating: "ä", count: WorkerLines.length / 2 - 1) + "…", "b"])
  }

  @Test func `what is no text is made one`() {
    #expect(said([0xFF, 0x41, 0x0A]) == ["\u{FFFD}A"])
  }

  @Test func `the last lines are kept, and no more`() {
    var lines = WorkerLines()
    for number in 0..<100 { Array("\(number)\n".utf8).withUnsafeBytes { lines.take($0) { _ in } } }
    #expect(lines.last.count == WorkerLines.count)
    #expect(lines.last.last == "99")
  }
}
