import BookDetailFace
import ComponentHost
import ComponentKit
import LibraryFace
import NotesFace
import ReaderFace
import ReaderInquiry
import Testing

// What a test can put in a neighbour's place: a stub of its interface, or a component that answers the same requests.
@Suite struct BookInquiryTests {
  static let facts = BookFacts(id: 1, year: 1931, words: 100, minutes: 1, summary: "stubbed")

  /// It has the methods that wait, and so all of them.
  struct Stub: BookDetailService {
    func detail(id: Int) throws(Failure) -> BookFacts {
      if id == 2 { throw Failure(.failed, "torn_out", "the back of the book \(id) is torn out") }
      return facts
    }
    func cover(id: Int) throws(Failure) -> String { "+---+" }
  }

  /// In Library's place.
  struct Library: Component {
    static let book = Book(id: 1, title: "The Lamp", author: "Ada", year: nil, summary: "", chapters: 1)
    init(mediator: Mediator) {}
    var actions: [Action] {
      on(FindBook.self) { request in
        guard request.id ?? 0 < 3 else { throw Failure(.failed, "no_such_book", "there is no such book") }
        return Library.book
      }
      on(ListChapters.self) { _ in [Chapter(number: 1, title: "One")] }
    }
  }

  let host: Host
  var mediator: Mediator { host.mediator }

  init() {
    // An async action waits for a thread of Swift's own, which other tests may keep for long.
    var settings = Settings()
    settings.timeLimit = nil
    host = Host(settings)
  }

  private func gone(_ name: String) -> Missing {
    Missing(Failure(.notFound, "no_such_component", "no component named '\(name)'"))
  }

  @Test func `a stub answers in BookDetail's place`() throws {
    try host.register(Library.self)
    #expect(
      try BookInquiry(mediator: mediator, details: Stub()).detail(1)
        == Detail(
          id: 1, title: "The Lamp", author: "Ada", detail: Self.facts, notes: nil, missing: ["Notes": gone("Notes")]))
  }

  @Test func `it does so too where its answer is awaited`() async throws {
    try host.register(Library.self)
    let inquiry = BookInquiry(mediator: mediator, details: Stub())
    #expect(
      try await inquiry.overview(1)
        == Overview(
          id: 1, book: Library.book, chapters: [Chapter(number: 1, title: "One")], detail: Self.facts, stars: nil,
          notes: nil, missing: ["Notes": gone("Notes"), "Review": gone("Review")]))
  }

  @Test func `what a stub fails with is the reason that its part is missing`() async throws {
    try host.register(Library.self)
    let inquiry = BookInquiry(mediator: mediator, details: Stub())
    let missing = Missing(Failure(.failed, "torn_out", "the back of the book 2 is torn out"))
    #expect(try inquiry.detail(2).missing["BookDetail"] == missing)
    #expect(try await inquiry.overview(2).missing["BookDetail"] == missing)
    #expect(try inquiry.detail(2).detail == nil)
  }

  @Test func `that there is no such book is the answer to all`() async throws {
    try host.register(Library.self)
    let inquiry = BookInquiry(mediator: mediator, details: Stub())
    let failure = Failure(.failed, "no_such_book", "there is no such book")
    #expect(throws: failure) { try inquiry.detail(3) }
    await #expect(throws: failure) { try await inquiry.overview(3) }
  }

  @Test func `without the component the proxy gives what any call gives`() throws {
    let service = mediator.service((any BookDetailService).self)
    let expected = try #require(failure { () throws(Failure) in try mediator.call("BookDetail", "detail", ["id": 1]) })
    #expect(expected.code == .notFound && expected.message == "no component named 'BookDetail'")
    #expect(throws: expected) { try service.detail(id: 1) }
    #expect(throws: Failure.self) { try service.cover(id: 1) }
    #expect(try BookInquiry(mediator: mediator, details: service).detail(1).missing["BookDetail"] == gone("BookDetail"))
  }

  @Test func `that is so too where it is awaited`() async throws {
    let service = mediator.service((any BookDetailService).self)
    let expected = try #require(failure { () throws(Failure) in try mediator.call("BookDetail", "cover", ["id": 1]) })
    await #expect(throws: expected) { try await service.cover(id: 1) }
    await #expect(throws: Failure.self) { try await service.detail(id: 1) }
  }

  /// Answers for whatever is missing.
  struct NotFound: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("notFound") { call in
        guard try call.text("target") == "BookDetail" else { return "nobody is here" }
        return ["id": 1, "year": 1931, "words": 100, "minutes": 1, "summary": "stubbed", "missing": [:]]
      }
    }
  }

  @Test func `what a fallback says in the place of a neighbour is no reply, whatever its form`() async throws {
    try host.register(NotFound.self)
    let service = mediator.service((any BookDetailService).self)
    let failed = try #require(
      failure { () throws(Failure) in try mediator.strict.call("BookDetail", "cover", ["id": 1]) })
    #expect(failed.reason == "no_such_component" && failed.answer?["year"] == 1931)
    await #expect(throws: failed) { try await service.cover(id: 1) }
    #expect(throws: Failure.self) { try service.detail(id: 1) }
    let inquiry = BookInquiry(mediator: mediator, details: service)
    #expect(try inquiry.detail(1).missing["BookDetail"] == gone("BookDetail"))
    #expect(try inquiry.detail(1).missing["Library"] == gone("Library"))
  }

  private func failure(_ body: () throws(Failure) -> Value) -> Failure? {
    do throws(Failure) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
