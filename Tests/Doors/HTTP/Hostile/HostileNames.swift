// Which host is meant, and whose page asks.
extension HostileRequest {
  private static let unknown = "answer 421 unknown_host: this host does not answer to the name in the header field Host"
  private static let invalid = "answer 400 invalid_host: the header field Host is no host with or without a port"
  private static let foreign = "answer 403 foreign_origin: pages from elsewhere may not call this host"

  private static func host(_ host: String, _ outcome: String) -> HostileRequest {
    HostileRequest("GET /A/b HTTP/1.1\r\nHost:\(host)\r\n\r\n", outcome)
  }

  static let names: [HostileRequest] = [
    host("localhost:8080", "call app://A/b reads"),
    host(" LocalHost ", "call app://A/b reads"),
    host("127.0.0.1", "call app://A/b reads"),
    host("[::1]:80", "call app://A/b reads"),
    host("localhost:", "call app://A/b reads"),
    host("", unknown),
    host("evil.example", unknown),
    host("localhost.evil.example", unknown),
    host("localhost.", unknown),
    host("127.0.0.2", unknown),
    host("[::2]", unknown),
    host("2130706433", unknown),
    host("localhost:99999999", invalid),
    host("localhost:x", invalid),
    host("localhost, localhost", invalid),
    host("user@localhost", invalid),
    host("localhost/A", invalid),
    host("[::1", invalid),
    host("[::1]x", invalid),
    host("localhost:80:80", invalid),
    host("loc\u{E4}lhost", invalid),
    .fields("Origin: http://localhost", "call app://A/b reads"),
    .fields("Origin: http://LOCALHOST:80", "call app://A/b reads"),
    .fields("Origin: https://localhost", foreign),
    .fields("Origin: https://localhost:443", foreign),
    .fields("Origin: http://localhost:3000", foreign),
    .fields("Origin: http://127.0.0.1", foreign),
    .fields("Origin: null", foreign),
    .fields("Origin:", foreign),
    .fields("Origin: localhost", foreign),
    .fields("Origin: http://localhost.evil.example", foreign),
    .fields("Origin: http://localhost@evil.example", foreign),
    .fields("Origin: ftp://localhost", foreign),
    .fields("Origin: http://evil.example", method: "POST", foreign),
    .fields("Origin: http://evil.example\r\nAccess-Control-Request-Method: POST", method: "OPTIONS", foreign),
    .fields("Origin: http://localhost\r\nOrigin: http://localhost", "fault 400 the header field Origin comes twice"),
    HostileRequest(
      "GET /A/b HTTP/1.1\r\nHost: localhost:8080\r\nOrigin: http://localhost:8080\r\n\r\n", "call app://A/b reads"),
    HostileRequest("GET /A/b HTTP/1.1\r\nHost: localhost:8080\r\nOrigin: http://localhost\r\n\r\n", foreign),
    HostileRequest("GET /A/b HTTP/1.0\r\nOrigin: http://localhost\r\n\r\n", foreign),
    .fields("Sec-Fetch-Site: same-origin", "call app://A/b reads"),
    .fields("Sec-Fetch-Site: none", "call app://A/b reads"),
    .fields("Sec-Fetch-Site: cross-site", foreign),
    .fields("Sec-Fetch-Site: same-site", foreign),
    HostileRequest("GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", unknown),
  ]
}
