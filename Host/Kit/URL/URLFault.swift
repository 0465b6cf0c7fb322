/// What is wrong with a URL, and where.
public struct URLFault: Error, Sendable, Equatable {
  /// Words for programs; more may come.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let tooLong = Reason(rawValue: "url_too_long")
    public static let tooManyParameters = Reason(rawValue: "too_many_parameters")
    public static let invalid = Reason(rawValue: "invalid_url")
  }

  public let reason: Reason

  /// One clause for people; nothing in it acts on a terminal.
  public let message: String

  /// The byte where it is wrong, counted from 1, or the one behind the last; nil where no place is to blame.
  public let column: Int?

  init(_ reason: Reason, _ message: String, column: Int? = nil) {
    self.reason = reason
    self.message = message
    self.column = column
  }
}

extension URLFault.Reason: CustomStringConvertible {
  public var description: String { rawValue }
}

extension URLFault: CustomStringConvertible {
  public var description: String { column.map { "byte \($0): \(message)" } ?? message }
}
