import ComponentHost
import ComponentKit

/// What a request says of itself, for the log and for its own answer.
struct RequestWords: Sendable {
  /// What the client calls it; nil where it says nothing, or what has no place in a log.
  let id: String?
  let method: String
  let path: String
  let trace: String?

  /// Of one whose head was read from these bytes. Its path stands as it came, without the query.
  init(_ head: RequestHead, in bytes: UnsafeRawBufferPointer) {
    id = head.requestID.isThere ? RequestID.read(head.requestID.bytes(in: bytes)) : nil
    method = head.method.word
    let whole = head.path.isThere ? head.path.bytes(in: bytes) : UnsafeRawBufferPointer(start: nil, count: 0)
    path = String(decoding: whole.part(0..<(whole.place(of: UInt8(ascii: "?")) ?? whole.count)), as: UTF8.self)
    trace = head.trace(in: bytes)?.trace
  }

  init(_ call: HTTPCall) {
    id = call.requestID
    method = call.takesBody ? "POST" : "GET"
    let url = call.call.url
    path = "/" + ([url.host] + url.path).joined(separator: "/")
    trace = call.trace?.trace
  }
}

extension HTTPMethod {
  // Of what is no method here nothing is told that a client could fill.
  fileprivate var word: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .options: "OPTIONS"
    case .other, .unknown: "-"
    }
  }
}
