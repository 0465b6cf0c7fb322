import ComponentKit
import DiscoverFace
import LibraryFace

/// Finds the next book to read. All its actions wait for neighbours, and none keeps a thread for it.
struct Discover: Component {
  static let summary = "Finds the next book to read"
  static let needs = ["Library", "Review"].map { Need($0, optional: true) }

  let neighbours: Neighbours

  init(mediator: Mediator) { neighbours = Neighbours(mediator: mediator) }

  var actions: [Action] {
    on(ChooseBook.self) { request, call in try await choose(request, call) }
    on(FindSimilar.self) { request, call in try await similar(to: request.id, call) }
    on(FindLiked.self) { request, call in try await search(request, call) }
    on(ListWays.self) { request in
      try await neighbours.known(request.id)
      // By name only: who is not there answers as everywhere.
      return [
        "page": "app://Reader/books/\(request.id)", "facts": "app://BookDetail/books/\(request.id)",
        "notes": "app://Notes/books/\(request.id)", "reviews": "app://Review/books/\(request.id)",
      ]
    }
  }

  var targets: [Target] {
    // No book is read twice at the same time; what was read counts until it is forgotten: when nobody compares, or when
    // the books are others.
    Target("Words", "The words of books", isSerial: true, lifetime: .cached, instance: { Vocabularies() }) { words in
      words.on(CompareBooks.self) { [mediator = neighbours.mediator] words, request in
        let own = try words.of(request.id, mediator)
        return own.likeness(to: try words.of(request.other, mediator))
      }
    }
  }

  var observers: [Observer] {
    Observer(LibraryChanged.self) { [mediator = neighbours.mediator] change, lost in
      if lost > 0 || !change.changed.isEmpty || !change.removed.isEmpty { _ = mediator.release("Discover.Words") }
    }
  }

  // app://Discover/days/2024-05-31
  var paths: [Path] { [Path("/days/:date", ChooseBook.action)] }

  private func choose(_ request: ChooseBook, _ call: DeferredCall) async throws(Failure) -> BookOfTheDay {
    let text = request.date ?? Day.today.description
    guard let day = Day(text) else {
      throw Failure(
        .invalidParameters, "bad_date", "the parameter 'date' must be a day such as 2024-05-31, not '\(text)'")
    }
    let books = try await books()
    guard !books.isEmpty else { throw Failure(.failed, "no_books", "there is no book to choose from") }
    call.progress(0.5, "choosing")
    let book = books[day.number % books.count]
    let rating = try await neighbours.rating(of: [book.id])
    return BookOfTheDay(
      id: book.id, title: book.title, author: book.author, date: day.description, stars: rating.stars[book.id],
      missing: rating.missing)
  }

  private func similar(to id: Int, _ call: DeferredCall) async throws -> SimilarBooks {
    let books = try await books()
    guard let wanted = books.first(where: { $0.id == id }) else {
      throw Failure(.failed, "no_such_book", "there is no book \(id)")
    }
    var likeness: [(book: Book, score: Double)] = []
    for (index, book) in books.enumerated() where book.id != id {
      try Task.checkCancellation()
      call.progress(Double(index) / Double(books.count), "comparing with \(book.title)")
      let shared = try await neighbours.likeness(of: id, to: book.id)
      likeness.append((book, shared + (book.author == wanted.author ? 0.5 : 0)))
    }
    let best = likeness.sorted { ($1.score, $0.book.id) < ($0.score, $1.book.id) }.prefix(3)
    let rating = try await neighbours.rating(of: best.map(\.book.id))
    return SimilarBooks(
      books: best.map { book, score in
        SimilarBooks.Book(
          id: book.id, title: book.title, author: book.author, score: score.rounded(toPlaces: 3),
          stars: rating.stars[book.id])
      }, missing: rating.missing)
  }

  private func search(_ request: FindLiked, _ call: DeferredCall) async throws(Failure) -> FoundBooks {
    call.progress(nil, "searching")
    let found = try await neighbours.library(await neighbours.mediator.library.search(query: request.query))
    if let each = request.found {
      for hit in found.books {
        _ = try await neighbours.mediator.call(each, ["id": .int(hit.id), "title": .text(hit.title)])
      }
    }
    call.progress(0.5, "asking for opinions")
    let rating = try await neighbours.rating(of: found.books.map(\.id))
    let books = found.books.map { hit in
      FoundBooks.Book(
        id: hit.id, title: hit.title, author: hit.author, excerpt: hit.excerpt, stars: rating.stars[hit.id])
    }
    // The best liked first; where nobody has an opinion the order stays.
    let order = books.indices.sorted { (books[$1].stars ?? 0, $0) < (books[$0].stars ?? 0, $1) }
    return FoundBooks(books: order.map { books[$0] }, missing: rating.missing, suggestions: found.suggestions)
  }

  private func books() async throws(Failure) -> [Book] {
    try await neighbours.library(await neighbours.mediator.library.list().books)
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Discover.register(host, registration)
}
