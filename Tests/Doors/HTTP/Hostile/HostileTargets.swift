// Targets: each has one meaning, the one that it has as a URL.
extension HostileRequest {
  private static let wrongByte = "fault 400 a byte of the target has no place there, and is written with '%'"
  private static let nothing = "answer 404 not_found: nothing here answers /: a path is /Target/action"
  private static func invalid(_ byte: Int, _ message: String) -> String {
    "answer 400 invalid_url: the path is invalid: byte \(byte): \(message)"
  }

  static let targets: [HostileRequest] = [
    .line("GET /A/b?id=1&list[]=x&list[]=y&flag HTTP/1.1", "call app://A/b?id=1&list[]=x&list[]=y&flag reads"),
    .line("GET /A.B/c HTTP/1.1", "call app://A.B/c reads"),
    .line("GET /A HTTP/1.1", "call app://A reads"),
    .line("GET /A/ HTTP/1.1", "call app://A reads"),
    .line("GET /A?x=1 HTTP/1.1", "call app://A?x=1 reads"),
    .line("GET /A/b/ HTTP/1.1", "call app://A/b reads"),
    .line("GET /A/books/42 HTTP/1.1", "call app://A/books/42 reads"),
    .line("GET / HTTP/1.1", nothing),
    .line("POST / HTTP/1.1", nothing),
    .line("GET /?x=1 HTTP/1.1", "answer 404 not_found: nothing here answers /: a path is /Target/action"),
    .line("GET // HTTP/1.1", invalid(2, "the host part is missing: it names the target")),
    .line("GET //A/b HTTP/1.1", invalid(2, "the host part is missing: it names the target")),
    .line("GET /A//b HTTP/1.1", invalid(4, "a part of the path is empty")),
    .line("GET /A/b// HTTP/1.1", invalid(6, "a part of the path is empty")),
    .line("GET /A/../b HTTP/1.1", invalid(4, "'..' has no place in the path")),
    .line("GET /A/./b HTTP/1.1", invalid(4, "'.' has no place in the path")),
    .line("GET /A/%2e%2E/b HTTP/1.1", invalid(4, "'..' has no place in the path")),
    .line("GET /A/%2e HTTP/1.1", invalid(4, "'.' has no place in the path")),
    .line("GET /A/b/.. HTTP/1.1", invalid(6, "'..' has no place in the path")),
    .line("GET /A/%252e%252e HTTP/1.1", "call app://A/%252e%252e reads"),
    .line("GET /A/b%2Fc HTTP/1.1", "call app://A/b%2Fc reads"),
    .line("GET /A%2Fb HTTP/1.1", "call app://A%2Fb reads"),
    .line("GET /A/b%5Cc HTTP/1.1", "call app://A/b%5Cc reads"),
    .line("GET /A/b%00 HTTP/1.1", invalid(5, "%00 has no place in a URL")),
    .line("GET /A/b?x=%00 HTTP/1.1", invalid(8, "%00 has no place in a URL")),
    .line("GET /A/b%0d%0aX:y HTTP/1.1", "call app://A/b%0D%0AX%3Ay reads"),
    .line("GET /A/b% HTTP/1.1", invalid(5, "two hexadecimal digits belong behind '%', which itself is written as %25")),
    .line(
      "GET /A/b%4 HTTP/1.1", invalid(5, "two hexadecimal digits belong behind '%', which itself is written as %25")),
    .line(
      "GET /A/b%zz HTTP/1.1", invalid(5, "two hexadecimal digits belong behind '%', which itself is written as %25")),
    .line("GET /A/b%ff HTTP/1.1", invalid(5, "%FF is not valid UTF-8 here")),
    .line("GET /A/b%c0%af HTTP/1.1", invalid(5, "%C0 is not valid UTF-8 here")),
    .line("GET /%41/b HTTP/1.1", "call app://A/b reads"),
    .line("GET /user@A/b HTTP/1.1", invalid(6, "a user has no place before the target")),
    .line("GET /A:80/b HTTP/1.1", invalid(3, "a port has no place behind the target")),
    .line("GET /[::1]/b HTTP/1.1", invalid(2, "an address in brackets is no target")),
    .line("GET /A/b#c HTTP/1.1", wrongByte),
    .line("GET /A/b\\c HTTP/1.1", wrongByte),
    .line("GET /A/\"b\" HTTP/1.1", wrongByte),
    .line("GET /A/<b> HTTP/1.1", wrongByte),
    .line("GET /A/é HTTP/1.1", wrongByte),
    .line("GET /A/b\u{0}c HTTP/1.1", wrongByte),
    .line("GET /A/b\u{7F} HTTP/1.1", wrongByte),
    .line("GET /A/b?x=1?y=2 HTTP/1.1", "call app://A/b?x=1%3Fy%3D2 reads"),
    .line("GET /A/b?=1 HTTP/1.1", invalid(6, "a parameter has no name")),
    .line(
      "GET /A/b?x[a]=1 HTTP/1.1",
      invalid(6, "brackets stand at the end of a parameter's name and are empty: key[]=value")),
    .line("GET /A/b?a+b=c+d HTTP/1.1", "call app://A/b?a%2Bb=c%2Bd reads"),
    .line("GET A/b HTTP/1.1", "fault 400 the target is neither a path nor an address of http or https"),
    .line("GET app://A/b HTTP/1.1", "fault 400 the target is neither a path nor an address of http or https"),
    .line("GET file:///A/b HTTP/1.1", "fault 400 the target is neither a path nor an address of http or https"),
    .line("GET http://localhost/A/b HTTP/1.1", "call app://A/b reads"),
    .line("GET HTTP://LOCALHOST/A/b HTTP/1.1", "call app://A/b reads"),
    .line("GET https://localhost/A/b?x=1 HTTP/1.1", "call app://A/b?x=1 reads"),
    .line("GET http://localhost HTTP/1.1", nothing),
    .line("GET http://localhost?x HTTP/1.1", "fault 400 the address in the request line has a query, but no path"),
    .line("OPTIONS http://localhost HTTP/1.1", "answer 204 GET, HEAD, POST, OPTIONS"),
    .line("GET http:///A/b HTTP/1.1", "fault 400 the address in the request line has no host"),
    .line("GET http:// HTTP/1.1", "fault 400 the target is neither a path nor an address of http or https"),
    .line(
      "GET http://127.0.0.1/A/b HTTP/1.1",
      "answer 400 invalid_host: the address in the request line and the header field Host name two hosts"),
    .line(
      "GET http://localhost:80/A/b HTTP/1.1",
      "answer 400 invalid_host: the address in the request line and the header field Host name two hosts"),
    .line(
      "GET http://user@localhost/A/b HTTP/1.1",
      "answer 400 invalid_host: the address in the request line has no valid host"),
    .line("GET /healthz HTTP/1.1", "page /healthz"),
    .line("GET /readyz?verbose HTTP/1.1", "page /readyz"),
    .line("HEAD /metrics HTTP/1.1", "page /metrics"),
    .line("POST /metrics HTTP/1.1", "answer 405 method_not_allowed: /metrics is read, by GET or HEAD"),
    .line("GET /events HTTP/1.1", "events [] behind nothing"),
    .line("GET /events?name=A.b,host:replaced HTTP/1.1", "events [\"A.b\", \"host:replaced\"] behind nothing"),
    .line("GET /events?name=A.b%2CC.d HTTP/1.1", "events [\"A.b\", \"C.d\"] behind nothing"),
    .line(
      "GET /events?since=1 HTTP/1.1", "answer 400 unknown_parameter: /events takes names only: ?name=Library.changed"),
    .line("GET /events?name=%00 HTTP/1.1", invalid(14, "%00 has no place in a URL")),
    .line("POST /events HTTP/1.1", "answer 405 method_not_allowed: /events is read, by GET or HEAD"),
    .line("GET /events/ HTTP/1.1", "call app://events reads"),
    .line("GET /healthz/ HTTP/1.1", "call app://healthz reads"),
    .line("GET /%68ealthz HTTP/1.1", "call app://healthz reads"),
    .line(
      "GET /A/b?\((0..<257).map { "k\($0)" }.joined(separator: "&")) HTTP/1.1",
      "answer 400 too_many_parameters: the path is invalid: byte 1176: it has more than 256 parameters"),
    .line(
      "GET /A/\(String(repeating: "b", count: 8190)) HTTP/1.1",
      "answer 414 url_too_long: the path is longer than is taken"),
  ]
}
