import ComponentKit
import LibraryFace
import NotesFace
import ReviewFace

/// Stars and opinions, kept among the notes on a book.
struct Review: Component {
  static let summary = "Readers' stars and opinions"
  static let needs = ["Library", "Notes", "Reader"].map { Need($0, optional: true) }

  let mediator: Mediator

  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    on(ListReviews.self) { request in try opinions(request.id) }
    on(AddReview.self) { request in try add(request) }
    on(AverageStars.self) { request in
      let stars = try opinions(request.id).map(\.stars)
      return StarAverage(
        stars: stars.isEmpty ? nil : Double(stars.reduce(0, +)) / Double(stars.count), count: stars.count)
    }
    on(ReadReviewed.self) { request in try read(request.id) }
  }

  // app://Review/books/1
  var paths: [Path] { [Path("/books/:id<int>", ListReviews.action)] }

  // By the key, which stays whatever the action is called one day.
  private func read(_ id: Int) throws(Failure) -> String {
    let page = try Neighbour("Reader", answers: ["no_such_book"]).needed(
      mediator.open(key: "Reader_page", parameters: ["id": .int(id), "page": 1], hints: ["headed": false]),
      or: "the book \(id) can't be opened")
    return page.text ?? ""
  }

  private func add(_ review: AddReview) throws(Failure) -> AddedReview {
    guard (1...5).contains(review.stars) else {
      throw Failure(
        .invalidParameters, "out_of_range", "the parameter 'stars' must be from 1 to 5, not \(review.stars)")
    }
    try checkBook(review.id)
    let text = "\(review.stars) \(review.text)"
    let id = try Neighbour.notes.needed(
      mediator.notes.add(book: review.id, text: text, kind: "review"), or: "the review can't be kept")
    return AddedReview(id: id, book: review.id, stars: review.stars, text: review.text)
  }

  private func opinions(_ id: Int) throws(Failure) -> [Opinion] {
    try Neighbour.notes.needed(mediator.notes.list(book: id, kind: "review"), or: "the reviews can't be read")
      .compactMap { Opinion($0) }
  }

  // A book that Library says does not exist gets no review; without Library any book does.
  private func checkBook(_ id: Int) throws(Failure) {
    _ = try Neighbour.library.ifThere(mediator.library.book(id: id))
  }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Review.register(host, registration)
}
