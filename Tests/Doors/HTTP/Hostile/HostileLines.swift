// Request lines.
extension HostileRequest {
  private static let threeWords =
    "fault 400 the request line is METHOD TARGET HTTP/1.1, with one space between each"
  private static let noVersion = "fault 400 the request line does not end in HTTP/1.1"
  private static let wrongByte = "fault 400 a byte of the target has no place there, and is written with '%'"

  static let lines: [HostileRequest] = [
    .line("GET /A/b HTTP/1.1", "call app://A/b reads"),
    .line("HEAD /A/b HTTP/1.1", "call app://A/b reads"),
    .line("POST /A/b HTTP/1.1", "call app://A/b {}"),
    .line("GET /A/b HTTP/1.0", "call app://A/b reads closes"),
    HostileRequest("GET /A/b HTTP/1.0\r\n\r\n", "call app://A/b reads closes"),
    HostileRequest("GET /A/b HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "call app://A/b reads"),
    .line("GET /A/b HTTP/1.2", "fault 505 only HTTP/1.1 and HTTP/1.0 are spoken here"),
    .line("GET /A/b HTTP/2.0", "fault 505 only HTTP/1.1 and HTTP/1.0 are spoken here"),
    HostileRequest("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "fault 505 only HTTP/1.1 and HTTP/1.0 are spoken here"),
    .line("GET /A/b HTTP/0.9", "fault 505 only HTTP/1.1 and HTTP/1.0 are spoken here"),
    .line("GET /A/b HTTP/1.10", noVersion),
    .line("GET /A/b HTTP/1", noVersion),
    .line("GET /A/b HTTP/1,1", noVersion),
    .line("GET /A/b http/1.1", noVersion),
    .line("GET /A/b HTTPS/1.1", noVersion),
    .line("GET /A/b HTTP /1.1", noVersion),
    .line("GET /A/b HTTP/1.1 ", noVersion),
    .line("GET /A/b", threeWords),
    .line("GET /A/b ", noVersion),
    .line("GET", threeWords),
    .line("GET ", threeWords),
    .line("GET  /A/b HTTP/1.1", threeWords),
    .line("GET /A/b  HTTP/1.1", noVersion),
    .line("GET\t/A/b HTTP/1.1", threeWords),
    .line("GET /A/b\tHTTP/1.1", wrongByte),
    .line(" GET /A/b HTTP/1.1", "fault 400 a request begins with its method"),
    .line("G@T /A/b HTTP/1.1", threeWords),
    .line("GET /A /b HTTP/1.1", noVersion),
    .line("get /A/b HTTP/1.1", "answer 501 unknown_method: there is no such method in HTTP"),
    .line("BREW /A/b HTTP/1.1", "answer 501 unknown_method: there is no such method in HTTP"),
    .line(
      "\(String(repeating: "X", count: 4000)) /A/b HTTP/1.1",
      "answer 501 unknown_method: there is no such method in HTTP"),
    .line("PUT /A/b HTTP/1.1", notAllowed),
    .line("DELETE /A/b HTTP/1.1", notAllowed),
    .line("PATCH /A/b HTTP/1.1", notAllowed), .line("QUERY /A/b HTTP/1.1", notAllowed),
    .line("TRACE /A/b HTTP/1.1", notAllowed),
    .line("CONNECT localhost:443 HTTP/1.1", notAllowed),
    .line("CONNECT /A/b HTTP/1.1", notAllowed),
    .line("OPTIONS /A/b HTTP/1.1", "answer 204 GET, HEAD, POST, OPTIONS"),
    .line("OPTIONS * HTTP/1.1", "answer 204 GET, HEAD, POST, OPTIONS"),
    .line("OPTIONS /metrics HTTP/1.1", "answer 204 GET, HEAD, OPTIONS"),
    .line("GET * HTTP/1.1", "fault 400 only OPTIONS has the target *"),
    .line("OPTIONS ** HTTP/1.1", "fault 400 the target is neither a path nor an address of http or https"),
    HostileRequest("\r\nGET /A/b HTTP/1.1\r\nHost: localhost\r\n\r\n", "call app://A/b reads"),
    HostileRequest(
      "\r\n\r\nGET /A/b HTTP/1.1\r\nHost: localhost\r\n\r\n", "fault 400 a request begins with its method"),
    HostileRequest("\n", "fault 400 a request begins with its method"),
    HostileRequest("\rGET /A/b HTTP/1.1\r\n\r\n", "fault 400 a CR stands without its LF"),
    HostileRequest("\r\n"),
    HostileRequest(""),
    HostileRequest("GET /A/b HTTP/1.1\r\nHost: localhost\r\n"),
    HostileRequest("GET /A/b HTTP/1.1\nHost: localhost\n\n", "fault 400 a line ends in LF without its CR"),
    HostileRequest("GET /A/b HTTP/1.1\r\nHost: localhost\n\r\n", "fault 400 a line ends in LF without its CR"),
    HostileRequest("GET /A/b HTTP/1.1\r\nHost: localhost\r\n\n", "fault 400 a line ends in LF without its CR"),
    HostileRequest("GET /A/b HTTP/1.1\rHost: localhost\r\n\r\n", noVersion),
    HostileRequest("GET /A/b\r\n\r\n", threeWords),
    HostileRequest([0x16, 0x03, 0x01, 0x02, 0x00], ["fault 400 a request begins with its method"]),
    HostileRequest([0], ["fault 400 a request begins with its method"]),
    HostileRequest(
      "GET /\(String(repeating: "a", count: 8300)) HTTP/1.1\r\n", "fault 414 the request line has more than 8256 bytes"),
    HostileRequest(String(repeating: "G", count: 8256), "fault 414 the request line has more than 8256 bytes"),
    HostileRequest(String(repeating: "G", count: 8255)),
  ]

  static let notAllowed = "answer 405 method_not_allowed: of methods there are GET, HEAD, POST and OPTIONS"
}
