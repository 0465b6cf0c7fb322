extension HostileURL {
  /// Paths: empty, of dots, too many parts, what looks like a way out.
  static let paths: [HostileURL] = [
    HostileURL("no path", "app://Bazaar", "404 not_found not_found: nothing here answers app://Bazaar"),
    HostileURL("empty path", "app://Bazaar/", "404 not_found not_found: nothing here answers app://Bazaar"),
    HostileURL(
      "two slashes", "app://Bazaar//echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: a part of the path is empty"),
    HostileURL("a slash behind", "app://Bazaar/echo/", "reply {}"),
    HostileURL(
      "two slashes behind", "app://Bazaar/echo//",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: a part of the path is empty"),
    HostileURL(
      "only slashes", "app://Bazaar////",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: a part of the path is empty"),
    HostileURL(
      "a dot", "app://Bazaar/./echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: '.' has no place in the path"),
    HostileURL(
      "two dots", "app://Bazaar/../echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: '..' has no place in the path"),
    HostileURL(
      "two dots behind", "app://Bazaar/echo/..",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: '..' has no place in the path"),
    HostileURL(
      "escaped dots", "app://Bazaar/%2e%2E/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: '..' has no place in the path"),
    HostileURL(
      "half escaped dots", "app://Bazaar/.%2e/echo",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: '..' has no place in the path"),
    HostileURL(
      "three dots", "app://Bazaar/.../echo", "404 not_found not_found: nothing here answers app://Bazaar/.../echo"),
    HostileURL(
      "escaped slash and dots", "app://Bazaar/..%2Fecho",
      "404 not_found not_found: nothing here answers app://Bazaar/..%2Fecho"),
    HostileURL(
      "dots in a route", "app://Bazaar/goods/..",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 20: '..' has no place in the path"),
    HostileURL("a slash within a part of a route", "app://Bazaar/word/a%2Fb", #"reply {"word":"a/b"}"#),
    HostileURL(
      "parts that no route has", "app://Bazaar/a/b/c/d",
      "404 not_found not_found: nothing here answers app://Bazaar/a/b/c/d"),
    HostileURL("the rest of a route", "app://Bazaar/rest/a/b/c", #"reply {"rest":"a/b/c"}"#),
    HostileURL("a route's number", "app://Bazaar/goods/42", #"reply "goods 42, page 1""#),
    HostileURL(
      "a number too large", "app://Bazaar/goods/99999999999999999999", #"reply {"word":"99999999999999999999"}"#),
    HostileURL("a number with a sign", "app://Bazaar/goods/-1", #"reply "goods -1, page 1""#),
    HostileURL("a number in other digits", "app://Bazaar/goods/４２", #"reply {"word":"４２"}"#),
    HostileURL("a number with a space", "app://Bazaar/goods/%2042", #"reply {"word":" 42"}"#),
    HostileURL(
      "a route's parameter twice", "app://Bazaar/goods/42?id=7",
      "400 invalid_parameters duplicate_parameter: the parameter 'id' is given by the path already"),
    HostileURL(
      "a route's fixed parameter", "app://Bazaar/fixed?page=9",
      "400 invalid_parameters duplicate_parameter: the parameter 'page' is fixed by the route already"),
    HostileURL(
      "an empty part of a route", "app://Bazaar/goods//",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 20: a part of the path is empty"),
    HostileURL("the name of a route's pattern", "app://Bazaar/goods/:id", #"reply {"word":":id"}"#),
    HostileURL(
      "a semicolon", "app://Bazaar/echo;a=1", "404 not_found not_found: nothing here answers app://Bazaar/echo%3Ba%3D1"),
    HostileURL(
      "a backslash", "app://Bazaar/..\\echo",
      #"400 invalid_parameters invalid_url: the URL is invalid: byte 16: '\' must be written as %5C"#),
    HostileURL(
      "a pipe", "app://Bazaar/echo|id",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 18: '|' must be written as %7C"),
    HostileURL(
      "braces", "app://Bazaar/{echo}",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: '{' must be written as %7B"),
    HostileURL(
      "a quote", "app://Bazaar/\"echo\"",
      #"400 invalid_parameters invalid_url: the URL is invalid: byte 14: '"' must be written as %22"#),
    HostileURL(
      "angle brackets", "app://Bazaar/<script>",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 14: '<' must be written as %3C"),
    HostileURL(
      "a dollar sign", "app://Bazaar/$(id)", "404 not_found not_found: nothing here answers app://Bazaar/%24%28id%29"),
    HostileURL(
      "dots between names", "app://Bazaar/Back.door",
      "404 not_found not_found: nothing here answers app://Bazaar/Back.door"),
  ]
}
