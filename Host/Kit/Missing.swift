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
