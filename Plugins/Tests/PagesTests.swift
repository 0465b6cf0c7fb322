import Testing

@testable import ReaderPages

@Suite struct PagesTests {
  @Test func `words fill lines up to the last column`() {
    #expect(fill("one two three", columns: 7) == ["one two", "three"])
    #expect(fill("one two three", columns: 6) == ["one", "two", "three"])
    #expect(fill("  one \n two\tthree ", columns: 80) == ["one two three"])
    #expect(fill("", columns: 80) == [])
  }

  @Test func `a word longer than a line is cut`() {
    #expect(fill("abcdefgh ij", columns: 3) == ["abc", "def", "gh", "ij"])
    #expect(fill("x abcdefgh", columns: 4) == ["x", "abcd", "efgh"])
    #expect(fill("x", columns: 0) == ["x"])
  }

  @Test func `wide letters take two columns and marks take none`() {
    #expect(columnCount("中文") == 4)
    #expect(columnCount("e\u{301}a") == 2)
    #expect(columnCount("😀") == 2)
    #expect(fill("中文字", columns: 4) == ["中文", "字"])
  }

  @Test func `no line is wider than a page and no page longer, and no word is lost`() {
    let words = (0..<500).map { String(repeating: "w", count: $0 * 7 % 13 + 1) }
    let text = words.enumerated().map { $1 + ($0 % 37 == 36 ? "\n\n" : $0 % 11 == 0 ? "\n" : " ") }.joined()
    for columns in [14, 20, 72] {
      for lines in [1, 2, 3, 20] {
        let pages = Pages(text, columns: columns, lines: lines).pages
        #expect(pages.allSatisfy { $0.count <= lines && !$0.isEmpty })
        #expect(pages.joined().allSatisfy { $0.count <= columns })
        #expect(pages.joined().flatMap { $0.split(separator: " ").map(String.init) } == words)
      }
    }
  }

  @Test func `a chapter begins a page, and no page begins or ends empty`() {
    let pages = Pages("# One\n\nA.\n\n# Two\nB.\n\nC.", columns: 20, lines: 10).pages
    #expect(pages == [["One", "", "A."], ["Two", "", "B.", "", "C."]])
    let short = Pages("aa bb\n\ncc\n\ndd", columns: 2, lines: 2).pages
    #expect(short == [["aa", "bb"], ["cc"], ["dd"]])
  }

  @Test func `an empty text is one empty page`() {
    #expect(Pages("", columns: 72, lines: 20).pages == [[]])
    #expect(Pages("\n \n", columns: 72, lines: 20).count == 1)
  }
}
