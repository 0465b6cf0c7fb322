import ComponentKit

/// Reader as an interface, for those who open books and want to put something else in its place: a stub in a test, say.
///
/// A type that has the methods that wait has all of them.
public protocol ReaderService: Service {
  /// Shows a page, the one last read if none is said.
  @available(*, noasync)
  func open(id: Int, page: Int?) throws(Failure) -> String
  func open(id: Int, page: Int?) async throws(Failure) -> String

  /// Shows a page of a volume that Library has lent; `turned` is told which.
  @available(*, noasync)
  func show(volume: Object, page: Int?, turned: Function?) throws(Failure) -> String
  func show(volume: Object, page: Int?, turned: Function?) async throws(Failure) -> String
}

extension ReaderService {
  public static var target: String { "Reader" }

  @ListBuilder<Action>
  public var answers: [Action] {
    Action(answering: OpenBook.self) { request, _ in try self.open(id: request.id, page: request.page) }
    Action(answering: ShowVolume.self) { request, _ in
      try self.show(volume: request.volume, page: request.page, turned: request.turned)
    }
  }
}

extension Mediator {
  /// Reader behind its interface, which answers also where Reader is missing.
  public func service(_ service: (any ReaderService).Type) -> any ReaderService { reader }
}
