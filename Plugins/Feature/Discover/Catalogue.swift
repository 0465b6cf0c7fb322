import ComponentKit

/// A book as Library lists it.
struct CatalogueEntry: Sendable {
  let id: Int
  let title: String
  let author: String

  init?(_ value: Value) {
    guard let id = value["id"]?.int, let title = value["title"]?.text, let author = value["author"]?.text else {
      return nil
    }
    self.id = id
    self.title = title
    self.author = author
  }

  /// The book with its stars and further facts.
  func fields(with rating: Rating, _ more: Fields, missing: Bool = true) -> Fields {
    var fields: Fields = ["id": .int(id), "title": .text(title), "author": .text(author)]
    for (key, value) in more { fields[key] = value }
    fields["stars"] = rating.stars[id] ?? .null
    if missing { fields["missing"] = .map(rating.missing) }
    return fields
  }
}

/// What Discover asks of its neighbours.
struct Catalogue: Sendable {
  let mediator: Mediator

  func books() async throws(Failure) -> [CatalogueEntry] {
    try await library("list", [:]) { $0["books"]?.list?.compactMap(CatalogueEntry.init) }
  }

  func text(_ id: Int) async throws(Failure) -> String { try await library("text", ["id": .int(id)]) { $0.text } }

  func search(_ query: String) async throws(Failure) -> Found {
    try await library("search", ["query": .text(query)], Found.init)
  }

  /// What Library found.
  struct Found: Sendable {
    var books: [CatalogueEntry] = []
    var excerpts: [String] = []
    let suggestions: [Value]

    init?(_ reply: Value) {
      guard let hits = reply["books"]?.list else { return nil }
      suggestions = reply["suggestions"]?.list ?? []
      for hit in hits {
        guard let book = CatalogueEntry(hit) else { continue }
        books.append(book)
        excerpts.append(hit["excerpt"]?.text ?? "")
      }
    }
  }

  private func library<T>(_ action: String, _ parameters: Fields, _ read: (Value) -> T?) async throws(Failure) -> T {
    let failure: Failure
    do throws(Failure) {
      if let answer = read(try await mediator.call("Library", action, parameters)) { return answer }
      failure = Failure(.failed, "unexpected_reply", "Library replied something else than was asked for")
    } catch {
      // What Library itself says of a book or a parameter is the answer.
      if error.reason == "no_such_book" || error.code == .invalidParameters || error.code == .cancelled { throw error }
      failure = error
    }
    throw Failure(
      .failed, "no_library", "there are no books to look through: \(failure.message)",
      details: ["missing": ["Library": ["reason": .text(failure.reason), "message": .text(failure.message)]]])
  }
}

/// How readers like some books, as far as Review can say.
struct Rating: Sendable {
  private(set) var stars: [Int: Value] = [:]
  private(set) var missing: Fields = [:]

  mutating func add(_ id: Int, _ catalogue: Catalogue) async {
    // One that is gone is not asked again.
    guard missing.isEmpty else { return }
    do throws(Failure) {
      let reply = try await catalogue.mediator.call("Review", "average", ["id": .int(id)])
      guard let average = reply["stars"] else {
        throw Failure(.failed, "unexpected_reply", "Review replied something else than was asked for")
      }
      stars[id] = average
    } catch {
      missing["Review"] = ["reason": .text(error.reason), "message": .text(error.message)]
    }
  }
}
