import ComponentKit
import Glibc

/// Finds the next book to read. All its actions wait for neighbours, and none keeps a thread for it.
struct Discover: Component {
  static let summary = "Finds the next book to read"
  static let needs = ["Library", "Review"].map { Need($0, optional: true) }

  let catalogue: Catalogue

  init(mediator: Mediator) { catalogue = Catalogue(mediator: mediator) }

  var actions: [Action] {
    Action("today", "One book for each day: [date=2024-05-31]") { call in try await today(call) }
    Action("similar", "The books most like one: id=1") { call in try await similar(call) }
    Action("search", "Books in which words occur, the best liked first: query=...") { call in
      try await search(call)
    }
  }

  private func today(_ call: DeferredCall) async throws -> Value {
    let text = try call.text("date", default: Day.today.description)
    guard let day = Day(text) else {
      throw Failure(
        .invalidParameters, "bad_date", "the parameter 'date' must be a day such as 2024-05-31, not '\(text)'")
    }
    let books = try await catalogue.books()
    guard !books.isEmpty else { throw Failure(.failed, "no_books", "there is no book to choose from") }
    call.progress(0.5, "choosing")
    let book = books[day.number % books.count]
    var rating = Rating()
    await rating.add(book.id, catalogue)
    return .map(book.fields(with: rating, ["date": .text(day.description)]))
  }

  private func similar(_ call: DeferredCall) async throws -> Value {
    let id = try call.int("id")
    let books = try await catalogue.books()
    guard let wanted = books.first(where: { $0.id == id }) else {
      throw Failure(.failed, "no_such_book", "there is no book \(id)")
    }
    let vocabulary = Vocabulary(try await catalogue.text(id))
    var likeness: [(book: CatalogueEntry, score: Double)] = []
    for (index, book) in books.enumerated() where book.id != id {
      try Task.checkCancellation()
      call.progress(Double(index) / Double(books.count), "comparing with \(book.title)")
      let shared = vocabulary.likeness(to: Vocabulary(try await catalogue.text(book.id)))
      likeness.append((book, shared + (book.author == wanted.author ? 0.5 : 0)))
    }
    let best = likeness.sorted { ($1.score, $0.book.id) < ($0.score, $1.book.id) }.prefix(3)
    return await rated(best.map(\.book)) { index in ["score": .double(best[index].score.rounded(toPlaces: 3))] }
  }

  private func search(_ call: DeferredCall) async throws -> Value {
    call.progress(nil, "searching")
    let reply = try await catalogue.search(call.text("query"))
    call.progress(0.5, "asking for opinions")
    var result = await rated(reply.books) { index in ["excerpt": .text(reply.excerpts[index])] }.map ?? [:]
    // The best liked first; where nobody has an opinion the order stays.
    let books = result["books"]?.list ?? []
    let order = books.indices.sorted {
      (books[$1]["stars"]?.double ?? 0, $0) < (books[$0]["stars"]?.double ?? 0, $1)
    }
    result["books"] = .list(order.map { books[$0] })
    result["suggestions"] = .list(reply.suggestions)
    return .map(result)
  }

  private func rated(_ books: [CatalogueEntry], _ more: (Int) -> Fields) async -> Value {
    var rating = Rating()
    for book in books { await rating.add(book.id, catalogue) }
    let list = books.enumerated().map { Value.map($1.fields(with: rating, more($0), missing: false)) }
    return ["books": .list(list), "missing": .map(rating.missing)]
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Discover.register(host, registration)
}
