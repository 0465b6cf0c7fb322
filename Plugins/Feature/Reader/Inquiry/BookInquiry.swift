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
    var answers = Answers()
    let book = try answers.take("Library", Result { () throws(Failure) in try mediator.library.book(id: id) })
    return Detail(
      id: id, title: book?.title, author: book?.author,
      detail: try answers.take("BookDetail", Result { () throws(Failure) in try details.detail(id: id) }),
      notes: try answers.take("Notes", Result { () throws(Failure) in try mediator.notes.list(book: id) }),
      missing: answers.missing)
  }

  /// More of them, all at the same time.
  public func overview(_ id: Int) async throws(Failure) -> Overview {
    async let book = answer { () async throws(Failure) in try await mediator.library.book(id: id) }
    async let chapters = answer { () async throws(Failure) in try await mediator.library.chapters(id: id) }
    async let detail = answer { () async throws(Failure) in try await details.detail(id: id) }
    async let stars = answer { () async throws(Failure) in try await mediator.review.average(id: id) }
    async let notes = answer { () async throws(Failure) in try await mediator.notes.count(book: id) }
    var answers = Answers()
    return Overview(
      id: id, book: try answers.take("Library", await book), chapters: try answers.take("Library", await chapters),
      detail: try answers.take("BookDetail", await detail), stars: try answers.take("Review", await stars),
      notes: try answers.take("Notes", await notes), missing: answers.missing)
  }

  private func answer<T: Sendable>(_ question: @Sendable () async throws(Failure) -> T) async -> Result<T, Failure> {
    do throws(Failure) { return .success(try await question()) } catch { return .failure(error) }
  }
}

/// What neighbours have answered, and why others have not.
private struct Answers {
  private(set) var missing: [String: Missing] = [:]

  /// The answer, or nil. That there is no such book is an answer to the whole inquiry.
  mutating func take<T>(_ neighbour: String, _ answer: Result<T, Failure>) throws(Failure) -> T? {
    do throws(Failure) {
      return try answer.get()
    } catch {
      if error.reason == "no_such_book" || error.code == .cancelled { throw error }
      missing[neighbour] = Missing(error)
      return nil
    }
  }
}
