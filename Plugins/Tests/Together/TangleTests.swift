import AuditFace
import BookDetailFace
import ComponentHost
import ComponentKit
import DiscoverFace
import LibraryFace
import NotesFace
import ReaderFace
import ReviewFace
import Testing

/// The example components together: each leads to others, and none knows another.
struct TangleTests {
  private let folder = TemporaryFolder()
  private let host: Host
  private var mediator: Mediator { host.mediator }

  init() throws { host = try Example.host(in: folder) }

  @Test func `a volume of Library goes through BookDetail to the Reader, which has it read by Library`() throws {
    let page = try mediator.bookDetail.open(id: 1, page: 2)
    #expect(page == (try mediator.reader.open(id: 1, page: 2)))
    #expect(page.hasPrefix("The Lamp at Scarrow Head"))
  }

  @Test func `no other thing passes for a volume`() throws {
    let failed = failure { () throws(Failure) in try mediator.reader.show(volume: Object(Stone())) }
    #expect(failed?.reason == "no_volume")
    #expect(failed?.message.hasPrefix("the parameter 'volume' must be what Library.lend gave, not ") == true)
  }

  private final class Stone: Sendable {}

  @Test func `the Reader tells a function which page it shows`() throws {
    let told = Told()
    let turned = told.function(of: mediator)
    let volume = try mediator.library.lend(id: 1)
    _ = try mediator.reader.show(volume: volume, page: 2, turned: turned)
    // Without a page it is the one last read.
    _ = try mediator.reader.show(volume: volume, turned: turned)
    #expect(told.all.map { $0["page"] } == [2, 2])
  }

  @Test func `a note leads back to its page, and a review to its book`() throws {
    let id = try mediator.notes.add(book: 1, text: "Here", page: 2)
    let link = try mediator.notes.link(id: id)
    #expect(link == "app://Reader/books/1/2")
    #expect(try mediator.open(link).text == mediator.reader.open(id: 1, page: 2))
    let whole = try mediator.notes.add(book: 1, text: "All of it")
    #expect(try mediator.notes.link(id: whole) == "app://Reader/books/1")
    #expect(failure { () throws(Failure) in try mediator.notes.link(id: 99) }?.reason == "no_such_note")
    let first = try mediator.review.read(id: 1)
    #expect(try mediator.reader.open(id: 1, page: 1).hasSuffix(first))
    #expect(failure { () throws(Failure) in try mediator.review.read(id: 99) }?.reason == "no_such_book")
  }

  @Test func `a note is forgotten only if who is asked says so`() throws {
    let id = try mediator.notes.add(book: 1, text: "Here")
    let no = Function(mediator) { call in .bool(try call.text("text") != "Here") }
    let kept = failure { () throws(Failure) in try mediator.notes.remove(id: id, confirm: no) }
    #expect(kept?.reason == "not_confirmed" && kept?.message == "the note \(id) is kept")
    #expect(try mediator.notes.list(book: 1).count == 1)
    #expect(try mediator.notes.remove(id: id, confirm: Function(mediator) { _ in true }).text == "Here")
    #expect(try mediator.notes.list(book: 1).isEmpty)
  }

  @Test func `Discover leads to all of them, and each way can be gone`() async throws {
    let ways = try await mediator.discover.ways(id: 1)
    #expect(ways.keys.sorted() == ["facts", "notes", "page", "reviews"])
    for way in ways.values { _ = try await mediator.open(way) }
    #expect(try await mediator.open(ways["facts"] ?? "")["id"] == 1)
    let none = await failure { () async throws(Failure) in try await mediator.discover.ways(id: 99) }
    #expect(none?.reason == "no_such_book")
  }

  @Test func `Discover tells a function of each book as it finds it`() async throws {
    let told = Told()
    let result = try await mediator.discover.search(query: "sea", found: told.function(of: mediator))
    #expect(!result.books.isEmpty)
    #expect(Set(told.all.compactMap { $0["title"]?.text }) == Set(result.books.map(\.title)))
  }

  @Test func `books are compared by a target of Discover's own, which keeps their words`() throws {
    let likeness = try mediator.discover.likeness(id: 1, other: 2)
    #expect(likeness == (try mediator.discover.likeness(id: 2, other: 1)) && (0...1).contains(likeness))
    #expect(try mediator.discover.likeness(id: 1, other: 1) == 1)
    #expect(
      failure { () throws(Failure) in try mediator.discover.likeness(id: 1, other: 99) }?.reason == "no_such_book")
  }

  @Test func `a path leads to each of them`() async throws {
    _ = try await mediator.review.add(id: 1, stars: 5, text: "Fine")
    #expect(try await mediator.open("app://Review/books/1").list?.count == 1)
    #expect(try await mediator.open("app://Notes/books/1") == [])
    let day = try await onOwnThread { [mediator] in try mediator.open("app://Discover/days/2024-05-31") }
    #expect(day["date"] == "2024-05-31")
    #expect(try await mediator.open("app://BookDetail/cover?id=1&framed=no").text?.contains("|") == false)
  }
}
