import ComponentKit
import Testing

@Suite struct URLPathTests {
  @Test(arguments: [
    ("app://Reader//", "invalid_url, byte 14: a part of the path is empty"),
    ("app://Reader//show", "invalid_url, byte 14: a part of the path is empty"),
    ("app://Reader/show//", "invalid_url, byte 19: a part of the path is empty"),
    ("app://Reader/show//?a", "invalid_url, byte 19: a part of the path is empty"),
    ("app://Reader/a//b", "invalid_url, byte 16: a part of the path is empty"),
    ("app://Reader///", "invalid_url, byte 14: a part of the path is empty"),
  ])
  func `one slash may end a path, but no part is empty`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("app://Reader/.", "invalid_url, byte 14: '.' has no place in the path"),
    ("app://Reader/..", "invalid_url, byte 14: '..' has no place in the path"),
    ("app://Reader/./show", "invalid_url, byte 14: '.' has no place in the path"),
    ("app://Reader/a/../../etc/passwd", "invalid_url, byte 16: '..' has no place in the path"),
    ("app://Reader/show/..?a", "invalid_url, byte 19: '..' has no place in the path"),
    ("app://Reader/%2e", "invalid_url, byte 14: '.' has no place in the path"),
    ("app://Reader/%2e%2e/x", "invalid_url, byte 14: '..' has no place in the path"),
    ("app://Reader/%2E./x", "invalid_url, byte 14: '..' has no place in the path"),
    ("app://Reader/.%2e/x", "invalid_url, byte 14: '..' has no place in the path"),
    ("app://Reader/%252e%252e/x", #"app Reader ["%2e%2e","x"] {}"#),
    ("app://Reader/..%2Fx", #"app Reader ["../x"] {}"#),
    ("app://Reader/.../x", #"app Reader ["...","x"] {}"#),
    ("app://Reader/.hidden/a.b/c..", #"app Reader [".hidden","a.b","c.."] {}"#),
    ("app://Reader/\u{FF0E}\u{FF0E}/x", "app Reader [\"\u{FF0E}\u{FF0E}\",\"x\"] {}"),
    ("app://Reader/..;a=1/x", #"app Reader ["..;a=1","x"] {}"#),
    ("app://Reader/x?a=/../b", #"app Reader ["x"] {"a":"/../b"}"#),
  ])
  func `dots never lead upwards`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("app://Reader/a%2Fb/c", #"app Reader ["a/b","c"] {}"#),
    ("app://Reader/%2F", #"app Reader ["/"] {}"#),
    ("app://Reader/a%3Fb=1", #"app Reader ["a?b=1"] {}"#),
    ("app://Reader/a+b/c%2Bd", #"app Reader ["a+b","c+d"] {}"#),
    ("app://Reader/a%20b", #"app Reader ["a b"] {}"#),
    ("app://Reader/a;v=1,2/$&'()*!~_-=:@", #"app Reader ["a;v=1,2","$&'()*!~_-=:@"] {}"#),
    ("app://Reader/a&b=c", #"app Reader ["a&b=c"] {}"#),
    ("app://Reader/%D0%B4%D0%B0", #"app Reader ["да"] {}"#),
    ("app://Reader/да/本/e\u{301}", "app Reader [\"да\",\"本\",\"e\u{301}\"] {}"),
    ("app://Reader/%0D%0AX-Evil:1", #"app Reader ["\r\nX-Evil:1"] {}"#),
    ("app://Reader/%E2%80%AE", #"app Reader ["\u202e"] {}"#),
    ("app://Reader/a[0]", "invalid_url, byte 15: '[' must be written as %5B"),
    ("app://Reader/a]", "invalid_url, byte 15: ']' must be written as %5D"),
    ("app://Reader/%5B0%5D", #"app Reader ["[0]"] {}"#),
    (#"app://Reader/..\..\x"#, #"invalid_url, byte 16: '\' must be written as %5C"#),
    ("app://Reader/..%5C..%5Cx", #"app Reader ["..\\..\\x"] {}"#),
    ("app://Reader/{id}", "invalid_url, byte 14: '{' must be written as %7B"),
    ("app://Reader/show%00", "invalid_url, byte 18: %00 has no place in a URL"),
    ("app://Reader/show\0.txt", "invalid_url, byte 18: U+0000 has no place in a URL"),
    ("app://Reader/show\n", "invalid_url, byte 18: U+000A must be written as %0A"),
    ("app://Reader/a/b c", "invalid_url, byte 17: a space must be written as %20"),
  ])
  func `a part of a path is data once it is decoded`(url: String, outcome: String) { expect(url, outcome) }
}
