// How long a body is: where two readers could think two things, nobody is let past.
extension HostileRequest {
  private static let digits = "fault 400 Content-Length is a number in decimal digits"
  private static let onlyChunked = "fault 501 of transfer encodings there is only chunked"
  private static let twice = "fault 400 the header field Content-Length comes twice"
  private static let both = "fault 400 Transfer-Encoding and Content-Length exclude each other"

  static let framing: [HostileRequest] = [
    .body("Content-Length: 7", "{\"a\":1}", "call app://A/b {\"a\":1}"),
    .body("content-LENGTH:007", "{\"a\":1}", "call app://A/b {\"a\":1}"),
    .body("Content-Length: 0", "", "call app://A/b {}"),
    .body("Content-Length: 7", "{\"a\":1"),
    .body("Content-Length: 6", "{\"a\":1}", "answer 400 invalid_json", "fault 400 a request begins with its method"),
    .body("Content-Length: +7", "{\"a\":1}", digits),
    .body("Content-Length: -7", "{\"a\":1}", digits),
    .body("Content-Length: 0x7", "{\"a\":1}", digits),
    .body("Content-Length: 7.0", "{\"a\":1}", digits),
    .body("Content-Length: 7 7", "{\"a\":1}", digits),
    .body("Content-Length: 7, 7", "{\"a\":1}", digits),
    .body("Content-Length:", "{\"a\":1}", digits),
    .body("Content-Length: ٧", "{\"a\":1}", digits),
    .body("Content-Length: 7;", "{\"a\":1}", digits),
    .body("Content-Length: 7\r\nContent-Length: 7", "{\"a\":1}", twice),
    .body("Content-Length: 7\r\ncontent-length: 0", "{\"a\":1}", twice),
    .body("Content-Length: 1048577", "", "fault 413 the body has more than 1048576 bytes"),
    .body("Content-Length: 9223372036854775808", "", "fault 413 Content-Length has more than 18 digits"),
    .body("Content-Length: 18446744073709551623", "", "fault 413 Content-Length has more than 18 digits"),
    .body("Content-Length : 7", "{\"a\":1}", "fault 400 there is a space within or behind the name of a header field"),
    .body("Content-Length: 7\r\nTransfer-Encoding: chunked", "0\r\n\r\n", both),
    .body("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n", both),
    .body(
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n",
      "fault 400 the header field Transfer-Encoding comes twice"),
    .body("Transfer-Encoding: identity", "{}", onlyChunked),
    .body("Transfer-Encoding: gzip, chunked", "0\r\n\r\n", onlyChunked),
    .body("Transfer-Encoding: chunked, identity", "0\r\n\r\n", onlyChunked),
    .body("Transfer-Encoding: chunked, chunked", "0\r\n\r\n", onlyChunked),
    .body("Transfer-Encoding: xchunked", "0\r\n\r\n", onlyChunked),
    .body("Transfer-Encoding: \"chunked\"", "0\r\n\r\n", onlyChunked),
    .body("Transfer-Encoding: chunked;q=1", "0\r\n\r\n", onlyChunked),
    .body("Transfer-Encoding:", "0\r\n\r\n", onlyChunked),
    .body("Transfer-Encoding: CHUNKED", "0\r\n\r\n", "call app://A/b {}"),
    .body(
      "Transfer-Encoding : chunked", "0\r\n\r\n",
      "fault 400 there is a space within or behind the name of a header field"),
    .body(
      "Transfer-Encoding: \u{0B}chunked", "0\r\n\r\n",
      "fault 400 the value of a header field has a control character in it"),
    .body("X: y\r\n Transfer-Encoding: chunked", "0\r\n\r\n", "fault 400 a header field goes on in a second line"),
    HostileRequest(
      "POST /A/b HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "fault 400 HTTP/1.0 has no Transfer-Encoding"
    ),
    HostileRequest(
      "GET /A/b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
      "answer 400 unexpected_body: parameters of GET stand in its query, not in a body"),
    .fields("Content-Length: 0", "call app://A/b reads"),
    HostileRequest(
      "GET /A/b HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "answer 400 unexpected_body: parameters of GET stand in its query, not in a body"),
    .body("Content-Length: 2\r\nExpect: 100-continue", "{}", "continue", "call app://A/b {}"),
    .body("Content-Length: 0\r\nExpect: 100-continue", "", "call app://A/b {}"),
  ]

  private static let notSize = "fault 400 a chunk begins with its size in hexadecimal digits"

  static let chunkCases: [HostileRequest] = [
    .chunks("7\r\n{\"a\":1}\r\n0\r\n\r\n", "call app://A/b {\"a\":1}"),
    .chunks("1\r\n{\r\n5\r\n\"a\":1\r\n1\r\n}\r\n0\r\n\r\n", "call app://A/b {\"a\":1}"),
    .chunks("007\r\n{\"a\":1}\r\n00\r\n\r\n", "call app://A/b {\"a\":1}"),
    .chunks("7;name=value\r\n{\"a\":1}\r\n0;x\r\n\r\n", "call app://A/b {\"a\":1}"),
    .chunks("7\r\n{\"a\":1}\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n", "call app://A/b {\"a\":1}"),
    .chunks("0\r\n\r\n", "call app://A/b {}"),
    .chunks("7\r\n{\"a\":1}\r\n0\r\n"),
    .chunks("7\r\n{\"a\":1}\r\n"),
    .chunks("7\n{\"a\":1}\r\n0\r\n\r\n", "fault 400 a line ends in LF without its CR"),
    .chunks("7\r\n{\"a\":1}\n0\r\n\r\n", "fault 400 a chunk is longer than it says"),
    .chunks("6\r\n{\"a\":1}\r\n0\r\n\r\n", "fault 400 a chunk is longer than it says"),
    .chunks("7\r\n{\"a\":1}\rX0\r\n\r\n", "fault 400 a CR stands without its LF"),
    .chunks("7\r\n{\"a\":1}0\r\n\r\n", "fault 400 a chunk is longer than it says"),
    .chunks("\r\n", notSize),
    .chunks("g\r\n", notSize),
    .chunks("-1\r\n", notSize),
    .chunks("+7\r\n", notSize),
    .chunks(" 7\r\n", notSize),
    .chunks("0x7\r\n", "fault 400 behind the size of a chunk stands something that has no place there"),
    .chunks("7 \r\n", "fault 400 behind the size of a chunk stands something that has no place there"),
    .chunks("7 ;x\r\n", "fault 400 behind the size of a chunk stands something that has no place there"),
    .chunks("7;\u{0}\r\n", "fault 400 behind the size of a chunk stands something that has no place there"),
    .chunks("7;a\rb\r\n", "fault 400 behind the size of a chunk stands something that has no place there"),
    .chunks("ffffffffffffffff\r\n", "fault 400 the size of a chunk has more than 15 digits"),
    .chunks("0000000000000007\r\n", "fault 400 the size of a chunk has more than 15 digits"),
    .chunks("fffffffffffffff\r\n", "fault 413 the body has more than 1048576 bytes"),
    .chunks("100001\r\n", "fault 413 the body has more than 1048576 bytes"),
    .chunks("7;\(String(repeating: "x", count: 300))\r\n", "fault 400 the line before a chunk is longer than is taken"),
    .chunks(
      String(repeating: "1;\(String(repeating: "x", count: 240))\r\n \r\n", count: 18),
      "fault 400 the chunks say more besides their sizes than is taken"),
    .chunks("0\r\nX : y\r\n\r\n", "fault 400 there is a space within or behind the name of a header field"),
    .chunks("0\r\n X: y\r\n\r\n", "fault 400 a header field goes on in a second line"),
    .chunks("0\r\nX: y\n\r\n", "fault 400 a line ends in LF without its CR"),
    .chunks(
      "0\r\nX: \(String(repeating: "y", count: 4096))\r\n\r\n",
      "fault 431 what comes behind the last chunk is longer than is taken"),
    .chunks(
      "0\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nHost: other\r\n\r\n", "call app://A/b {}"),
  ]
}
