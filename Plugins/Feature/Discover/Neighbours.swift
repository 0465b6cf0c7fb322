import ComponentKit
import DiscoverFace
import LibraryFace
import ReviewFace

/// What Discover asks of its neighbours.
struct Neighbours: Sendable {
  let mediator: Mediator

  /// Asks Library; without it there is nothing to find.
  func library<T>(_ question: @autoclosure () async throws(Failure) -> T) async throws(Failure) -> T {
    try await Neighbour.library.needed(await question(), or: "there are no books to look through")
  }

  /// Fails where Library knows no such book.
  func known(_ id: Int) async throws(Failure) {
    _ = try await library(await mediator.library.book(id: id))
  }

  /// How many of their words two books share, as Discover's own target says.
  func likeness(of id: Int, to other: Int) async throws(Failure) -> Double {
    try await library(await mediator.discover.likeness(id: id, other: other))
  }

  /// How readers like some books.
  func rating(of ids: [Int]) async throws(Failure) -> Rating {
    var rating = Rating()
    // One that is gone is not asked again.
    for id in ids where rating.missing.isEmpty {
      let average = try await Neighbour.review.ifThere(
        await mediator.review.average(id: id), noting: &rating.missing)
      rating.stars[id] = average?.stars
    }
    return rating
  }
}

/// How readers like some books, as far as Review can say.
struct Rating: Sendable {
  /// The averages, by the books' numbers.
  var stars: [Int: Double] = [:]
  var missing: [String: Missing] = [:]
}
