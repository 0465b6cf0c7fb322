extension HostileURL {
  /// Schemes that are none, and those that act elsewhere. The host takes any.
  static let schemes: [HostileURL] = [
    HostileURL(
      "nothing", "",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "only a scheme", "app",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 4: expected '://' behind the scheme 'app'"),
    HostileURL(
      "scheme and colon", "app:",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 5: expected '://' behind the scheme 'app'"),
    HostileURL(
      "one slash", "app:/Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 6: expected '://' behind the scheme 'app'"),
    HostileURL(
      "no slash", "app:Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 5: expected '://' behind the scheme 'app'"),
    HostileURL(
      "backslashes", "app:\\\\Bazaar\\echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 5: expected '://' behind the scheme 'app'"),
    HostileURL(
      "no scheme", "//Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "a path", "/Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "a call without scheme", "Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: expected '://' behind the scheme 'bazaar'"),
    HostileURL(
      "a digit first", "1app://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "a plus first", "+app://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "a letter of another language", "äpp://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "an underscore", "my_app://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 3: expected '://' behind the scheme 'my'"),
    HostileURL(
      "a space before the colon", "app ://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 4: expected '://' behind the scheme 'app'"),
    HostileURL(
      "a fragment before the colon", "app#://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 4: expected '://' behind the scheme 'app'"),
    HostileURL(
      "javascript", "javascript:alert(1)",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 12: expected '://' behind the scheme 'javascript'"),
    HostileURL(
      "javascript in capitals", "JAVASCRIPT:alert(1)",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 12: expected '://' behind the scheme 'javascript'"),
    HostileURL(
      "javascript with slashes", "javascript://Bazaar/echo?%0Aalert(1)",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 26: U+000A has no place in the name of a parameter"),
    HostileURL(
      "javascript and a tab", "java\tscript:alert(1)",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 5: expected '://' behind the scheme 'java'"),
    HostileURL(
      "vbscript", "vbscript:msgbox(1)",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 10: expected '://' behind the scheme 'vbscript'"),
    HostileURL(
      "data", "data:text/html;base64,PHNjcmlwdD4=",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 6: expected '://' behind the scheme 'data'"),
    HostileURL(
      "data with slashes", "data://text/html,x", "404 not_found not_found: nothing here answers data://text/html%2Cx"),
    HostileURL(
      "file", "file:///etc/passwd",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 8: the host part is missing: it names the target"),
    HostileURL(
      "file of a host", "file://localhost/etc/passwd",
      "404 not_found not_found: nothing here answers file://localhost/etc/passwd"),
    HostileURL(
      "mail", "mailto:ann@example.org",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 8: expected '://' behind the scheme 'mailto'"),
    HostileURL(
      "telephone", "tel:+4930123456",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 5: expected '://' behind the scheme 'tel'"),
    HostileURL(
      "blob", "blob:https://example.org/1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 6: expected '://' behind the scheme 'blob'"),
    HostileURL(
      "about", "about:blank",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: expected '://' behind the scheme 'about'"),
    HostileURL(
      "view-source", "view-source:app://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: expected '://' behind the scheme 'view-source'"),
    HostileURL(
      "a URL as a target", "app://app://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 10: a port has no place behind the target"),
    HostileURL(
      "the web", "https://example.org/echo", "404 not_found not_found: nothing here answers https://example.org/echo"),
    HostileURL("any scheme is taken", "web+x.1-a://Bazaar/echo", "reply {}"),
    HostileURL("intent of a phone", "intent://Bazaar/echo#Intent;end", "reply {}"),
    HostileURL(
      "shell within", "app$(id)://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 4: expected '://' behind the scheme 'app'"),
  ]
}
