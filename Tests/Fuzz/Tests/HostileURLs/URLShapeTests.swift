import ComponentKit
import Testing

@Suite struct URLShapeTests {
  @Test(arguments: [
    ("app://Reader/showDetail", #"app Reader ["showDetail"] {}"#),
    ("app://Reader/showDetail?id=1", #"app Reader ["showDetail"] {"id":"1"}"#),
    (
      "app://Reader/showDetail?id=1&tags[]=a&tags[]=b&quiet#ignored",
      #"app Reader ["showDetail"] {"id":"1","tags":["a","b"],"quiet":true}"#
    ),
    ("app://Reader.Settings/show", #"app Reader.Settings ["show"] {}"#),
    ("app://Reader.Settings.Font/show?size=12", #"app Reader.Settings.Font ["show"] {"size":"12"}"#),
    ("app://Reader/showDetail/", #"app Reader ["showDetail"] {}"#),
    ("app://Reader/showDetail/?id=1", #"app Reader ["showDetail"] {"id":"1"}"#),
    ("app://BookDetail/books/42", #"app BookDetail ["books","42"] {}"#),
    ("app://BookDetail/books/42/pages/7/", #"app BookDetail ["books","42","pages","7"] {}"#),
    ("app://Reader", "app Reader [] {}"),
    ("app://Reader/", "app Reader [] {}"),
    ("app://Reader?x", #"app Reader [] {"x":true}"#),
    ("app://Reader/?x", #"app Reader [] {"x":true}"#),
    ("app://Reader?", "app Reader [] {}"),
    ("app://Reader/show?", #"app Reader ["show"] {}"#),
    ("a://b", "a b [] {}"),
  ])
  func `a call has a target, an action and parameters`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("app://Reader#x", "app Reader [] {}"),
    ("app://Reader/#", "app Reader [] {}"),
    ("app://Reader/show#", #"app Reader ["show"] {}"#),
    ("app://Reader/show?a=1#b=2&c", #"app Reader ["show"] {"a":"1"}"#),
    ("app://Reader/show?#a=1", #"app Reader ["show"] {}"#),
    ("app://Reader/show#a#b?c/../d", #"app Reader ["show"] {}"#),
    ("app://Reader/show# %zz\r\n<>\u{202E}", #"app Reader ["show"] {}"#),
    ("app://#Reader/show", "invalid_url, byte 7: the host part is missing: it names the target"),
    ("app#://Reader/show", "invalid_url, byte 4: expected '://' behind the scheme 'app'"),
    ("#app://Reader/show", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("app://Reader/show%23a", #"app Reader ["show#a"] {}"#),
  ])
  func `a fragment is ignored, whatever is in it`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("APP://Reader/show", #"app Reader ["show"] {}"#),
    ("aPp://READER/SHOW?ID=1", #"app READER ["SHOW"] {"ID":"1"}"#),
    ("app://reader.settings/Show", #"app reader.settings ["Show"] {}"#),
    ("my-app+v2.0://Reader", "my-app+v2.0 Reader [] {}"),
    ("X://Reader", "x Reader [] {}"),
    ("\u{212A}://Reader", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("app\u{212A}://Reader", "invalid_url, byte 4: expected '://' behind the scheme 'app'"),
  ])
  func `a scheme has no case, all else has`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    (" ", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    (" app://Reader", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("\u{FEFF}app://Reader", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("\0", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("://Reader", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("//Reader/x", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("/Reader/x", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("?id=1", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("1app://Reader", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("-app://Reader", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("%61pp://Reader", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("é://Reader", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("app", "invalid_url, byte 4: expected '://' behind the scheme 'app'"),
    ("app:", "invalid_url, byte 5: expected '://' behind the scheme 'app'"),
    ("app:/", "invalid_url, byte 6: expected '://' behind the scheme 'app'"),
    ("app:Reader", "invalid_url, byte 5: expected '://' behind the scheme 'app'"),
    ("app:/Reader", "invalid_url, byte 6: expected '://' behind the scheme 'app'"),
    ("app//Reader", "invalid_url, byte 4: expected '://' behind the scheme 'app'"),
    (#"app:\\Reader\show"#, "invalid_url, byte 5: expected '://' behind the scheme 'app'"),
    ("app ://Reader", "invalid_url, byte 4: expected '://' behind the scheme 'app'"),
    ("ap\0p://Reader", "invalid_url, byte 3: expected '://' behind the scheme 'ap'"),
    ("ap_p://Reader", "invalid_url, byte 3: expected '://' behind the scheme 'ap'"),
    ("Reader", "invalid_url, byte 7: expected '://' behind the scheme 'reader'"),
    ("Reader/show?id=1", "invalid_url, byte 7: expected '://' behind the scheme 'reader'"),
    ("app?://Reader", "invalid_url, byte 4: expected '://' behind the scheme 'app'"),
    ("app:%2F%2FReader", "invalid_url, byte 5: expected '://' behind the scheme 'app'"),
    ("app\u{FF1A}//Reader", "invalid_url, byte 4: expected '://' behind the scheme 'app'"),
    ("app:\u{2044}\u{2044}Reader", "invalid_url, byte 5: expected '://' behind the scheme 'app'"),
    ("app:////Reader", "invalid_url, byte 7: the host part is missing: it names the target"),
    ("app://app://Reader/x", "invalid_url, byte 10: a port has no place behind the target"),
  ])
  func `what has no scheme is no URL`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("javascript:alert(1)", "invalid_url, byte 12: expected '://' behind the scheme 'javascript'"),
    ("JaVaScRiPt:alert(1)", "invalid_url, byte 12: expected '://' behind the scheme 'javascript'"),
    ("java\nscript:alert(1)", "invalid_url, byte 5: expected '://' behind the scheme 'java'"),
    ("java\tscript://x", "invalid_url, byte 5: expected '://' behind the scheme 'java'"),
    ("\u{1}javascript:alert(1)", "invalid_url, byte 1: a URL begins with a scheme, such as app://"),
    ("javascript://x/%0Aalert(1)", #"javascript x ["\nalert(1)"] {}"#),
    ("javascript://%0Aalert(1)", "invalid_url, byte 14: U+000A has no place in the name of a target"),
    ("vbscript:msgbox", "invalid_url, byte 10: expected '://' behind the scheme 'vbscript'"),
    ("data:text/html,<script>", "invalid_url, byte 6: expected '://' behind the scheme 'data'"),
    ("mailto:a@b.c", "invalid_url, byte 8: expected '://' behind the scheme 'mailto'"),
    ("urn:isbn:0451450523", "invalid_url, byte 5: expected '://' behind the scheme 'urn'"),
    ("file:///etc/passwd", "invalid_url, byte 8: the host part is missing: it names the target"),
    ("file://localhost/etc/passwd", #"file localhost ["etc","passwd"] {}"#),
    (#"C:\Windows"#, "invalid_url, byte 3: expected '://' behind the scheme 'c'"),
    ("blob:https://x/1", "invalid_url, byte 6: expected '://' behind the scheme 'blob'"),
    ("view-source:app://Reader", "invalid_url, byte 13: expected '://' behind the scheme 'view-source'"),
    ("https://example.org/a?b=c", #"https example.org ["a"] {"b":"c"}"#),
  ])
  func `any scheme is read, for who is welcome is not for the reader to say`(url: String, outcome: String) {
    expect(url, outcome)
  }
}
