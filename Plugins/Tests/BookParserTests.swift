import Testing

@testable import LibraryShelf

@Suite struct BookParserTests {
  @Test func `a book is its header and its text`() throws {
    let book = try Book(parsing: bytes("id: 7\ntitle: The Lamp\nauthor: Ada\nyear: 1931\nsummary: Short.\n\nOnce.\n"))
    #expect(book.id == 7)
    #expect(book.title == "The Lamp")
    #expect(book.author == "Ada")
    #expect(book.year == 1931)
    #expect(book.summary == "Short.")
    #expect(book.text == "Once.")
    #expect(book.chapters.isEmpty)
  }

  @Test func `year and summary may be missing, unknown fields may be there, names are in any case`() throws {
    let book = try Book(parsing: bytes("ID: 1\nTitle: A: B\nAUTHOR: C\nshelf: 4\n\nText"))
    #expect(book.title == "A: B")
    #expect(book.year == nil)
    #expect(book.summary == "")
  }

  @Test func `headings begin chapters`() throws {
    let book = try Book(parsing: bytes(head + "Before.\n\n# One\n\nFirst.\n#no heading\n\n# Two\nSecond.\n\n# Empty"))
    #expect(
      book.chapters == [
        Book.Chapter(title: "One", text: "First.\n#no heading"), Book.Chapter(title: "Two", text: "Second."),
        Book.Chapter(title: "Empty", text: ""),
      ])
  }

  @Test func `line ends of other systems and a byte order mark are read as ours`() throws {
    let book = try Book(parsing: [0xEF, 0xBB, 0xBF] + bytes("id: 1\r\ntitle: T\rauthor: A\r\n\r\nOne\r\nTwo\rThree"))
    #expect(book.title == "T")
    #expect(book.text == "One\nTwo\nThree")
  }

  @Test func `every Unicode plane survives`() throws {
    let text = "ä 中 😀 \u{F0000} \u{10FFFF}"
    #expect(try Book(parsing: bytes(head + text)).text == text)
  }

  @Test(arguments: [
    ("", BookFault.noHeader),
    ("\n\n", .noHeader),
    ("only text without a header\n\nmore", .noHeader),
    ("title: T\nauthor: A\n\ntext", .missing("id")),
    ("id: 1\nauthor: A\n\ntext", .missing("title")),
    ("id: 1\ntitle:\nauthor: A\n\ntext", .missing("title")),
    ("id: 1\ntitle: T\n\ntext", .missing("author")),
    ("id: one\ntitle: T\nauthor: A\n\ntext", .invalid("id", "one")),
    ("id: 0\ntitle: T\nauthor: A\n\ntext", .invalid("id", "0")),
    ("id: 99999999999999999999\ntitle: T\nauthor: A\n\ntext", .invalid("id", "99999999999999999999")),
    ("id: 1\ntitle: T\nauthor: A\nyear: soon\n\ntext", .invalid("year", "soon")),
    ("id: 1\ntitle: T\nauthor: A\n\n", .noText),
    ("id: 1\ntitle: T\nauthor: A", .noText),
    ("id: 1\ntitle: T\nauthor: A\n\nring \u{7} the bell", .notText("it has control characters")),
    ("id: 1\ntitle: T\u{1B}[2J\nauthor: A\n\ntext", .notText("it has control characters")),
    ("id: 1\ntitle: T\nauthor: A\n\nodd \u{9B}2J", .notText("it has control characters")),
  ])
  func `garbage is refused with its reason`(_ text: String, _ fault: BookFault) {
    #expect(throws: fault) { try Book(parsing: bytes(text)) }
  }

  @Test func `what is not UTF-8 is refused`() {
    for garbage: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] {
      #expect(throws: BookFault.notText("it is not UTF-8")) { try Book(parsing: bytes(head) + garbage) }
    }
  }

  @Test func `a header without end is no header`() {
    #expect(throws: BookFault.noHeader) {
      try Book(parsing: bytes(String(repeating: "title: again\n", count: 1000)))
    }
    #expect(throws: BookFault.noHeader) {
      try Book(parsing: bytes("id: 1\ntitle: " + String(repeating: "x", count: 2000) + "\nauthor: A\n\ntext"))
    }
  }

  @Test func `no beginning of a book makes the parser fail in another way`() {
    let whole = bytes(head + "# One\n\nä text 😀\n")
    for count in 0...whole.count {
      do throws(BookFault) {
        let book = try Book(parsing: Array(whole[..<count]))
        #expect(book.id == 1)
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }

  private let head = "id: 1\ntitle: T\nauthor: A\n\n"

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
