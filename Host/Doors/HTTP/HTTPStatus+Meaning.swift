extension HTTPStatus {
  /// Statuses of answers to calls, and when they come.
  public struct Meaning: Sendable {
    public let statuses: [HTTPStatus]
    /// A clause: `the action replied`.
    public let words: String
    /// Whether only calls by GET are answered so, or only those that have a body.
    let ways: Ways

    enum Ways { case all, reading, withBody }

    init(_ statuses: HTTPStatus..., ways: Ways = .all, words: String) {
      (self.statuses, self.ways, self.words) = (statuses, ways, words)
    }
  }

  /// Each status that a call may be answered with, the one table of them: the article on serving shows it, and the
  /// description in OpenAPI has them.
  public static let meanings = [
    Meaning(.ok, words: "the action replied"),
    Meaning(
      .badRequest,
      words: "a parameter is wrong, which `details` names; the request, its path or its JSON can't be read"),
    Meaning(.forbidden, words: "the caller may not; a page from elsewhere asks"),
    Meaning(
      .notFound,
      words:
        "nothing there answers, or not to callers from outside; with a stand-in's answer as the body, where one answers"
    ),
    Meaning(
      .methodNotAllowed, ways: .reading, words: "GET of what may change something, or another method, see `Allow`"),
    Meaning(.requestTimeout, words: "the request did not come in time"),
    Meaning(
      .contentTooLarge, .targetTooLong, .headerFieldsTooLarge,
      words: "the body, the path or the head is longer than is taken"),
    Meaning(.unsupportedMediaType, ways: .withBody, words: "the body is not `application/json`"),
    Meaning(.expectationFailed, words: "the client expects something but `100-continue`"),
    Meaning(.misdirected, words: "the name in `Host` is none of this host's"),
    Meaning(.unprocessable, words: "the action says no, with its own reason"),
    Meaning(.tooManyRequests, words: "too many calls, see `Retry-After`"),
    Meaning(
      .internalError,
      words: "the action did not keep the contract, or something failed inside of which callers hear nothing"),
    Meaning(
      .notImplemented, .versionNotSupported,
      words: "a method, a transfer encoding or a version that is not spoken here"),
    Meaning(.badGateway, words: "the component crashed"),
    Meaning(
      .unavailable,
      words: "it can't answer for now, as in quarantine or while it is copied, or the host is closing or too busy"),
    Meaning(.gatewayTimeout, words: "the deadline passed"),
  ]
}
