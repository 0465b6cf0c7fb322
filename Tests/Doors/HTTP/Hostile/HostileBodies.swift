// Bodies, and requests behind one another.
extension HostileRequest {
  private static let type =
    "answer 415 unsupported_type: a body is a JSON object, and its Content-Type application/json"

  private static func typed(_ type: String, _ outcome: String) -> HostileRequest {
    HostileRequest(
      "POST /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\(type)\r\n\r\n{}", outcome)
  }

  private static func json(_ text: String, _ outcome: String) -> HostileRequest {
    .body("Content-Length: \(text.utf8.count)", text, outcome)
  }

  static let bodies: [HostileRequest] = [
    typed("Content-Type: application/json; charset=utf-8", "call app://A/b {}"),
    typed("Content-Type: Application/JSON;charset=\"UTF-8\";x=y", "call app://A/b {}"),
    typed("Content-Type: application/json; charset=latin1", type),
    typed("Content-Type: text/plain", type),
    typed("Content-Type: application/x-www-form-urlencoded", type),
    typed("Content-Type: multipart/form-data; boundary=application/json", type),
    typed("Content-Type: application/jsonx", type),
    typed("Content-Type: text/plain; application/json", type),
    typed("Content-Type:", type),
    typed("X: y", type),
    typed(
      "Content-Type: application/json\r\nContent-Type: text/plain",
      "fault 400 the header field Content-Type comes twice"),
    typed(
      "Content-Type: application/json\r\nContent-Encoding: gzip",
      "answer 415 unsupported_encoding: the body must come as it is, not compressed"),
    typed("Content-Type: application/json\r\nContent-Encoding: identity", "call app://A/b {}"),
    .fields("X: y", method: "POST", "call app://A/b {}"),
    .fields("Content-Type: text/plain", method: "POST", type),
    json(#"{"a":[1,2.5,null,{"b":"é"}]}"#, #"call app://A/b {"a":[1,2.5,null,{"b":"é"}]}"#),
    json("[]", "answer 400 invalid_parameters: the body must be a JSON object"),
    json("null", "answer 400 invalid_parameters: the body must be a JSON object"),
    json("\"a\"", "answer 400 invalid_parameters: the body must be a JSON object"),
    json(#"{"a":1,"a":2}"#, "answer 400 invalid_json"),
    json(#"{"a":1}{"b":2}"#, "answer 400 invalid_json"),
    json("{", "answer 400 invalid_json"),
    json("{'a':1}", "answer 400 invalid_json"),
    json(#"{"a":NaN}"#, "answer 400 invalid_json"),
    json(#"{"a":1e999}"#, "answer 400 invalid_json"),
    json(#"{"a":99999999999999999999}"#, "answer 400 invalid_json"),
    json("\u{FEFF}{}", "answer 400 invalid_json"),
    json(" ", "answer 400 invalid_json"),
    json("{\"a\":\(String(repeating: "[", count: 20000))}", "answer 400 invalid_json"),
    HostileRequest(
      Array("POST /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n".utf8)
        + Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8), ["answer 400 invalid_json"]),
  ]

  private static let get = "GET /A/b HTTP/1.1\r\nHost: localhost\r\n\r\n"

  static let several: [HostileRequest] = [
    HostileRequest(get + get, "call app://A/b reads", "call app://A/b reads"),
    HostileRequest(get + "\r\n" + get, "call app://A/b reads", "call app://A/b reads"),
    HostileRequest(get + "X", "call app://A/b reads"),
    HostileRequest(get + "\u{0}", "call app://A/b reads", "fault 400 a request begins with its method"),
    HostileRequest(
      "POST /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}\r\n"
        + get,
      "call app://A/b {}", "call app://A/b reads"),
    HostileRequest(
      "POST /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "2\r\n{}\r\n0\r\n\r\n" + get, "call app://A/b {}", "call app://A/b reads"),
    // What one reader would take for the first one's body is no request of its own for another.
    HostileRequest(
      "POST /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + get,
      "fault 400 Transfer-Encoding and Content-Length exclude each other"),
    HostileRequest(
      "PUT /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc" + get, notAllowed, "call app://A/b reads"),
  ]
}
