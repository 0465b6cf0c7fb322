import TestDice
import Testing

@testable import ComponentDoors

@Suite struct MessageReaderTests {
  private func pieces(_ bytes: [UInt8], limit: Int, by length: (Int) -> Int) -> [MessageReader.Piece] {
    var reader = MessageReader(limit: limit)
    var pieces: [MessageReader.Piece] = []
    var place = 0
    while place < bytes.count {
      let end = min(place + max(1, length(place)), bytes.count)
      bytes[place..<end].withUnsafeBytes { reader.take($0) }
      while let piece = reader.next() { pieces.append(piece) }
      place = end
    }
    if let last = reader.last() { pieces.append(last) }
    return pieces
  }

  @Test func `lines come whole, without their ends, and the last one need not have one`() {
    let text = "one\n\n \t\r\ntwo\r\n\nthree"
    for length in 1...30 {
      #expect(
        pieces(Array(text.utf8), limit: 10) { _ in length } == [
          .line(Array("one".utf8)), .line(Array("two\r".utf8)), .line(Array("three".utf8)),
        ])
    }
  }

  @Test func `what is too long is told once, and what comes behind it is read`() {
    for count in [6, 7, 100, 1000] {
      let text = String(repeating: "a", count: count) + "\nok\n" + String(repeating: "b", count: 5) + "\n"
      for length in [1, 2, 5, 6, 7, 64, 2000] {
        #expect(
          pieces(Array(text.utf8), limit: 5) { _ in length } == [
            .tooLong, .line(Array("ok".utf8)), .line(Array("bbbbb".utf8)),
          ], "\(count) \(length)")
      }
    }
    // Without an end there is nothing behind it.
    #expect(pieces(Array(repeating: 97, count: 50), limit: 5) { _ in 7 } == [.tooLong])
  }

  @Test func `however bytes come, the same lines come of them`() {
    var dice = Seeded(state: 22)
    for _ in 0..<300 {
      let bytes = (0..<dice.below(200)).map { _ in [UInt8(ascii: "\n"), 32, 97, 98, 13][dice.below(5)] }
      let whole = pieces(bytes, limit: 12) { _ in 1000 }
      let lengths = (0..<200).map { _ in 1 + dice.below(9) }
      #expect(pieces(bytes, limit: 12) { lengths[$0] } == whole)
    }
  }
}

private struct Seeded: Dice { var state: UInt64 }
