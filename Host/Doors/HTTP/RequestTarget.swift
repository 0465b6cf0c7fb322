public import ComponentKit

/// Where a request's target leads.
///
/// The path is read as the URL `app://` with it behind that would be: `/Reader/showDetail?id=1` is
/// `app://Reader/showDetail?id=1`. So there is one way to write a call from outside, with one meaning. What is written with `%`
/// is read once; `.` and `..`, written in whatever way, empty parts and U+0000 have no place in a path; and what was `%2F` is
/// a slash within a part, never one between two.
public enum RequestTarget: Sendable {
  case call(CallURL)
  case page(Page)
  /// The host as a whole, for OPTIONS.
  case all

  /// A schema of what the door or the program writes.
  case schema(PublishedSchema)

  /// What the door answers itself. No component has these paths, since a call's path has two parts or its target is a
  /// component of that name: these are in lower case and end in z, or are what scrapers and pages expect.
  public enum Page: String, Sendable {
    case health = "/healthz"
    case ready = "/readyz"
    case metrics = "/metrics"
    case events = "/events"
    case openAPI = "/openapi.json"

    init?(_ path: UnsafeRawBufferPointer) {
      switch path.count {
      case 8 where path.isWord("/healthz"): self = .health
      case 7 where path.isWord("/readyz"): self = .ready
      case 8 where path.isWord("/metrics"): self = .metrics
      case 7 where path.isWord("/events"): self = .events
      case 13 where path.isWord("/openapi.json"): self = .openAPI
      default: return nil
      }
    }
  }

  init(_ head: RequestHead, in bytes: UnsafeRawBufferPointer, _ rules: HTTPRules) throws(RequestRefusal) {
    guard head.form != .asterisk, head.path.isThere || head.form == .absolute else {
      self = .all
      return
    }
    let path = head.path.isThere ? head.path.bytes(in: bytes) : UnsafeRawBufferPointer(start: nil, count: 0)
    let end = path.place(of: UInt8(ascii: "?")) ?? path.count
    if let page = Page(path.part(0..<end)) {
      self = .page(page)
      return
    }
    if let schema = PublishedSchema(path: path.part(0..<end)) {
      self = .schema(schema)
      return
    }
    if end > 1 {
      self = .call(try rules.url(path))
    } else if let front = rules.front {
      let whole = Array(front.utf8) + path.part(end..<path.count)
      self = .call(try whole.span.withUnsafeBytes { (bytes) throws(RequestRefusal) in try rules.url(bytes) })
    } else {
      throw RequestRefusal(.notFound, "not_found", "nothing here answers /: a path is /Target/action")
    }
  }
}

extension HTTPRules {
  /// A path, with its query, as the URL that it is read as.
  func url(_ path: UnsafeRawBufferPointer) throws(RequestRefusal) -> CallURL {
    // Made at once: of short texts it takes no memory.
    let text = String(unsafeUninitializedCapacity: prefix.utf8.count + path.count) { room in
      let count = prefix.utf8.count
      _ = room.initialize(from: prefix.utf8)
      _ = room[count...].initialize(from: path)
      return count + path.count
    }
    do throws(URLFault) {
      return try CallURL(text, lengthLimit: lengthLimit + prefix.utf8.count, parameterLimit: parameterLimit)
    } catch {
      throw HTTPRules.refusal(error, prefix: prefix.utf8.count)
    }
  }

  // In the path's own places.
  private static func refusal(_ fault: URLFault, prefix: Int) -> RequestRefusal {
    if fault.reason == .tooLong {
      return RequestRefusal(.targetTooLong, fault.reason.rawValue, "the path is longer than is taken")
    }
    guard let column = fault.column, column > prefix else {
      return RequestRefusal(.badRequest, fault.reason.rawValue, "the path is invalid: \(fault.message)")
    }
    return RequestRefusal(
      .badRequest, fault.reason.rawValue, "the path is invalid: byte \(column - prefix): \(fault.message)",
      details: ["byte": .int(column - prefix)])
  }
}
