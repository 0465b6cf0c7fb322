extension HostileURL {
  /// Percent escapes: cut short, wrong, doubled, where they change the meaning.
  static let escapes: [HostileURL] = [
    HostileURL(
      "no digits", "app://Bazaar/echo?a=%",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "one digit", "app://Bazaar/echo?a=%4",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "one digit, then the next parameter", "app://Bazaar/echo?a=%4&b=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "no hexadecimal digits", "app://Bazaar/echo?a=%zz",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "a hexadecimal digit and another", "app://Bazaar/echo?a=%4g",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "a percent sign of its own", "app://Bazaar/echo?a=100%&b",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 24: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL("escaped percent", "app://Bazaar/echo?a=%25", #"reply {"a":"%"}"#),
    HostileURL("decoded once only", "app://Bazaar/echo?a=%2541", #"reply {"a":"%41"}"#),
    HostileURL("twice escaped NUL", "app://Bazaar/echo?a=%2500", #"reply {"a":"%00"}"#),
    HostileURL(
      "a percent sign behind an escape", "app://Bazaar/echo?a=%25%",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 24: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "the escape of an escape's digit", "app://Bazaar/echo?a=%%34%31",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "a number in the way of JavaScript", "app://Bazaar/echo?a=%u0041",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "a sign before the digits", "app://Bazaar/echo?a=%+1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "a space before the digits", "app://Bazaar/echo?a=% 41",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 22: a space must be written as %20"),
    HostileURL(
      "fullwidth digits", "app://Bazaar/echo?a=%４１",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 21: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL("small and large digits", "app://Bazaar/echo?a=%c3%A9", #"reply {"a":"é"}"#),
    HostileURL("in the action's name", "app://Bazaar/%65cho", "reply {}"),
    HostileURL("in the target's name", "app://%42azaar/echo", "reply {}"),
    HostileURL(
      "cut short in the target", "app://Bazaar%4/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 13: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "cut short in the action", "app://Bazaar/echo%",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 18: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "cut short in a key", "app://Bazaar/echo?%4=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: two hexadecimal digits belong behind '%', which itself is written as %25"
    ),
    HostileURL(
      "an escaped slash within a part", "app://Bazaar/echo%2Fx",
      "404 not_found not_found: nothing here answers app://Bazaar/echo%2Fx"),
    HostileURL(
      "an escaped question mark", "app://Bazaar/echo%3Fa=1",
      "404 not_found not_found: nothing here answers app://Bazaar/echo%3Fa%3D1"),
    HostileURL(
      "an escaped hash", "app://Bazaar/echo%23a", "404 not_found not_found: nothing here answers app://Bazaar/echo%23a"),
    HostileURL("an escaped equals sign in a key", "app://Bazaar/echo?a%3D1=2", #"reply {"a=1":"2"}"#),
    HostileURL("an escaped ampersand in a value", "app://Bazaar/echo?a=1%26b=2", #"reply {"a":"1&b=2"}"#),
    HostileURL("a plus is a plus", "app://Bazaar/echo?a=1+1", #"reply {"a":"1+1"}"#),
    HostileURL(
      "escapes in the scheme", "%61pp://Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 1: a URL begins with a scheme, such as app://"),
    HostileURL(
      "an escaped colon behind the scheme", "app%3A//Bazaar/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 4: expected '://' behind the scheme 'app'"),
    HostileURL("in the fragment they don't count", "app://Bazaar/echo#%zz%", "reply {}"),
  ]
}
