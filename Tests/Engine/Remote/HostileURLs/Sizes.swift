extension HostileURL {
  /// Long ones, and many of something. What is huge is made by a function.
  static let sizes: [HostileURL] = [
    HostileURL(
      "1 MB of a value", "app://Bazaar/echo?a=" + String(repeating: "x", count: 1 << 20),
      "400 invalid_parameters url_too_long: the URL is invalid: it has 1048596 bytes, the limit is 8192"),
    HostileURL(
      "1 MB of a target", "app://" + String(repeating: "B", count: 1 << 20),
      "400 invalid_parameters url_too_long: the URL is invalid: it has 1048582 bytes, the limit is 8192"),
    HostileURL(
      "1 MB of a scheme", String(repeating: "a", count: 1 << 20),
      "400 invalid_parameters url_too_long: the URL is invalid: it has 1048576 bytes, the limit is 8192"),
    HostileURL(
      "1 MB of slashes", "app://Bazaar" + String(repeating: "/", count: 1 << 20),
      "400 invalid_parameters url_too_long: the URL is invalid: it has 1048588 bytes, the limit is 8192"),
    HostileURL(
      "1 MB of percent signs", "app://Bazaar/" + String(repeating: "%", count: 1 << 20),
      "400 invalid_parameters url_too_long: the URL is invalid: it has 1048589 bytes, the limit is 8192"),
    HostileURL(
      "100,000 parameters", "app://Bazaar/echo?" + (0..<100_000).map { "k\($0)=1" }.joined(separator: "&"),
      "400 invalid_parameters url_too_long: the URL is invalid: it has 888907 bytes, the limit is 8192"),
    HostileURL(
      "100,000 times the same parameter", "app://Bazaar/echo?" + String(repeating: "a&", count: 100_000),
      "400 invalid_parameters url_too_long: the URL is invalid: it has 200018 bytes, the limit is 8192"),
    HostileURL(
      "one byte more than is taken", "app://Bazaar/echo?a=" + String(repeating: "x", count: 8193 - 20),
      "400 invalid_parameters url_too_long: the URL is invalid: it has 8193 bytes, the limit is 8192"),
    HostileURL(
      "as long as is taken, for nobody", "app://Bazaar/" + String(repeating: "x", count: 8192 - 13),
      "404 not_found not_found: nothing here answers app://Bazaar/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (8192 bytes)"
    ),
    HostileURL(
      "as long as is taken, and unknown to an action", "app://Bazaar/find?" + String(repeating: "x", count: 8192 - 18),
      "400 invalid_parameters missing_parameter: the parameter 'id' is missing (int)"),
    HostileURL(
      "257 parameters", "app://Bazaar/echo?" + (0..<257).map { "k\($0)" }.joined(separator: "&"),
      "400 invalid_parameters too_many_parameters: the URL is invalid: byte 1189: it has more than 256 parameters"),
    HostileURL(
      "257 times the same", "app://Bazaar/echo?" + String(repeating: "a[]=1&", count: 257),
      "400 invalid_parameters too_many_parameters: the URL is invalid: byte 1555: it has more than 256 parameters"),
    HostileURL("4000 ampersands", "app://Bazaar/echo?" + String(repeating: "&", count: 4000), "reply {}"),
    HostileURL(
      "4000 parts", "app://Bazaar" + String(repeating: "/x", count: 4000),
      "404 not_found not_found: nothing here answers app://Bazaar/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x/x… (8012 bytes)"
    ),
    HostileURL(
      "4000 dots", "app://Bazaar" + String(repeating: ".x", count: 4000) + "/echo",
      "404 not_found not_found: nothing here answers app://Bazaar.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x… (8017 bytes)"
    ),
    HostileURL(
      "4000 underscores that could be a map key", "app://B/" + String(repeating: "_a", count: 4000),
      "404 not_found not_found: nothing here answers app://B/_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a_a… (8008 bytes)"
    ),
    HostileURL(
      "2000 brackets",
      "app://Bazaar/echo?a" + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000),
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "1000 levels of JSON", "app://Bazaar/shape?size=" + String(repeating: "%5B", count: 1000),
      "400 invalid_parameters mistyped_parameter: the parameter 'size' must be a map, not a text of 1000 bytes"),
    HostileURL(
      "a name of 128 letters", "app://Bazaar/" + String(repeating: "a", count: 128),
      "404 not_found not_found: nothing here answers app://Bazaar/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (141 bytes)"
    ),
    HostileURL(
      "a name of 129 letters", "app://Bazaar/" + String(repeating: "a", count: 129),
      "404 not_found not_found: nothing here answers app://Bazaar/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (142 bytes)"
    ),
    HostileURL(
      "2000 letters of three bytes, for nobody", "app://Bazaar/" + String(repeating: "中", count: 2000),
      "404 not_found not_found: nothing here answers app://Bazaar/%E4%B8%AD%E4%B8%AD%E4%B8%AD%E4%B8%AD%E4%B8%AD%E… (18013 bytes)"
    ),
    HostileURL(
      "1000 marks on one letter", "app://Bazaar/a" + String(repeating: "\u{301}", count: 1000),
      "404 not_found not_found: nothing here answers app://Bazaar/a%CC%81%CC%81%CC%81%CC%81%CC%81%CC%81%CC%81%CC%… (6014 bytes)"
    ),
  ]
}
