/// Why a request can't be read: it is answered with that, and the connection is closed, since nobody knows where the next
/// request would begin.
public struct RequestFault: Error, Sendable, Equatable {
  public let status: HTTPStatus
  /// One sentence.
  public let message: String

  init(_ status: HTTPStatus = .badRequest, _ message: String) {
    self.status = status
    self.message = message
  }
}
