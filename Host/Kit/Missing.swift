/// Why a neighbour's part of a reply is missing.
public struct Missing: Codable, Sendable, Equatable {
  /// One word, such as `no_such_component`.
  public var reason: String
  /// One sentence.
  public var message: String

  public init(_ failure: Failure) {
    reason = failure.reason
    message = failure.message
  }
}

extension Failure {
  /// The failure of an action that can do nothing at all without a neighbour: `the book 1 can't be opened: no component
  /// named 'Library'`; `missing` in its details says the same to programs.
  public init(_ reason: String, _ message: String, without neighbour: String, because cause: Failure) {
    let missing: Value = ["reason": .text(cause.reason), "message": .text(cause.message)]
    self.init(
      .failed, reason, "\(message): \(cause.message)", details: ["missing": .map(Fields([(neighbour, missing)]))])
  }
}
