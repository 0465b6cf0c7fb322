import ComponentKit

/// BookDetail as an interface, for those who want to put something else in its place: a stub in a test, say.
///
/// A type that has the methods that wait has all of them.
public protocol BookDetailService: Service {
  /// Year, number of words, minutes to read and summary of a book.
  @available(*, noasync)
  func detail(id: Int) throws(Failure) -> BookFacts
  func detail(id: Int) async throws(Failure) -> BookFacts

  /// The book's cover, drawn with letters.
  @available(*, noasync)
  func cover(id: Int) throws(Failure) -> String
  func cover(id: Int) async throws(Failure) -> String
}

extension BookDetailService {
  public static var target: String { "BookDetail" }

  @ListBuilder<Action>
  public var answers: [Action] {
    Action(answering: TellFacts.self) { request, _ in try self.detail(id: request.id) }
    Action(answering: DrawCover.self) { request, _ in try self.cover(id: request.id) }
  }
}

extension Mediator {
  /// BookDetail behind its interface: a proxy that calls through the mediator, which answers also where BookDetail is
  /// missing.
  public func service(_ service: (any BookDetailService).Type) -> any BookDetailService { bookDetail }
}
