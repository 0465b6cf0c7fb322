import ComponentKit

/// What BookDetail can be asked: `try mediator.bookDetail.detail(id: 1)`.
public struct BookDetailCalls: BookDetailService {
  let mediator: Mediator
}

extension Mediator {
  /// What is on the back of a book, and on its front.
  public var bookDetail: BookDetailCalls { BookDetailCalls(mediator: self) }
}

extension Neighbour {
  public static let bookDetail = Neighbour("BookDetail", answers: ["no_such_book"])
}

extension BookDetailCalls {
  @available(*, noasync)
  public func detail(id: Int) throws(Failure) -> BookFacts { try mediator.call(TellFacts(id: id)) }

  @available(*, noasync)
  public func cover(id: Int) throws(Failure) -> String { try mediator.call(DrawCover(id: id)) }

  /// The back of a book as a person reads it, with the notes on it.
  @available(*, noasync)
  public func back(id: Int) throws(Failure) -> String { try mediator.call(ReadBack(id: id)) }

  /// Opens a book in the Reader, at the page last read if none is said.
  @available(*, noasync)
  public func open(id: Int, page: Int? = nil) throws(Failure) -> String {
    try mediator.call(OpenInside(id: id, page: page))
  }
}

// The same without keeping the thread.
extension BookDetailCalls {
  public func detail(id: Int) async throws(Failure) -> BookFacts { try await mediator.call(TellFacts(id: id)) }

  public func cover(id: Int) async throws(Failure) -> String { try await mediator.call(DrawCover(id: id)) }

  public func back(id: Int) async throws(Failure) -> String { try await mediator.call(ReadBack(id: id)) }

  public func open(id: Int, page: Int? = nil) async throws(Failure) -> String {
    try await mediator.call(OpenInside(id: id, page: page))
  }
}
