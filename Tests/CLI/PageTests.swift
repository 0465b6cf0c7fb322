import Testing

@testable import HostCLI

@Suite struct PageTests {
  private func page(_ width: Int, _ write: (inout Page) -> Void) -> String {
    var page = Page(width: width, isBold: false)
    write(&page)
    return page.text
  }

  @Test func `a paragraph is as wide as the page`() {
    let words = "one two three four five six seven eight nine ten"
    #expect(
      page(40) { $0.paragraph(words, hanging: 2) }
        == "  one two three four five six seven\n    eight nine ten\n")
    #expect(page(43) { $0.paragraph(words) } == "  one two three four five six seven eight\n  nine ten\n")
    #expect(page(44) { $0.paragraph(words) } == "  one two three four five six seven eight\n  nine ten\n")
    #expect(page(46) { $0.paragraph(words) } == "  one two three four five six seven eight nine\n  ten\n")
    // A page has room for something, however narrow the terminal is.
    #expect(page(1) { $0.paragraph(words) } == page(40) { $0.paragraph(words) })
  }

  @Test func `a piece stays whole if it has room in a line`() {
    let pieces = ["f(a: int,", "b: [text: text] = {},", "c: int)"]
    #expect(page(40) { $0.paragraph(of: pieces, hanging: 4) } == "  f(a: int, b: [text: text] = {},\n      c: int)\n")
    #expect(
      page(40) { $0.paragraph(of: ["short", "a piece of more words than there is room for"]) }
        == "  short a piece of more words than there\n  is room for\n")
  }

  @Test func `a word that has no room anywhere goes over the edge`() {
    let long = String(repeating: "x", count: 50)
    #expect(page(40) { $0.paragraph("a \(long) b") } == "  a\n  \(long)\n  b\n")
  }

  @Test func `spaces stay as they are, but for the ends of lines`() {
    #expect(page(40) { $0.paragraph("\"a  b\" ") } == "  \"a  b\"\n")
    #expect(page(40) { $0.paragraph("") } == "\n")
  }

  @Test func `letters of two columns count as two`() {
    #expect(page(40) { $0.paragraph("日本語日本語日本語 日本語日本語日本語") } == "  日本語日本語日本語 日本語日本語日本語\n")
    #expect(page(40) { $0.paragraph("日本語日本語日本語 日本語日本語日本語 あ") } == "  日本語日本語日本語 日本語日本語日本語\n  あ\n")
  }

  @Test func `a table has two columns, and a long name a line of its own`() {
    let long = String(repeating: "n", count: 25)
    let rows = [(name: "id", lines: ["int", "The number of it, which is long enough"]), (long, ["text"]), ("x", [""])]
    #expect(
      page(40) { $0.table(rows) } == """
          id  int
              The number of it, which is long
              enough
          \(long)
              text
          x

        """)
  }

  @Test func `a name in a table does not act on the terminal either`() {
    #expect(page(40) { $0.table([(name: "a\u{202E}\n", lines: ["x"])]) } == "  a\\u{202e}\\u{a}  x\n")
  }

  @Test func `nothing acts on the terminal`() {
    #expect(page(40) { $0.paragraph("a\nb\u{1B}[2J\u{202E}") } == "  a\\u{a}b\\u{1b}[2J\\u{202e}\n")
    #expect(page(40) { $0.line("a\nb") } == "  a\\u{a}b\n")
    #expect(page(40) { $0.heading("A") } == "A\n")
    var bold = Page(width: 40, isBold: true)
    bold.heading("A")
    bold.heading("B")
    #expect(bold.text == "\u{1B}[1mA\u{1B}[0m\n\n\u{1B}[1mB\u{1B}[0m\n")
  }
}
