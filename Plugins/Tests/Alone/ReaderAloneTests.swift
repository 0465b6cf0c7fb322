import BookDetailFace
import ComponentKit
import ComponentTesting
import LibraryFace
import NotesFace
import ReaderFace
import ReviewFace
import Testing

struct ReaderAloneTests {
  private let bench: Bench
  private var reader: ReaderCalls { bench.mediator.reader }

  private static let book = Book(id: 1, title: "The Lamp", author: "Ada", year: 1931, summary: "A lamp.", chapters: 1)
  private static let chapters = [Chapter(number: 1, title: "First")]
  private static let facts = BookFacts(id: 1, year: 1931, words: 4, minutes: 1, summary: "A lamp.")
  private static let note = Note(id: 5, book: 1, page: nil, time: 100, text: "Read it twice")
  private static let stars = StarAverage(stars: 4.5, count: 2)

  private static let detail = Detail(
    id: 1, title: "The Lamp", author: "Ada", detail: facts, notes: [note], missing: [:])
  private static let overview = Overview(
    id: 1, book: book, chapters: chapters, detail: facts, stars: stars, notes: 3, missing: [:])

  /// In BookDetail's place.
  private struct Back: BookDetailService {
    func detail(id: Int) throws(Failure) -> BookFacts { facts }
    func cover(id: Int) throws(Failure) -> String { "+---+" }
  }

  init() throws {
    bench = try Example.bench("Reader")
    bench.stub(FindBook.self) { _ in ReaderAloneTests.book }
    bench.stub(ListChapters.self) { _ in ReaderAloneTests.chapters }
    bench.stub(ReadText.self) { _ in (1...60).map { "Line \($0)." }.joined(separator: "\n\n") }
    bench.stub(Back())
    bench.stub(ListNotes.self) { _ in [ReaderAloneTests.note] }
    bench.stub(CountNotes.self) { _ in 3 }
    bench.stub(FindBookmark.self) { _ in 2 }
    bench.stub(SetBookmark.self) { request in request.page }
    bench.stub(AverageStars.self) { _ in ReaderAloneTests.stars }
  }

  // MARK: a book's detail

  @Test func `a detail is what the neighbours say, asked one after the other`() throws {
    #expect(try reader.showDetail(id: 1) == Self.detail)
    #expect(bench.calls.map { "\($0.target).\($0.action)" } == ["Library.book", "BookDetail.detail", "Notes.list"])
    try bench.expectCall(FindBook(id: 1), times: 1)
    try bench.expectCall(TellFacts(id: 1), times: 1)
    try bench.expectCall(ListNotes(book: 1), times: 1)
  }

  @Test(arguments: ["Library", "BookDetail", "Notes"], Away.allCases)
  func `each neighbour may be away, and its part is`(_ name: String, _ state: Away) throws {
    state.put(name, on: bench)
    var expected = Self.detail
    expected.missing = [name: state.reason(name)]
    switch name {
    case "Library": (expected.title, expected.author) = (nil, nil)
    case "BookDetail": expected.detail = nil
    default: expected.notes = nil
    }
    #expect(try reader.showDetail(id: 1) == expected)
    #expect(bench.calls.count == 3, "the others are asked all the same")
  }

  @Test(arguments: Away.allCases) func `all of them may be away`(_ state: Away) async throws {
    let names = ["Library", "BookDetail", "Notes", "Review"]
    for name in names { state.put(name, on: bench) }
    let missing = Dictionary(uniqueKeysWithValues: names.map { ($0, state.reason($0)) })
    let none = Detail(
      id: 1, title: nil, author: nil, detail: nil, notes: nil, missing: missing.filter { $0.key != "Review" })
    #expect(try await reader.showDetail(id: 1) == none)
    let nothing = Overview(
      id: 1, book: nil, chapters: nil, detail: nil, stars: nil, notes: nil, missing: missing)
    #expect(try await reader.overview(id: 1) == nothing)
  }

  @Test func `a book that is not there is the whole answer`() async throws {
    let none = Failure(.failed, "no_such_book", "there is no book 9")
    bench.stub(FindBook.self, .failure(none))
    #expect(failure { () throws(Failure) in try reader.showDetail(id: 9) } == none)
    #expect(bench.calls.count == 1, "nobody else is asked")
    #expect(failure { () throws(Failure) in try reader.open(id: 9) } == none)
    #expect(await failure { () async throws(Failure) in try await reader.overview(id: 9) } == none)
  }

  // MARK: everything at once

  @Test func `an overview asks everybody`() async throws {
    #expect(try await reader.overview(id: 1) == Self.overview)
    let asked = ["BookDetail.detail", "Library.book", "Library.chapters", "Notes.count", "Review.average"]
    #expect(bench.calls.map { "\($0.target).\($0.action)" }.sorted() == asked)
  }

  @Test(arguments: ["Library", "BookDetail", "Notes", "Review"], Away.allCases)
  func `an overview lacks what a neighbour who is away would have said`(
    _ name: String, _ state: Away
  ) async throws {
    state.put(name, on: bench)
    var expected = Self.overview
    expected.missing = [name: state.reason(name)]
    switch name {
    case "Library": (expected.book, expected.chapters) = (nil, nil)
    case "BookDetail": expected.detail = nil
    case "Notes": expected.notes = nil
    default: expected.stars = nil
    }
    #expect(try await reader.overview(id: 1) == expected)
  }

