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
  @available(*, noasync)
  public func today(date: String? = nil) throws(Failure) -> BookOfTheDay { try mediator.call(ChooseBook(date: date)) }

  /// The books most like one.
  @available(*, noasync)
  public func similar(id: Int) throws(Failure) -> SimilarBooks { try mediator.call(FindSimilar(id: id)) }

  /// The books in which words occur, the best liked first.
  ///
  /// `found` takes each as soon as it is found.
  @available(*, noasync)
  public func search(query: String, found: Function? = nil) throws(Failure) -> FoundBooks {
    try mediator.call(FindLiked(query: query, found: found))
  }

  /// Where one can go from a book: URLs by what they lead to.
  @available(*, noasync)
  public func ways(id: Int) throws(Failure) -> [String: String] { try mediator.call(ListWays(id: id)) }

  /// How many of their longer words two books share, from 0 to 1.
  @available(*, noasync)
  public func likeness(id: Int, other: Int) throws(Failure) -> Double {
    try mediator.call(CompareBooks(id: id, other: other))
  }
}

// The same without keeping the thread.
extension DiscoverCalls {
  public func today(date: String? = nil) async throws(Failure) -> BookOfTheDay {
    try await mediator.call(ChooseBook(date: date))
  }

  public func similar(id: Int) async throws(Failure) -> SimilarBooks { try await mediator.call(FindSimilar(id: id)) }

  public func search(query: String, found: Function? = nil) async throws(Failure) -> FoundBooks {
    try await mediator.call(FindLiked(query: query, found: found))
  }

  public func ways(id: Int) async throws(Failure) -> [String: String] { try await mediator.call(ListWays(id: id)) }

  public func likeness(id: Int, other: Int) async throws(Failure) -> Double {
    try await mediator.call(CompareBooks(id: id, other: other))
  }
}
