extension HostileURL {
  /// What may stand around a host elsewhere, and hosts that are no target.
  static let authority: [HostileURL] = [
    HostileURL(
      "empty host", "app:///echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: the host part is missing: it names the target"),
    HostileURL(
      "no host at all", "app://",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: the host part is missing: it names the target"),
    HostileURL(
      "only a query", "app://?a=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: the host part is missing: it names the target"),
    HostileURL(
      "only a fragment", "app://#Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: the host part is missing: it names the target"),
    HostileURL(
      "IPv6", "app://[::1]/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: an address in brackets is no target"),
    HostileURL(
      "IPv6 and a port", "app://[::1]:80/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: an address in brackets is no target"),
    HostileURL(
      "IPv6 of a link", "app://[fe80::1%25eth0]/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: an address in brackets is no target"),
    HostileURL(
      "IPv6 that is not closed", "app://[::1/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: an address in brackets is no target"),
    HostileURL(
      "IPv6 without brackets", "app://::1/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: a port has no place behind the target"),
    HostileURL(
      "a later address", "app://[v7.x]/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: an address in brackets is no target"),
    HostileURL(
      "escaped brackets", "app://%5B%3A%3A1%5D/echo",
      "404 not_found not_found: nothing here answers app://%5B%3A%3A1%5D/echo"),
    HostileURL("IPv4", "app://127.0.0.1/echo", "404 not_found not_found: nothing here answers app://127.0.0.1/echo"),
    HostileURL(
      "a number", "app://2130706433/echo", "404 not_found not_found: nothing here answers app://2130706433/echo"),
    HostileURL(
      "a port", "app://Bazaar:80/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: a port has no place behind the target"),
    HostileURL(
      "an empty port", "app://Bazaar:/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: a port has no place behind the target"),
    HostileURL(
      "a port that is no number", "app://Bazaar:echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: a port has no place behind the target"),
    HostileURL(
      "a user", "app://ann@Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 10: a user has no place before the target"),
    HostileURL(
      "a user and a password", "app://ann:x@Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 12: a user has no place before the target"),
    HostileURL(
      "an empty user", "app://@Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: a user has no place before the target"),
    HostileURL(
      "another host behind the target", "app://Bazaar@evil.example/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: a user has no place before the target"),
    HostileURL(
      "an escaped at sign", "app://ann%40Bazaar/echo",
      "404 not_found not_found: nothing here answers app://ann%40Bazaar/echo"),
    HostileURL(
      "a dot behind", "app://Bazaar./echo", "404 not_found not_found: nothing here answers app://Bazaar./echo"),
    HostileURL(
      "a dot before", "app://.Bazaar/echo", "404 not_found not_found: nothing here answers app://.Bazaar/echo"),
    HostileURL(
      "two dots", "app://Bazaar..Back/echo", "404 not_found not_found: nothing here answers app://Bazaar..Back/echo"),
    HostileURL("only dots", "app://../echo", "404 not_found not_found: nothing here answers app://../echo"),
    HostileURL(
      "an escaped slash", "app://Bazaar%2Fecho", "404 not_found not_found: nothing here answers app://Bazaar%2Fecho"),
    HostileURL(
      "an escaped way out", "app://..%2F..%2Fetc/passwd",
      "404 not_found not_found: nothing here answers app://..%2F..%2Fetc/passwd"),
    HostileURL(
      "a hyphen", "app://my-bazaar/echo", "404 not_found not_found: nothing here answers app://my-bazaar/echo"),
    HostileURL(
      "a space", "app://Bazaar Back/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: a space must be written as %20"),
    HostileURL("a star", "app://*/echo", "404 not_found not_found: nothing here answers app://%2A/echo"),
    HostileURL(
      "a file", "app://libBazaar.so/echo", "404 not_found not_found: nothing here answers app://libBazaar.so/echo"),
    HostileURL(
      "a backslash", "app://Bazaar\\echo",
      #"400 invalid_parameters invalid_url: the URL is invalid: byte 13: '\' must be written as %5C"#),
    HostileURL(
      "a semicolon", "app://Bazaar;a=1/echo", "404 not_found not_found: nothing here answers app://Bazaar%3Ba%3D1/echo"),
    HostileURL("a target below", "app://Bazaar.Back/door", #"reply "the back door""#),
    HostileURL(
      "a target below that is not there", "app://Bazaar.Front/door",
      "404 not_found not_found: nothing here answers app://Bazaar.Front/door"),
    HostileURL("a number for a name", "app://1/echo", "404 not_found not_found: nothing here answers app://1/echo"),
  ]
}
