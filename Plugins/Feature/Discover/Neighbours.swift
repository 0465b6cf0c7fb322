import ComponentKit
import DiscoverFace
import LibraryFace
import ReviewFace

/// What Discover asks of its neighbours.
struct Neighbours: Sendable {
  let mediator: Mediator

  /// Asks Library; without it there is nothing to find.
  func library<T>(_ question: (LibraryCalls) async throws(Failure) -> T) async throws(Failure) -> T {
    do throws(Failure) {
      return try await question(mediator.library)
    } catch {
      // What Library itself says of a book or a parameter is the answer.
      if error.reason == "no_such_book" || error.code == .invalidParameters || error.code == .cancelled { throw error }
      throw Failure("no_library", "there are no books to look through", without: "Library", because: error)
    }
  }

  /// Fails where Library knows no such book.
  func known(_ id: Int) async throws(Failure) {
    _ = try await library { library async throws(Failure) in try await library.book(id: id) }
  }

  /// How many of their words two books share, as Discover's own target says.
  func likeness(of id: Int, to other: Int) async throws(Failure) -> Double {
    try await library { _ async throws(Failure) in try await mediator.discover.likeness(id: id, other: other) }
  }

  /// How readers like some books.
  func rating(of ids: [Int]) async -> Rating {
    var rating = Rating()
    for id in ids {
      do throws(Failure) {
        rating.stars[id] = try await mediator.review.average(id: id).stars
      } catch {
        // One that is gone is not asked again.
        rating.missing["Review"] = Missing(error)
        break
      }
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
