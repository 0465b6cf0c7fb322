/// A request as somebody sends it, and all that becomes of it.
struct HostileRequest: Sendable {
  let bytes: [UInt8]
  /// One line for each thing that is told.
  let outcome: [String]

  init(_ text: String, _ outcome: String...) { self.init(Array(text.utf8), outcome) }

  init(_ bytes: [UInt8], _ outcome: [String]) {
    self.bytes = bytes
    self.outcome = outcome
  }

  /// A request with that line and nothing but what it must have.
  static func line(_ line: String, _ outcome: String...) -> HostileRequest {
    HostileRequest(Array("\(line)\r\nHost: localhost\r\n\r\n".utf8), outcome)
  }

  /// A request that has these lines behind the first two.
  static func fields(_ fields: String, method: String = "GET", _ outcome: String...) -> HostileRequest {
    HostileRequest(Array("\(method) /A/b HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n".utf8), outcome)
  }

  /// A call with these lines and that body, as it is.
  static func body(_ fields: String, _ body: String, _ outcome: String...) -> HostileRequest {
    HostileRequest(
      Array("POST /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(fields)\r\n\r\n\(body)".utf8),
      outcome)
  }

  /// A call with that body in chunks.
  static func chunks(_ body: String, _ outcome: String...) -> HostileRequest {
    HostileRequest(
      Array(
        ("POST /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n\(body)").utf8), outcome)
  }

  static let all = lines + targets + fieldCases + framing + chunkCases + names + bodies + several
}
