import Testing
import WordCounting

@Suite struct WordCountingTests {
  @Test(arguments: [
    ("", 0, 0, 0),
    ("one", 1, 1, 3),
    ("one two\nthree", 3, 2, 13),
    ("one\n", 1, 1, 4),
    ("\n\n", 0, 2, 2),
    ("don't well-known", 2, 1, 16),
    ("- 'quoted' -", 1, 1, 12),
    ("ärger über 中文 😀", 3, 1, 15),
    ("a\u{0}b", 2, 1, 3),
    ("first—second…third", 3, 1, 18),
  ])
  func `words, lines and scalars are counted`(_ text: String, _ words: UInt64, _ lines: UInt64, _ characters: UInt64) {
    let counts = count([text])
    #expect(counts.words == words)
    #expect(counts.lines == lines)
    #expect(counts.characters == characters)
  }

  @Test func `a text in pieces counts as the whole`() {
    let text = Array("one ärger don't\nthree 中文\n\n😀 four\n".utf8)
    let whole = countBytes([text])
    for cut in 0...text.count {
      let parts = countBytes([Array(text[..<cut]), Array(text[cut...])])
      #expect((parts.words, parts.lines, parts.characters) == (whole.words, whole.lines, whole.characters))
    }
    let single = countBytes(text.map { [$0] })
    #expect((single.words, single.lines, single.characters) == (whole.words, whole.lines, whole.characters))
  }

  @Test func `the most frequent words come first, in whatever case they are written`() {
    #expect(top("b a B c b A Ärger ÄRGER ärger Жук жук", 3) == ["b 3", "ärger 3", "a 2"])
    #expect(top("b a B c", 10) == ["b 2", "a 1", "c 1"])
    #expect(top("don't DON’T don' 'tis", 10) == ["don't 2", "don 1", "tis 1"])
    #expect(top("", 5) == [])
    #expect(top("a", 0) == [])
  }

  @Test func `many different words are all counted`() {
    let text = (0..<20_000).map { "w\($0 % 10_000)" }.joined(separator: " ")
    let all = top(text, 10_000)
    #expect(all.count == 10_000)
    #expect(all.allSatisfy { $0.hasSuffix(" 2") })
  }

  @Test func `a long word is one word`() {
    let word = String(repeating: "ä", count: 100_000)
    #expect(top(word, 1) == ["\(word) 1"])
  }

  private func count(_ texts: [String]) -> word_counts { countBytes(texts.map { Array($0.utf8) }) }

  private func countBytes(_ pieces: [[UInt8]]) -> word_counts {
    var counts = word_counts()
    for piece in pieces {
      piece.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { word_counts_add(&counts, $0.baseAddress, $0.count) }
      }
    }
    return counts
  }

  private func top(_ text: String, _ limit: Int) -> [String] {
    guard let table = word_table_make() else { return ["no memory"] }
    defer { word_table_free(table) }
    var text = text
    let added = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { word_table_add(table, $0.baseAddress, $0.count) }
    }
    guard added else { return ["no memory"] }
    var words = [word_frequency](repeating: word_frequency(), count: max(limit, 1))
    let found = word_table_top(table, &words, limit)
    return words[..<found].map { word in
      let bytes = UnsafeRawBufferPointer(start: word.word, count: word.length)
      return "\(String(decoding: bytes, as: UTF8.self)) \(word.count)"
    }
  }
}
