import ComponentKit

/// What Discover can be asked: `try await mediator.discover.similar(id: 1)`.
public struct DiscoverCalls: Sendable {
  let mediator: Mediator
}

extension Mediator {
  /// Finds the next book to read.
  public var discover: DiscoverCalls { DiscoverCalls(mediator: self) }
}

extension DiscoverCalls {
  /// The book of a day such as 2024-05-31, or of today.
  public func today(date: String? = nil) throws(Failure) -> BookOfTheDay { try mediator.call(ChooseBook(date: date)) }

  /// The books most like one.
  public func similar(id: Int) throws(Failure) -> SimilarBooks { try mediator.call(FindSimilar(id: id)) }

  /// The books in which words occur, the best liked first.
  public func search(query: String) throws(Failure) -> FoundBooks { try mediator.call(FindLiked(query: query)) }
}

// The same without keeping the thread.
extension DiscoverCalls {
  public func today(date: String? = nil) async throws(Failure) -> BookOfTheDay {
    try await mediator.call(ChooseBook(date: date))
  }

  public func similar(id: Int) async throws(Failure) -> SimilarBooks { try await mediator.call(FindSimilar(id: id)) }

  public func search(query: String) async throws(Failure) -> FoundBooks {
    try await mediator.call(FindLiked(query: query))
  }
}