  @Test func `a neighbour who never answers is waited for as long as the caller waits`() async throws {
    bench.stub(AverageStars.self, .silence)
    let bench = bench
    let failed = await failure { () async throws(Failure) in
      try await bench.mediator.call(ShowOverview(id: 1), timeLimit: .milliseconds(500))
    }
    #expect(failed?.code == .timedOut && failed?.message == "Reader.overview did not reply before the deadline")
  }

  // MARK: pages

  @Test func `a book is opened where the reader was, and the place is kept`() throws {
    let page = try reader.open(id: 1)
    #expect(page.hasPrefix("The Lamp - Ada"))
    #expect(page.prefix { $0 != "\n" }.hasSuffix("page 2 of 6"))
    try bench.expectCall(FindBookmark(book: 1), times: 1)
    try bench.expectCall(SetBookmark(book: 1, page: 2), times: 1)
    #expect(try reader.next(id: 1, page: 2).contains("page 3 of 6"))
    try bench.expectCall(SetBookmark(book: 1, page: 3), times: 1)
    #expect(try reader.previous(id: 1).contains("page 1 of 6"))
  }

  @Test(arguments: Away.allCases) func `without Notes a book is read, and the reader told`(_ state: Away)
    throws
  {
    state.put("Notes", on: bench)
    let page = try reader.open(id: 1)
    #expect(page.contains("page 1 of 6"))
    #expect(page.hasSuffix("\n(this place can't be kept: \(state.message("Notes")))"))
    let failed = failure { () throws(Failure) in try reader.next(id: 1) }
    #expect(failed?.reason == "place_unknown")
    #expect(
      failed?.message == "where you are in 'The Lamp' is not known, say page=...: \(state.message("Notes"))")
  }

  @Test(arguments: Away.allCases) func `without Library no book is opened`(_ state: Away) throws {
    bench.removeStubs("Library")
    state.put("Library", on: bench)
    let failed = failure { () throws(Failure) in try reader.open(id: 1, page: 2) }
    #expect(failed?.reason == "no_library")
    #expect(failed?.message == "the book 1 can't be opened: \(state.message("Library"))")
    try bench.expectNoCalls(to: "Notes")
  }

  @Test func `a path and a key lead to a page, with its head or without`() throws {
    let page = try reader.open(id: 1, page: 3)
    #expect(try bench.mediator.open("app://Reader/books/1/3").text == page)
    #expect(try bench.mediator.open("app://Reader/books/1").text?.contains("page 3 of 6") == false)
    #expect(try bench.mediator.open("app://Reader/books/1").text?.contains("page 2 of 6") == true)
    let bare = try bench.mediator.open(key: "Reader_page", parameters: ["id": 1, "page": 3], hints: ["headed": false])
    #expect(
      bare.text == page.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3).joined(separator: "\n"))
  }

  @Test func `a volume is shown as Library reads it, and who asked is told of the page`() throws {
    let volume = Object(Paper())
    bench.stub(ReadVolume.self) { request in
      #expect(request.volume == volume)
      return Volume(
        id: 1, title: "The Lamp", author: "Ada", text: (1...60).map { "Line \($0)." }.joined(separator: "\n\n"))
    }
    let told = Told()
    let page = try reader.show(volume: volume, page: 3, turned: told.function(of: bench.mediator))
    #expect(page == (try reader.open(id: 1, page: 3)))
    #expect(told.all == [["book": 1, "page": 3, "pages": 6]])
    // Without a page it is the one last read.
    #expect(try reader.show(volume: volume).contains("page 2 of 6"))
    #expect(failure { () throws(Failure) in try reader.show(volume: volume, page: 9) }?.reason == "no_such_page")
  }

  @Test(arguments: Away.allCases) func `without Library no volume is shown`(_ state: Away) throws {
    bench.removeStubs("Library")
    state.put("Library", on: bench)
    let failed = failure { () throws(Failure) in try reader.show(volume: Object(Paper())) }
    #expect(failed?.reason == "no_library")
    #expect(failed?.message == "the volume can't be opened: \(state.message("Library"))")
  }

  private final class Paper: Sendable {}

  @Test func `the size of a page is its own business`() throws {
    #expect(try reader.settings.set(columns: 40) == PageSize(columns: 40, lines: 20))
    #expect(try reader.settings.show() == PageSize(columns: 40, lines: 20))
    #expect(failure { () throws(Failure) in try reader.settings.set(lines: 1) }?.reason == "out_of_range")
    try bench.expectNoCalls()
    #expect(try reader.open(id: 1, page: 1).split(separator: "\n")[1] == String(repeating: "-", count: 40)[...])
  }

  @Test func `its face is what it registered`() {
    #expect(
      bench.disagreements(
        with: ShowDetail.self, ShowOverview.self, OpenBook.self, ShowVolume.self, TurnForward.self, TurnBack.self,
        ShowPageSize.self,
        SetPageSize.self) == [])
  }
}
