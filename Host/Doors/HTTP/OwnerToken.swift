/// By what a door knows the host's owner, where it answers to nobody else.
///
/// The owner opens `address`, and has from then on a cookie that no page's script can read and no page from elsewhere can have
/// sent. A program says the token as `Authorization: Bearer TOKEN`. It is made anew by each start of a host.
///
/// A browser keeps cookies by the name of the host, and says them at each of its ports, whoever listens there. So the cookie is
/// another secret than the token, and counts only where the browser says that its own page asks, or its user; and the door has
/// a name of its own below `localhost`, which leads a browser to this machine, and which it calls nobody else by.
public struct OwnerToken: Sendable {
  /// What shows the owner's rights: whoever has it, has them.
  public let text: String
  /// A name that a browser finds this machine by, and that nobody else knows.
  public let hostName: String
  // The cookie. Where two hosts are called by one name each has its own.
  private let cookie: String
  private let secret: String

  public init() {
    text = OwnerToken.digits() + OwnerToken.digits()
    secret = OwnerToken.digits() + OwnerToken.digits()
    cookie = "owner-\(OwnerToken.digits().prefix(8))"
    hostName = "owner-\(OwnerToken.digits()).localhost"
  }

  /// What the owner opens in a browser, behind the door's own address.
  public var address: String { "/\(OwnerToken.query)\(text)" }

  private static let query = "?token="

  // Sixteen bytes that nobody can guess.
  private static func digits() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// What is answered at once: to who says the token in the address, that it need not any more, and to who does not own the
  /// host, that it does not; nil where the request is the owner's, or for everybody.
  func answer(to head: RequestHead, in bytes: UnsafeRawBufferPointer) throws(RequestRefusal) -> HTTPAnswer? {
    let path = head.path.isThere ? head.path.bytes(in: bytes) : UnsafeRawBufferPointer(start: nil, count: 0)
    if path.isWord("/healthz") || path.isWord("/readyz") { return nil }
    let start = 1 + OwnerToken.query.utf8.count
    if path.count > start, path.part(0..<start).elementsEqual("/\(OwnerToken.query)".utf8),
      OwnerToken.isSame(path.part(start..<path.count), text), head.method == .get || head.method == .head
    {
      var answer = HTTPAnswer(.seeOther)
      answer.fields = [
        ("Location", "/"), ("Set-Cookie", "\(cookie)=\(secret); Path=/; HttpOnly; SameSite=Strict"),
        ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
      ]
      return answer
    }
    if isSaid(head, bytes) { return nil }
    throw RequestRefusal(
      .unauthorized, "not_owner",
      "only the owner is answered here: open the address that the host told when it began in a browser, or send its token as Authorization: Bearer TOKEN"
    )
  }

  private func isSaid(_ head: RequestHead, _ bytes: UnsafeRawBufferPointer) -> Bool {
    if head.authorization.isThere {
      let value = head.authorization.bytes(in: bytes)
      let start = "Bearer ".utf8.count
      if value.count > start, value.part(0..<start).isWord(anyCase: "bearer "),
        OwnerToken.isSame(value.part(start..<value.count), text)
      {
        return true
      }
    }
    guard head.cookie.isThere, isFromOwnPage(head, bytes) else { return false }
    var isOwner = false
    head.cookie.bytes(in: bytes).eachPart(by: UInt8(ascii: ";")) { part in
      guard let sign = part.place(of: UInt8(ascii: "=")), part.part(0..<sign).elementsEqual(cookie.utf8) else { return }
      isOwner = isOwner || OwnerToken.isSame(part.part(sign + 1..<part.count), secret)
    }
    return isOwner
  }

  // Whether a browser says that a page of this very door asks, or its user by the address. Another origin was refused before.
  private func isFromOwnPage(_ head: RequestHead, _ bytes: UnsafeRawBufferPointer) -> Bool {
    if head.origin.isThere { return true }
    guard head.fetchSite.isThere else { return false }
    let site = head.fetchSite.bytes(in: bytes)
    return site.isWord("same-origin") || site.isWord("none") && head.method != .post
  }

  // Takes as long for whatever is wrong, so that nobody learns from that how much of it is right.
  private static func isSame(_ said: UnsafeRawBufferPointer, _ secret: String) -> Bool {
    guard said.count == secret.utf8.count else { return false }
    return zip(said, secret.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension HTTPAnswer {
  /// With what a browser has to know of what the owner's door says: only the page in front runs scripts, by its own policy; no
  /// page has any of it in a frame, nothing is kept, and nobody is told where one came from.
  mutating func guardForOwner(isFront: Bool) {
    let policy =
      isFront
      ? "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
      : "sandbox; default-src 'none'; frame-ancestors 'none'"
    fields += [
      ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
    ]
  }
}
