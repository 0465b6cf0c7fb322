import ComponentKit
import ComponentTesting
import DiscoverFace
import LibraryFace
import ReviewFace
import Synchronization
import Testing

struct DiscoverAloneTests {
  private let bench: Bench
  private var discover: DiscoverCalls { bench.mediator.discover }

  private static let texts = [
    1: "lantern harbour keeper", 2: "lantern harbour captain", 3: "garden orchard", 4: "lantern garden",
  ]

  private static func book(_ id: Int) -> Book {
    Book(
      id: id, title: "Book \(id)", author: id == 3 ? "Ada" : "Author \(id % 3)", year: nil, summary: "", chapters: 1)
  }

  init() throws {
    bench = try Example.bench("Discover")
    bench.stub(ListBooks.self) { _ in Catalogue(books: (1...4).map(DiscoverAloneTests.book), skipped: []) }
    bench.stub(ReadText.self) { request in DiscoverAloneTests.texts[request.id] ?? "" }
    bench.stub(SearchBooks.self) { request in
      let hits = (1...3).map { id in
        SearchHit(id: id, title: "Book \(id)", author: "Ada", found: .text, excerpt: request.query)
      }
      return SearchResult(books: hits, suggestions: [])
    }
    bench.stub(AverageStars.self) { request in StarAverage(stars: request.id == 1 ? nil : Double(request.id), count: 1)
    }
  }

  // MARK: the book of a day

  @Test func `each day has its book, with its stars`() async throws {
    var chosen: [Int] = []
    for day in 1...8 {
      let reply = try await discover.today(date: "2024-05-0\(day)")
      chosen.append(reply.id)
      #expect(reply.title == "Book \(reply.id)" && reply.date == "2024-05-0\(day)" && reply.missing == [:])
      #expect(reply.stars == (reply.id == 1 ? nil : Double(reply.id)))
    }
    #expect(Array(chosen[..<4]) == Array(chosen[4...]) && Set(chosen) == [1, 2, 3, 4])
  }

  @Test func `a day that is none is refused before anybody is asked`() async throws {
    let failed = await failure { () async throws(Failure) in try await discover.today(date: "2024-02-30") }
    #expect(failed?.reason == "bad_date")
    try bench.expectNoCalls()
  }

  @Test func `without books there is none to choose`() async {
    bench.stub(ListBooks.self) { _ in Catalogue(books: [], skipped: []) }
    let failed = await failure { () async throws(Failure) in try await discover.today(date: "2024-05-31") }
    #expect(failed == Failure(.failed, "no_books", "there is no book to choose from"))
  }

  // MARK: books like one, and books with words

  @Test func `books that share words are alike, those of one author more so`() async throws {
    let similar = try await discover.similar(id: 1)
    #expect(
      similar.books == [
        SimilarBooks.Book(id: 4, title: "Book 4", author: "Author 1", score: 0.75, stars: 4),
        SimilarBooks.Book(id: 2, title: "Book 2", author: "Author 2", score: 0.5, stars: 2),
        SimilarBooks.Book(id: 3, title: "Book 3", author: "Ada", score: 0, stars: 3),
      ])
    #expect(try bench.calls(to: ReadText.self).map(\.id) == [1, 2, 3, 4])
  }

  @Test func `it reads books again that have changed`() async throws {
    _ = try await discover.similar(id: 1)
    try bench.publish(LibraryChanged(added: [9]))
    _ = try await discover.similar(id: 1)
    #expect(try bench.calls(to: ReadText.self).count == 4)
    try bench.publish(LibraryChanged(changed: [2]))
    _ = try await discover.similar(id: 1)
    #expect(try bench.calls(to: ReadText.self).count == 8)
  }

  @Test func `it says how far it has come`() async throws {
    let heard = Mutex<[String]>([])
    _ = try await bench.mediator.call(FindSimilar(id: 1)) { _, message in heard.withLock { $0.append(message) } }
    #expect(heard.withLock { $0 } == (2...4).map { "comparing with Book \($0)" })
  }

  @Test func `what was found is in the order in which it is liked`() async throws {
    let found = try await discover.search(query: "sea")
    #expect(found.books.map(\.id) == [3, 2, 1] && found.books[0].excerpt == "sea" && found.missing == [:])
    try bench.expectCall(SearchBooks(query: "sea"), times: 1)
    #expect(Set(try bench.calls(to: AverageStars.self).map(\.id)) == [1, 2, 3])
  }

  // MARK: neighbours that are away

  @Test(arguments: Away.allCases) func `without Review there are no stars, and it is asked once`(
    _ state: Away
  ) async throws {
    state.put("Review", on: bench)
    let found = try await discover.search(query: "sea")
    #expect(found.books.map(\.id) == [1, 2, 3] && found.books.allSatisfy { $0.stars == nil })
    #expect(found.missing == ["Review": state.reason("Review")])
    #expect(bench.calls(to: "Review").count == 1)
    #expect(try await discover.today(date: "2024-05-31").missing == ["Review": state.reason("Review")])
    #expect(try await discover.similar(id: 1).missing == ["Review": state.reason("Review")])
  }

  @Test(arguments: Away.allCases) func `without Library there is nothing to find`(_ state: Away) async throws {
    bench.removeStubs("Library")
    state.put("Library", on: bench)
    let discover = discover
    let failures = [
      await failure { () async throws(Failure) in try await discover.today(date: "2024-05-31") },
      await failure { () async throws(Failure) in try await discover.similar(id: 1) },
      await failure { () async throws(Failure) in try await discover.search(query: "sea") },
    ]
    for failed in failures {
      #expect(failed?.reason == "no_library")
      #expect(failed?.message == "there are no books to look through: \(state.message("Library"))")
    }
    try bench.expectNoCalls(to: "Review")
  }

  @Test func `a book that is not there is told`() async {
    let failed = await failure { () async throws(Failure) in try await discover.similar(id: 9) }
    #expect(failed == Failure(.failed, "no_such_book", "there is no book 9"))
  }

  @Test func `its face is what it registered`() {
    #expect(
      bench.disagreements(
        with: ChooseBook.self, FindSimilar.self, FindLiked.self, ListWays.self, CompareBooks.self) == [])
  }
}
