import ComponentKit

/// What BookDetail can be asked: `try mediator.bookDetail.detail(id: 1)`.
public struct BookDetailCalls: BookDetailing {
  let mediator: Mediator
}

extension Mediator {
  /// What is on the back of a book, and on its front.
  public var bookDetail: BookDetailCalls { BookDetailCalls(mediator: self) }
}

extension BookDetailCalls {
  public func detail(id: Int) throws(Failure) -> BookFacts { try mediator.call(TellFacts(id: id)) }

  public func cover(id: Int) throws(Failure) -> String { try mediator.call(DrawCover(id: id)) }
}

// The same without keeping the thread.
extension BookDetailCalls {
  public func detail(id: Int) async throws(Failure) -> BookFacts { try await mediator.call(TellFacts(id: id)) }

  public func cover(id: Int) async throws(Failure) -> String { try await mediator.call(DrawCover(id: id)) }
}
