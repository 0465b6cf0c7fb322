extension HostileURL {
  /// Controls, line breaks, marks that turn the writing, and what leaves no mark.
  static let controls: [HostileURL] = [
    HostileURL(
      "raw NUL in a value", "app://Bazaar/echo?a=\0",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: U+0000 has no place in a URL"),
    HostileURL(
      "raw NUL behind the action", "app://Bazaar/echo\0.png",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 18: U+0000 has no place in a URL"),
    HostileURL(
      "raw NUL before everything", "\0app://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "escaped NUL in a value", "app://Bazaar/echo?a=x%00y",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 22: %00 has no place in a URL"),
    HostileURL(
      "escaped NUL in the action", "app://Bazaar/echo%00",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 18: %00 has no place in a URL"),
    HostileURL(
      "escaped NUL in the target", "app://Bazaar%00/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: %00 has no place in a URL"),
    HostileURL(
      "escaped NUL in a key", "app://Bazaar/echo?a%00=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 20: %00 has no place in a URL"),
    HostileURL(
      "raw line break in a value", "app://Bazaar/echo?a=1\n2",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 22: U+000A must be written as %0A"),
    HostileURL(
      "raw CR LF and a header", "app://Bazaar/echo?a=1\r\nSet-Cookie: x",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 22: U+000D must be written as %0D"),
    HostileURL(
      "escaped CR LF in a value", "app://Bazaar/echo?a=1%0D%0ASet-Cookie:%20x", #"reply {"a":"1\r\nSet-Cookie: x"}"#),
    HostileURL(
      "escaped CR LF in the action", "app://Bazaar/echo%0D%0A",
      "404 not_found not_found: nothing here answers app://Bazaar/echo%0D%0A"),
    HostileURL(
      "escaped CR LF in the target", "app://Bazaar%0D%0A/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: U+000D has no place in the name of a target"),
    HostileURL(
      "escaped CR LF in a key", "app://Bazaar/echo?a%0D%0Ab=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 20: U+000D has no place in the name of a parameter"),
    HostileURL(
      "line break at the end", "app://Bazaar/echo\n",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 18: U+000A must be written as %0A"),
    HostileURL(
      "tab in the middle", "app://Baz\taar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 10: U+0009 has no place in the name of a target"),
    HostileURL(
      "space at the start", " app://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "space at the end", "app://Bazaar/echo ",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 18: a space must be written as %20"),
    HostileURL(
      "space in a value", "app://Bazaar/echo?a=b c",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 22: a space must be written as %20"),
    HostileURL(
      "escape sequence in a value that is not fit", "app://Bazaar/find?id=%1B%5B2J",
      #"400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not the text '\u{1b}[2J'"#),
    HostileURL(
      "line break in a value that is not fit", "app://Bazaar/goods/1?page=%0Aerror:%20x",
      #"400 invalid_parameters mistyped_parameter: the parameter 'page' must be an int, not the text '\u{a}error: x'"#),
    HostileURL(
      "escape sequence in an unknown action", "app://Bazaar/%1B%5B31m",
      "404 not_found not_found: nothing here answers app://Bazaar/%1B%5B31m"),
    HostileURL(
      "bell in an unknown action", "app://Bazaar/%07", "404 not_found not_found: nothing here answers app://Bazaar/%07"),
    HostileURL("delete", "app://Bazaar/%7F", "404 not_found not_found: nothing here answers app://Bazaar/%7F"),
    HostileURL(
      "a control of two bytes", "app://Bazaar/%C2%9B31m",
      "404 not_found not_found: nothing here answers app://Bazaar/%C2%9B31m"),
    HostileURL(
      "raw control of two bytes", "app://Bazaar/\u{9B}31m",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: U+009B must be written as %C2%9B"),
    HostileURL(
      "raw bidi in the target", "app://\u{202E}raazaB/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 7: U+202E has no place in the name of a target"),
    HostileURL(
      "escaped bidi in the target", "app://Baz%E2%80%AEaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 10: U+202E has no place in the name of a target"),
    HostileURL(
      "escaped bidi in the action", "app://Bazaar/echo%E2%80%AE",
      "404 not_found not_found: nothing here answers app://Bazaar/echo%E2%80%AE"),
    HostileURL(
      "escaped bidi in a key", "app://Bazaar/echo?%E2%80%AEa=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: U+202E has no place in the name of a parameter"),
    HostileURL("escaped bidi in a value", "app://Bazaar/echo?a=%E2%80%AE", #"reply {"a":"\u202e"}"#),
    HostileURL(
      "escaped bidi in a value that is not fit", "app://Bazaar/find?id=%E2%81%A6x",
      #"400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not the text '\u{2066}x'"#),
    HostileURL(
      "raw bidi in a value", "app://Bazaar/echo?a=\u{2066}x",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: U+2066 must be written as %E2%81%A6"),
    HostileURL(
      "isolate in a hint", "app://Bazaar/thing?times=%E2%81%A7",
      #"400 invalid_parameters mistyped_hint: the hint 'times' must be an int, not the text '\u{2067}'"#),
    HostileURL(
      "zero width space in the action", "app://Bazaar/ec\u{200B}ho",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 16: U+200B must be written as %E2%80%8B"),
    HostileURL(
      "soft hyphen in the target", "app://Baz\u{AD}aar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 10: U+00AD has no place in the name of a target"),
    HostileURL(
      "byte order mark at the start", "\u{FEFF}app://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "line separator in a value that is not fit", "app://Bazaar/find?id=%E2%80%A8",
      #"400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not the text '\u{2028}'"#),
    HostileURL(
      "no-break space in a value", "app://Bazaar/echo?a=\u{A0}",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: U+00A0 must be written as %C2%A0"),
    HostileURL(
      "a tag character in a key", "app://Bazaar/echo?%F3%A0%81%81=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: U+E0041 has no place in the name of a parameter"
    ),
    HostileURL(
      "bidi in a value for an action that reads it itself", "app://Bazaar/own?id=%E2%80%AE%0A",
      #"400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not the text '\u202e\n'"#,
      isLate: true),
    HostileURL(
      "bidi within JSON of a parameter", "app://Bazaar/shape?size=%7B%22%E2%80%AE%22:1%7D", #"reply {"\u202e":1}"#),
  ]
}
