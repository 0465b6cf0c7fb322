import ComponentKit
import ComponentTesting
import LibraryFace
import NotesFace
import ReviewFace
import Testing

struct ReviewAloneTests {
  private let bench: Bench
  private var review: ReviewCalls { bench.mediator.review }

  init() throws {
    bench = try Example.bench("Review")
    bench.stub(ListNotes.self) { request in
      guard request.kind == "review" else { return [] }
      let texts = ["4 Quite good", "5", "not a review", "9 Too many stars"]
      return texts.enumerated().map { Note(id: $0 + 1, book: request.book ?? 0, page: nil, time: 100, text: $1) }
    }
    bench.stub(AddNote.self) { _ in 17 }
    bench.stub(FindBook.self) { request in
      Book(id: request.id ?? 0, title: "The Lamp", author: "Ada", year: nil, summary: "", chapters: 1)
    }
  }

  @Test func `reviews are notes of their kind`() throws {
    #expect(
      try review.list(id: 3) == [
        Opinion(id: 1, stars: 4, text: "Quite good", time: 100), Opinion(id: 2, stars: 5, text: "", time: 100),
      ])
    #expect(try review.average(id: 3) == StarAverage(stars: 4.5, count: 2))
    try bench.expectCall(ListNotes(book: 3, kind: "review"), times: 2)
    #expect(bench.calls.count == 2)
  }

  @Test func `a review is kept as a note, once Library knows the book`() throws {
    #expect(
      try review.add(id: 3, stars: 5, text: "Fine") == AddedReview(id: 17, book: 3, stars: 5, text: "Fine"))
    try bench.expectCall(FindBook(id: 3), times: 1)
    try bench.expectCall(AddNote(book: 3, text: "5 Fine", kind: "review"), times: 1)
    #expect(bench.calls.map(\.target) == ["Library", "Notes"])
  }

  @Test(arguments: Away.allCases) func `without Library any book is reviewed`(_ state: Away) throws {
    state.put("Library", on: bench)
    #expect(try review.add(id: 3, stars: 5, text: "Fine").id == 17)
    #expect(try review.average(id: 3).count == 2)
  }

  @Test(arguments: Away.allCases) func `without Notes nothing is read or kept`(_ state: Away) {
    state.put("Notes", on: bench)
    let message = state.message("Notes")
    let missing: Value = [
      "Notes": ["reason": .text(state.reason("Notes").reason), "message": .text(message)]
    ]
    for (what, failed) in [
      ("the reviews can't be read", failure { () throws(Failure) in try review.list(id: 1) }),
      ("the reviews can't be read", failure { () throws(Failure) in try review.average(id: 1) }),
      ("the review can't be kept", failure { () throws(Failure) in try review.add(id: 1, stars: 1, text: "x") }),
    ] {
      #expect(failed == Failure(.failed, "no_notes", "\(what): \(message)", details: ["missing": missing]))
    }
  }

  @Test func `a book that is not there gets no review`() throws {
    let none = Failure(.failed, "no_such_book", "there is no book 9")
    bench.stub(FindBook.self, .failure(none))
    #expect(failure { () throws(Failure) in try review.add(id: 9, stars: 1, text: "x") } == none)
    try bench.expectNoCalls(to: "Notes")
  }

  @Test(arguments: [0, 6, -1]) func `stars that there are not are refused before anybody is asked`(_ stars: Int) throws
  {
    let failed = failure { () throws(Failure) in try review.add(id: 1, stars: stars, text: "x") }
    #expect(failed?.message == "the parameter 'stars' must be from 1 to 5, not \(stars)")
    try bench.expectNoCalls()
  }

  @Test func `what Notes says of a parameter is the answer`() {
    let refused = Failure(.invalidParameters, "text_too_long", "the parameter 'text' has too many bytes")
    bench.stub(AddNote.self, .failure(refused))
    #expect(failure { () throws(Failure) in try review.add(id: 1, stars: 1, text: "x") } == refused)
  }

  @Test func `its face is what it registered`() {
    #expect(bench.disagreements(with: ListReviews.self, AddReview.self, AverageStars.self, ReadReviewed.self) == [])
  }
}
