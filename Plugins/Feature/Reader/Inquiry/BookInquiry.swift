public import BookDetailFace
public import ComponentKit
import LibraryFace
import NotesFace
public import ReaderFace
import ReviewFace

/// Asks the neighbours what they know about a book. Where one can't answer, its part is nil, and `missing` says why.
public struct BookInquiry: Sendable {
  let mediator: Mediator
  let details: any BookDetailService

  /// - Parameter details: BookDetail, or what a test puts in its place.
  public init(mediator: Mediator, details: any BookDetailService) {
    self.mediator = mediator
    self.details = details
  }

  /// One after the other.
  public func detail(_ id: Int) throws(Failure) -> Detail {
    var missing: [String: Missing] = [:]
    let book = try Neighbour.library.ifThere(mediator.library.book(id: id), noting: &missing)
    return Detail(
      id: id, title: book?.title, author: book?.author,
      detail: try Neighbour.bookDetail.ifThere(details.detail(id: id), noting: &missing),
      notes: try Neighbour.notes.ifThere(mediator.notes.list(book: id), noting: &missing),
      missing: missing)
  }

  /// More of them, all at the same time.
  public func overview(_ id: Int) async throws(Failure) -> Overview {
    async let book = answer { () async throws(Failure) in try await mediator.library.book(id: id) }
    async let chapters = answer { () async throws(Failure) in try await mediator.library.chapters(id: id) }
    async let detail = answer { () async throws(Failure) in try await details.detail(id: id) }
    async let stars = answer { () async throws(Failure) in try await mediator.review.average(id: id) }
    async let notes = answer { () async throws(Failure) in try await mediator.notes.count(book: id) }
    let answers = await (book: book, chapters: chapters, detail: detail, stars: stars, notes: notes)
    var missing: [String: Missing] = [:]
    return Overview(
      id: id, book: try await Neighbour.library.ifThere(answers.book.get(), noting: &missing),
      chapters: try await Neighbour.library.ifThere(answers.chapters.get(), noting: &missing),
      detail: try await Neighbour.bookDetail.ifThere(answers.detail.get(), noting: &missing),
      stars: try await Neighbour.review.ifThere(answers.stars.get(), noting: &missing),
      notes: try await Neighbour.notes.ifThere(answers.notes.get(), noting: &missing), missing: missing)
  }

  private func answer<T: Sendable>(_ question: @Sendable () async throws(Failure) -> T) async -> Result<T, Failure> {
    do throws(Failure) { return .success(try await question()) } catch { return .failure(error) }
  }
}
