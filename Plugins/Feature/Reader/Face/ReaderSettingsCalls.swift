import ComponentKit

/// What the target `Reader.Settings` can be asked: `try mediator.reader.settings.show()`.
public struct ReaderSettingsCalls: Sendable {
  let mediator: Mediator
}

extension ReaderSettingsCalls {
  /// How large a page is.
  @available(*, noasync)
  public func show() throws(Failure) -> PageSize { try mediator.call(ShowPageSize()) }

  /// Makes a page larger or smaller; what is not said stays as it is.
  @discardableResult
  @available(*, noasync)
  public func set(columns: Int? = nil, lines: Int? = nil) throws(Failure) -> PageSize {
    try mediator.call(SetPageSize(columns: columns, lines: lines))
  }
}

// The same without keeping the thread.
extension ReaderSettingsCalls {
  public func show() async throws(Failure) -> PageSize { try await mediator.call(ShowPageSize()) }

  @discardableResult
  public func set(columns: Int? = nil, lines: Int? = nil) async throws(Failure) -> PageSize {
    try await mediator.call(SetPageSize(columns: columns, lines: lines))
  }
}
