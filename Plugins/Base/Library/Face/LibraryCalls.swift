import ComponentKit

/// What Library can be asked: `try mediator.library.book(id: 1)`.
public struct LibraryCalls: Sendable {
  let mediator: Mediator
}

extension Mediator {
  /// The books.
  public var library: LibraryCalls { LibraryCalls(mediator: self) }
}

extension Neighbour {
  public static let library = Neighbour("Library", answers: ["no_such_book", "no_volume"])
}

extension LibraryCalls {
  /// All books, and the files that are none.
  @available(*, noasync)
  public func list() throws(Failure) -> Catalogue { try mediator.call(ListBooks()) }

  /// What is known about a book.
  @available(*, noasync)
  public func book(id: Int) throws(Failure) -> Book { try mediator.call(FindBook(id: id)) }

  /// What is known about the book with a title, in whatever case it is written.
  @available(*, noasync)
  public func book(title: String) throws(Failure) -> Book { try mediator.call(FindBook(title: title)) }

  /// The whole text of a book, or of one chapter.
  @available(*, noasync)
  public func text(id: Int, chapter: Int? = nil) throws(Failure) -> String {
    try mediator.call(ReadText(id: id, chapter: chapter))
  }

  /// The chapters of a book.
  @available(*, noasync)
  public func chapters(id: Int) throws(Failure) -> [Chapter] { try mediator.call(ListChapters(id: id)) }

  /// The books in which words occur.
  @available(*, noasync)
  public func search(query: String) throws(Failure) -> SearchResult { try mediator.call(SearchBooks(query: query)) }

  /// A book as it is now, whatever becomes of its file: an object to hand on.
  @available(*, noasync)
  public func lend(id: Int) throws(Failure) -> Object { try mediator.call(LendBook(id: id)) }

  /// What is in a volume that was lent.
  @available(*, noasync)
  public func volume(_ volume: Object) throws(Failure) -> Volume { try mediator.call(ReadVolume(volume: volume)) }
}

// The same without keeping the thread.
extension LibraryCalls {
  public func list() async throws(Failure) -> Catalogue { try await mediator.call(ListBooks()) }

  public func book(id: Int) async throws(Failure) -> Book { try await mediator.call(FindBook(id: id)) }

  public func book(title: String) async throws(Failure) -> Book { try await mediator.call(FindBook(title: title)) }

  public func text(id: Int, chapter: Int? = nil) async throws(Failure) -> String {
    try await mediator.call(ReadText(id: id, chapter: chapter))
  }

  public func chapters(id: Int) async throws(Failure) -> [Chapter] { try await mediator.call(ListChapters(id: id)) }

  public func search(query: String) async throws(Failure) -> SearchResult {
    try await mediator.call(SearchBooks(query: query))
  }

  public func lend(id: Int) async throws(Failure) -> Object { try await mediator.call(LendBook(id: id)) }

  public func volume(_ volume: Object) async throws(Failure) -> Volume {
    try await mediator.call(ReadVolume(volume: volume))
  }
}
