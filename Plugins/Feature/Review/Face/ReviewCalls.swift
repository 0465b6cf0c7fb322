import ComponentKit

/// What Review can be asked: `try mediator.review.average(id: 1)`.
public struct ReviewCalls: Sendable {
  let mediator: Mediator
}

extension Mediator {
  /// Readers' stars and opinions.
  public var review: ReviewCalls { ReviewCalls(mediator: self) }
}

extension Neighbour {
  public static let review = Neighbour("Review", answers: ["no_such_book"])
}

extension ReviewCalls {
  /// The reviews of a book.
  @available(*, noasync)
  public func list(id: Int) throws(Failure) -> [Opinion] { try mediator.call(ListReviews(id: id)) }

  /// Reviews a book.
  @discardableResult
  @available(*, noasync)
  public func add(id: Int, stars: Int, text: String) throws(Failure) -> AddedReview {
    try mediator.call(AddReview(id: id, stars: stars, text: text))
  }

  /// The average of a book's stars.
  @available(*, noasync)
  public func average(id: Int) throws(Failure) -> StarAverage { try mediator.call(AverageStars(id: id)) }

  /// The first page of a book.
  @available(*, noasync)
  public func read(id: Int) throws(Failure) -> String { try mediator.call(ReadReviewed(id: id)) }
}

// The same without keeping the thread.
extension ReviewCalls {
  public func list(id: Int) async throws(Failure) -> [Opinion] { try await mediator.call(ListReviews(id: id)) }

  @discardableResult
  public func add(id: Int, stars: Int, text: String) async throws(Failure) -> AddedReview {
    try await mediator.call(AddReview(id: id, stars: stars, text: text))
  }

  public func average(id: Int) async throws(Failure) -> StarAverage { try await mediator.call(AverageStars(id: id)) }

  public func read(id: Int) async throws(Failure) -> String { try await mediator.call(ReadReviewed(id: id)) }
}
