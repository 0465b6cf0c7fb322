import ComponentKit
import ComponentTesting
import Glibc
import LibraryFace
import Testing

struct LibraryAloneTests {
  private let folder = TemporaryFolder()
  private let bench: Bench

  init() throws {
    mkdir("\(folder.path)/Books", 0o755)
    folder.write(
      "Books/lamp.txt",
      "id: 1\ntitle: The Lamp\nauthor: Ada Morrow\nyear: 1931\n\n# First\nA keeper counts ships.\n\n# Second\nOne answers.\n"
    )
    folder.write("Books/no-book.txt", "just words")
    bench = try Example.library(in: folder)
  }

  private let lamp = Book(id: 1, title: "The Lamp", author: "Ada Morrow", year: 1931, summary: "", chapters: 2)

  @Test func `it reads the books beside it and asks nobody`() throws {
    let library = bench.mediator.library
    let skipped = SkippedFile(
      file: "no-book.txt", reason: "bad_header",
      message: "the file does not begin with lines such as 'title: ...' and an empty line")
    #expect(try library.list() == Catalogue(books: [lamp], skipped: [skipped]))
    #expect(try library.book(id: 1) == lamp)
    #expect(try library.book(title: "the lamp") == lamp)
    #expect(try library.text(id: 1, chapter: 2).contains("One answers."))
    #expect(try library.chapters(id: 1) == [Chapter(number: 1, title: "First"), Chapter(number: 2, title: "Second")])
    #expect(try library.search(query: "ships").books.map(\.id) == [1])
    try bench.expectNoCalls()
  }

  @Test func `it says which books have changed since the last look at them`() throws {
    let library = bench.mediator.library
    _ = try library.list()
    #expect(bench.published.isEmpty)
    folder.write("Books/garden.txt", "id: 7\ntitle: The Garden\nauthor: Ada Morrow\n\nRoses.\n")
    usleep(20_000)
    _ = try library.list()
    #expect(try bench.published(LibraryChanged.self) == [LibraryChanged(added: [7])])
    bench.forgetPublished()
    folder.write("Books/new", "id: 7\ntitle: The Garden\nauthor: Ada Morrow\n\nWeeds.\n")
    rename("\(folder.path)/Books/new", "\(folder.path)/Books/garden.txt")
    unlink("\(folder.path)/Books/lamp.txt")
    usleep(20_000)
    _ = try library.list()
    #expect(try bench.published(LibraryChanged.self) == [LibraryChanged(removed: [1], changed: [7])])
    _ = try library.list()
    #expect(bench.published.count == 1)
  }

  @Test func `what it does not have is told`() {
    let library = bench.mediator.library
    #expect(
      failure { () throws(Failure) in try library.book(id: 2) }
        == Failure(.failed, "no_such_book", "there is no book 2", details: ["id": 2]))
    #expect(
      failure { () throws(Failure) in try library.book(title: "The Lump") }?.details["suggestions"] == ["The Lamp"])
    #expect(failure { () throws(Failure) in try library.text(id: 1, chapter: 3) }?.reason == "no_such_chapter")
    #expect(failure { () throws(Failure) in try bench.mediator.call(FindBook()) }?.reason == "missing_parameter")
  }

  @Test func `without its folder it says which one it looked for`() throws {
    let empty = TemporaryFolder()
    let bench = try Example.library(in: empty)
    let failed = failure { () throws(Failure) in try bench.mediator.library.list() }
    #expect(failed?.reason == "no_books_folder" && failed?.details["folder"] == .text("\(empty.path)/Books"))
  }

  @Test func `its face is what it registered`() {
    #expect(
      bench.disagreements(
        with: ListBooks.self, FindBook.self, ReadText.self, ListChapters.self, SearchBooks.self, LendBook.self,
        ReadVolume.self) == [])
  }
}
