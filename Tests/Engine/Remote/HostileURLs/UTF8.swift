extension HostileURL {
  /// Bytes that are no UTF-8, and letters that look like others.
  static let utf8: [HostileURL] = [
    HostileURL(
      "a lone continuation", "app://Bazaar/echo?a=%80",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %80 is not valid UTF-8 here"),
    HostileURL(
      "a lone start", "app://Bazaar/echo?a=%C3",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %C3 is not valid UTF-8 here"),
    HostileURL(
      "a start and no continuation", "app://Bazaar/echo?a=%C3x",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %C3 is not valid UTF-8 here"),
    HostileURL(
      "overlong slash of two bytes", "app://Bazaar/echo?a=%C0%AF",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %C0 is not valid UTF-8 here"),
    HostileURL(
      "overlong slash of three bytes", "app://Bazaar/echo?a=%E0%80%AF",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %E0 is not valid UTF-8 here"),
    HostileURL(
      "overlong slash of four bytes", "app://Bazaar/echo?a=%F0%80%80%AF",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %F0 is not valid UTF-8 here"),
    HostileURL(
      "overlong NUL", "app://Bazaar/echo?a=%C0%80",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %C0 is not valid UTF-8 here"),
    HostileURL(
      "overlong dot in the path", "app://Bazaar/%C0%AE%C0%AE/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: %C0 is not valid UTF-8 here"),
    HostileURL(
      "overlong in the target", "app://%C1%82azaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: %C1 is not valid UTF-8 here"),
    HostileURL(
      "a surrogate", "app://Bazaar/echo?a=%ED%A0%80",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %ED is not valid UTF-8 here"),
    HostileURL(
      "a pair of surrogates", "app://Bazaar/echo?a=%ED%A0%BD%ED%B8%80",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %ED is not valid UTF-8 here"),
    HostileURL(
      "beyond the last scalar", "app://Bazaar/echo?a=%F4%90%80%80",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %F4 is not valid UTF-8 here"),
    HostileURL(
      "a byte that never occurs", "app://Bazaar/echo?a=%FF%FE",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %FF is not valid UTF-8 here"),
    HostileURL(
      "five bytes", "app://Bazaar/echo?a=%F8%88%80%80%80",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %F8 is not valid UTF-8 here"),
    HostileURL(
      "Latin 1", "app://Bazaar/echo?a=caf%E9",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 24: %E9 is not valid UTF-8 here"),
    HostileURL(
      "in a key", "app://Bazaar/echo?%FF=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: %FF is not valid UTF-8 here"),
    HostileURL(
      "in the action", "app://Bazaar/%FF",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: %FF is not valid UTF-8 here"),
    HostileURL(
      "cut by the end of the part", "app://Bazaar/%E2%82/%AC",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: %E2 is not valid UTF-8 here"),
    HostileURL(
      "cut by the next parameter", "app://Bazaar/echo?a=%E2%82&%AC=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: %E2 is not valid UTF-8 here"),
    HostileURL(
      "half raw, half escaped", "app://Bazaar/echo?a=é%A9",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 23: %A9 is not valid UTF-8 here"),
    HostileURL("the last scalar", "app://Bazaar/echo?a=%F4%8F%BF%BF", #"reply {"a":"􏿿"}"#),
    HostileURL("a replacement character", "app://Bazaar/echo?a=%EF%BF%BD", #"reply {"a":"�"}"#),
    HostileURL(
      "a Cyrillic letter in the target", "app://B\u{430}zaar/echo",
      "404 not_found not_found: nothing here answers app://B%D0%B0zaar/echo"),
    HostileURL(
      "a Cyrillic letter in the action", "app://Bazaar/ech\u{43E}",
      "404 not_found not_found: nothing here answers app://Bazaar/ech%D0%BE"),
    HostileURL(
      "fullwidth target", "app://Ｂazaar/echo", "404 not_found not_found: nothing here answers app://%EF%BC%A2azaar/echo"
    ),
    HostileURL(
      "the Kelvin sign for a k", "app://Bazaar/\u{212A}ey",
      "404 not_found not_found: nothing here answers app://Bazaar/%E2%84%AAey"),
    HostileURL(
      "a combining mark", "app://Bazaar/echo\u{301}",
      "404 not_found not_found: nothing here answers app://Bazaar/echo%CC%81"),
    HostileURL("letters as they are", "app://Bazaar/echo?größe=中文😀", #"reply {"größe":"中文😀"}"#),
    HostileURL("a combining mark behind an ampersand", "app://Bazaar/echo?a&\u{301}b=1", #"reply {"a":true,"́b":"1"}"#),
  ]
}
