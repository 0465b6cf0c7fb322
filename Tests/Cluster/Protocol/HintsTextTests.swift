import ComponentKit
import Testing

@testable import ComponentCluster

/// Hints in a header.
@Suite struct HintsTextTests {
  @Test func `what is written is read as it was, in letters that every broker takes`() throws {
    let hints: Fields = [
      "presented": "modal", "animated": false, "ä\u{1F600}": ["one", 2, nil], "deep": ["a": ["b": "line\n\u{7F}\"\\"]],
    ]
    let text = try #require(try HintsText.write(hints))
    #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(text)")
    #expect(text.contains(#"\u00e4\ud83d\ude00"#), "\(text)")
    #expect(HintsText.read(text) == hints)
  }

  @Test func `what is too long, or no object, is none`() throws {
    let room = HintsText.limit - #"{"a":""}"#.utf8.count
    #expect(try HintsText.write(["a": .text(String(repeating: "x", count: room))])?.utf8.count == HintsText.limit)
    #expect(try HintsText.write(["a": .text(String(repeating: "x", count: room + 1))]) == nil)
    #expect(try HintsText.write(["a": .text(String(repeating: "ä", count: room / 6 + 1))]) == nil)
    #expect(throws: JSONWriteError.self) { try HintsText.write(["a": .double(.nan)]) }
    for text in ["", "[]", "7", "{", #"{"a":1}}"#, "{\(String(repeating: " ", count: HintsText.limit))}"] {
      #expect(HintsText.read(text) == nil, "\(text.prefix(20))")
    }
  }
}
