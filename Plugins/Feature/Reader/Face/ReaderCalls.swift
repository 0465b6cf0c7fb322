import ComponentKit

/// What Reader can be asked: `try mediator.reader.showDetail(id: 1)`.
public struct ReaderCalls: ReaderService {
  let mediator: Mediator

  /// How large a page is.
  public var settings: ReaderSettingsCalls { ReaderSettingsCalls(mediator: mediator) }
}

extension Mediator {
  /// Opens a book and turns its pages.
  public var reader: ReaderCalls { ReaderCalls(mediator: self) }
}

extension Neighbour {
  public static let reader = Neighbour("Reader", answers: ["no_such_book", "no_such_page"])
}

extension ReaderCalls {
  /// A book, its details and the notes on it.
  @available(*, noasync)
  public func showDetail(id: Int) throws(Failure) -> Detail { try mediator.call(ShowDetail(id: id)) }

  /// All that can be found out about a book, asked of everybody at once.
  @available(*, noasync)
  public func overview(id: Int) throws(Failure) -> Overview { try mediator.call(ShowOverview(id: id)) }

  /// Shows a page, the one last read if none is said.
  @available(*, noasync)
  public func open(id: Int, page: Int? = nil) throws(Failure) -> String {
    try mediator.call(OpenBook(id: id, page: page))
  }

  /// Shows a page of a volume that Library has lent, the one last read if none is said.
  @available(*, noasync)
  public func show(volume: Object, page: Int? = nil, turned: Function? = nil) throws(Failure) -> String {
    try mediator.call(ShowVolume(volume: volume, page: page, turned: turned))
  }

  /// Turns a page forward, from the one last read if none is said.
  @available(*, noasync)
  public func next(id: Int, page: Int? = nil) throws(Failure) -> String {
    try mediator.call(TurnForward(id: id, page: page))
  }

  /// Turns a page back, from the one last read if none is said.
  @available(*, noasync)
  public func previous(id: Int, page: Int? = nil) throws(Failure) -> String {
    try mediator.call(TurnBack(id: id, page: page))
  }
}

// The same without keeping the thread.
extension ReaderCalls {
  public func showDetail(id: Int) async throws(Failure) -> Detail { try await mediator.call(ShowDetail(id: id)) }

  public func overview(id: Int) async throws(Failure) -> Overview { try await mediator.call(ShowOverview(id: id)) }

  public func open(id: Int, page: Int? = nil) async throws(Failure) -> String {
    try await mediator.call(OpenBook(id: id, page: page))
  }

  public func show(volume: Object, page: Int? = nil, turned: Function? = nil) async throws(Failure) -> String {
    try await mediator.call(ShowVolume(volume: volume, page: page, turned: turned))
  }

  public func next(id: Int, page: Int? = nil) async throws(Failure) -> String {
    try await mediator.call(TurnForward(id: id, page: page))
  }

  public func previous(id: Int, page: Int? = nil) async throws(Failure) -> String {
    try await mediator.call(TurnBack(id: id, page: page))
  }
}
