public import ComponentHost
import ComponentKit

/// What a request becomes: a call from outside, a page of the door itself, or a refusal. The rules hold for every request, and
/// are looked at before its body has come.
public struct HTTPRules: Sendable {
  public var names: HostNames
  /// The scheme of the URLs that the paths are read as; a policy may take it or not.
  public let scheme: String
  /// How long a call may take whose client does not say; the host's own limit where nil.
  public var timeLimit: Duration?
  /// How long a client may let a call take, whatever it says.
  public var longestWait = Duration.seconds(3600)
  /// What a request has to say for an answer, by which it has the rights of the host's owner; nil where everybody is a caller
  /// from outside.
  public var owner: OwnerToken?
  /// The path that `/` stands for; nil where nothing is there.
  public var front: String?
  let prefix: String
  let lengthLimit: Int
  let parameterLimit: Int

  /// - Parameter policy: of the host: how long a URL may be, and how many parameters a call may have.
  public init(_ names: HostNames = HostNames(), scheme: String = "app", policy: Policy = Policy()) {
    self.names = names
    self.scheme = scheme
    // The path's own first slash is the second of these.
    prefix = "\(scheme):/"
    (lengthLimit, parameterLimit) = (policy.lengthLimit, policy.parameterLimit)
  }

  /// What is done with a request.
  public enum Plan: Sendable {
    /// A call is made, once the body has come.
    case call(HTTPCall)
    /// The door answers itself, by GET or HEAD.
    case page(RequestTarget.Page)
    /// Events are told as they happen, by GET.
    case events(EventsRequest)
    /// What is answered without more.
    case answer(HTTPAnswer)
  }

  /// What to do with a request whose head has come. The bytes are those that it was read from, and are not needed any more
  /// when this returns.
  public func plan(_ head: RequestHead, in bytes: UnsafeRawBufferPointer) -> Plan {
    do throws(RequestRefusal) {
      return try decide(head, bytes)
    } catch {
      return .answer(error.answer.about(RequestWords(head, in: bytes)))
    }
  }

  private func decide(_ head: RequestHead, _ bytes: UnsafeRawBufferPointer) throws(RequestRefusal) -> Plan {
    if let refusal = names.refusal(of: head, in: bytes) { throw refusal }
    switch head.method {
    case .get, .head, .post: break
    case .options: return .answer(try options(head, bytes))
    case .other:
      throw RequestRefusal(
        .methodNotAllowed, "method_not_allowed", "of methods there are GET, HEAD, POST and OPTIONS",
        allow: HTTPRules.methods)
    case .unknown: throw RequestRefusal(.notImplemented, "unknown_method", "there is no such method in HTTP")
    }
    if let owner, let answer = try owner.answer(to: head, in: bytes) { return .answer(answer) }
    switch try RequestTarget(head, in: bytes, self) {
    case .page(let page):
      guard head.method != .post else {
        throw RequestRefusal(
          .methodNotAllowed, "method_not_allowed", "\(page.rawValue) is read, by GET or HEAD",
          allow: "GET, HEAD, OPTIONS")
      }
      try checkBodiless(head)
      switch page {
      case .events: return .events(try events(head, bytes))
      case .openAPI: return .call(HTTPCall(ofDescription: try url(head.path.bytes(in: bytes)), head, bytes))
      case .health, .ready, .metrics: return .page(page)
      }
    case .schema(let schema):
      guard head.method != .post else {
        throw RequestRefusal(
          .methodNotAllowed, "method_not_allowed", "a schema is read, by GET or HEAD", allow: "GET, HEAD, OPTIONS")
      }
      try checkBodiless(head)
      return .answer(HTTPAnswer(.ok, .json, schema.bytes))
    case .all: throw RequestRefusal(.badRequest, "bad_request", "only OPTIONS asks about the host as a whole")
    case .call(let url):
      if head.method == .post { try checkBody(head, bytes) } else { try checkBodiless(head) }
      return .call(HTTPCall(url, head, bytes, timeLimit: limit(head.wait), isOwners: owner != nil))
    }
  }

  private static let methods: StaticString = "GET, HEAD, POST, OPTIONS"

  private func options(_ head: RequestHead, _ bytes: UnsafeRawBufferPointer) throws(RequestRefusal) -> HTTPAnswer {
    var answer = HTTPAnswer(.noContent)
    // A whole URL without a path asks about the host as a whole, as `*` does.
    if head.form == .absolute, !head.path.isThere {
      answer.fields.append(("Allow", HTTPRules.methods.description))
      return answer
    }
    let isPage =
      switch try RequestTarget(head, in: bytes, self) {
      case .page, .schema: true
      case .call, .all: false
      }
    answer.fields.append(("Allow", isPage ? "GET, HEAD, OPTIONS" : HTTPRules.methods.description))
    return answer
  }

  private func events(_ head: RequestHead, _ bytes: UnsafeRawBufferPointer) throws(RequestRefusal) -> EventsRequest {
    let after = head.lastEventID
    return try EventsRequest(
      try url(head.path.bytes(in: bytes)),
      after: after.isThere ? String(decoding: after.bytes(in: bytes), as: UTF8.self) : nil)
  }

  private func checkBodiless(_ head: RequestHead) throws(RequestRefusal) {
    guard head.body == .none || head.body == .length(0) else {
      throw RequestRefusal(.badRequest, "unexpected_body", "parameters of GET stand in its query, not in a body")
    }
  }

  // A page elsewhere can have any form sent here, but nothing that says that it is JSON.
  private func checkBody(_ head: RequestHead, _ bytes: UnsafeRawBufferPointer) throws(RequestRefusal) {
    if head.contentEncoding.isThere, !head.contentEncoding.bytes(in: bytes).isWord(anyCase: "identity") {
      throw RequestRefusal(.unsupportedMediaType, "unsupported_encoding", "the body must come as it is, not compressed")
    }
    if head.contentType.isThere {
      if MediaTypeName(head.contentType.bytes(in: bytes)).isJSON { return }
    } else if head.body == .none || head.body == .length(0) {
      return
    }
    throw RequestRefusal(
      .unsupportedMediaType, "unsupported_type", "a body is a JSON object, and its Content-Type application/json")
  }

  // What the client says, as far as it is taken, or else the door.
  private func limit(_ wait: Int?) -> Duration? { wait.map { min(.seconds($0), longestWait) } ?? timeLimit }
}

// What a field Content-Type says.
private struct MediaTypeName {
  private(set) var isJSON = false

  init(_ value: UnsafeRawBufferPointer) {
    if value.isWord("application/json") {
      isJSON = true
      return
    }
    var isFirst = true
    var isJSON = false
    value.eachPart(by: UInt8(ascii: ";")) { part in
      if isFirst {
        isJSON = part.isWord(anyCase: "application/json")
        isFirst = false
      } else if part.count >= 8, part.part(0..<8).isWord(anyCase: "charset=") {
        // JSON is UTF-8, whatever else a client thinks that it sends.
        let name = part.part(8..<part.count)
        isJSON = isJSON && (name.isWord(anyCase: "utf-8") || name.isWord(anyCase: "\"utf-8\""))
      }
    }
    self.isJSON = isJSON
  }
}
