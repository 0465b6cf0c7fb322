import BookDetailFace
import ComponentKit
import ComponentTesting
import LibraryFace
import NotesFace
import ReaderFace
import Testing
import WordCountFace

struct BookDetailAloneTests {
  private let bench: Bench
  private var bookDetail: BookDetailCalls { bench.mediator.bookDetail }

  init() throws {
    bench = try Example.bench("BookDetail")
    bench.stub(FindBook.self) { request in
      Book(id: request.id ?? 0, title: "The Lamp", author: "Ada", year: 1931, summary: "A lamp.", chapters: 2)
    }
    bench.stub(ReadText.self) { _ in "a keeper counts ships" }
    bench.stub(CountText.self) { _ in Counts(words: 461, lines: 1, characters: 1) }
  }

  @Test func `it puts together what Library and WordCount say`() throws {
    #expect(try bookDetail.detail(id: 7) == BookFacts(id: 7, year: 1931, words: 461, minutes: 3, summary: "A lamp."))
    #expect(
      bench.calls.map { "\($0.target).\($0.action)" } == ["Library.book", "Library.text", "WordCount.count"])
    try bench.expectCall(FindBook(id: 7), times: 1)
    try bench.expectCall(ReadText(id: 7), times: 1)
    try bench.expectCall(CountText(text: "a keeper counts ships"), times: 1)
  }

  @Test func `the cover needs Library only`() throws {
    let cover = try bookDetail.cover(id: 1)
    #expect(cover.contains("|           The Lamp           |") && cover.contains(" Ada "))
    #expect(bench.calls.count == 1)
  }

  @Test func `a path leads to a book, and a key to its cover with a frame or without`() throws {
    #expect(try bench.mediator.open("app://BookDetail/books/7")["words"] == 461)
    let cover = { (hints: Fields) throws(Failure) in
      try bench.mediator.open(key: "BookDetail_cover", parameters: ["id": 1], hints: hints).text
    }
    #expect(try cover([:]) == bookDetail.cover(id: 1))
    let plain = try cover(["framed": false])
    #expect(plain?.contains("           The Lamp           ") == true && plain?.contains("|") == false)
  }

  @Test func `the back shows what readers have noted`() throws {
    bench.stub(ListNotes.self) { request in
      [Note(id: 5, book: request.book ?? 0, page: nil, time: 100, text: "Read it twice")]
    }
    #expect(try bookDetail.back(id: 7) == "A lamp.\n\n461 words, 3 minutes\n- Read it twice")
    try bench.expectCall(ListNotes(book: 7), times: 1)
  }

  @Test(arguments: Away.allCases) func `without Notes the back says so`(_ state: Away) throws {
    state.put("Notes", on: bench)
    let message = state.message("Notes")
    #expect(
      try bookDetail.back(id: 7)
        == "A lamp.\n\n461 words, 3 minutes\n(what readers have noted is not known: \(message))")
  }

  @Test func `what Library has lent is handed on to the Reader as it is`() throws {
    let volume = Object(Paper())
    bench.stub(LendBook.self) { _ in volume }
    bench.stub(ShowVolume.self) { request in "page \(request.page ?? 0) of \(request.volume == volume)" }
    #expect(try bookDetail.open(id: 7, page: 2) == "page 2 of true")
    try bench.expectCall(LendBook(id: 7), times: 1)
  }

  @Test(arguments: Away.allCases) func `without the Reader no book is opened`(_ state: Away) throws {
    bench.stub(LendBook.self) { _ in Object(Paper()) }
    state.put("Reader", on: bench)
    let failed = failure { () throws(Failure) in try bookDetail.open(id: 7) }
    #expect(failed?.reason == "no_reader")
    #expect(failed?.message == "the book 7 can't be opened: \(state.message("Reader"))")
  }

  private final class Paper: Sendable {}

  @Test(arguments: Away.allCases) func `without WordCount it counts by itself`(_ state: Away) throws {
    state.put("WordCount", on: bench)
    var reason = state.reason("WordCount")
    reason.message += "; the number of words is an estimate"
    #expect(
      try bookDetail.detail(id: 1)
        == BookFacts(
          id: 1, year: 1931, words: 4, minutes: 1, summary: "A lamp.", missing: ["WordCount": reason]))
  }

  @Test(arguments: Away.allCases) func `without Library it knows nothing`(_ state: Away) throws {
    bench.removeStubs("Library")
    state.put("Library", on: bench)
    for failed in [
      failure { () throws(Failure) in try bookDetail.detail(id: 1) },
      failure { () throws(Failure) in try bookDetail.cover(id: 1) },
    ] {
      #expect(failed?.reason == "no_library")
      #expect(failed?.message == "nothing is known about the book 1: \(state.message("Library"))")
    }
    try bench.expectNoCalls(to: "WordCount")
  }

  @Test func `a book that is not there is told as Library tells it`() throws {
    let none = Failure(.failed, "no_such_book", "there is no book 9")
    bench.stub(FindBook.self, .failure(none))
    #expect(failure { () throws(Failure) in try bookDetail.detail(id: 9) } == none)
    #expect(bench.calls.count == 1)
  }

  @Test func `a reply that is none leaves nothing known`() {
    bench.stub("Library", "book", .reply("a page for people"))
    #expect(
      failure { () throws(Failure) in try bookDetail.detail(id: 1) }?.message
        == "nothing is known about the book 1: the reply of Library.book must be a map, not the text 'a page for people'"
    )
  }

  @Test func `its face is what it registered`() {
    #expect(bench.disagreements(with: TellFacts.self, DrawCover.self, ReadBack.self, OpenInside.self) == [])
  }
}
