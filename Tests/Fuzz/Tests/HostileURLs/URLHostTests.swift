import ComponentKit
import Testing

@Suite struct URLHostTests {
  @Test(arguments: [
    ("app://", "invalid_url, byte 7: the host part is missing: it names the target"),
    ("app:///", "invalid_url, byte 7: the host part is missing: it names the target"),
    ("app:///x", "invalid_url, byte 7: the host part is missing: it names the target"),
    ("app://?x", "invalid_url, byte 7: the host part is missing: it names the target"),
    ("app://#x", "invalid_url, byte 7: the host part is missing: it names the target"),
  ])
  func `a host part must be there`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("app://ann@Reader/x", "invalid_url, byte 10: a user has no place before the target"),
    ("app://ann:secret@Reader/x", "invalid_url, byte 17: a user has no place before the target"),
    ("app://@Reader/x", "invalid_url, byte 7: a user has no place before the target"),
    ("app://:@Reader/x", "invalid_url, byte 8: a user has no place before the target"),
    ("app://Reader@/x", "invalid_url, byte 13: a user has no place before the target"),
    ("app://Reader@evil.example:80/x", "invalid_url, byte 13: a user has no place before the target"),
    ("app://Reader%40evil/x", #"app Reader@evil ["x"] {}"#),
    ("app://Reader\u{FF20}evil/x", "app Reader\u{FF20}evil [\"x\"] {}"),
  ])
  func `a user is refused`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("app://Reader:80/x", "invalid_url, byte 13: a port has no place behind the target"),
    ("app://Reader:/x", "invalid_url, byte 13: a port has no place behind the target"),
    ("app://:80/x", "invalid_url, byte 7: a port has no place behind the target"),
    ("app://:", "invalid_url, byte 7: a port has no place behind the target"),
    ("app://Reader:99999999999999999999/x", "invalid_url, byte 13: a port has no place behind the target"),
    ("app://::1/x", "invalid_url, byte 7: a port has no place behind the target"),
    ("app://Reader%3A80/x", #"app Reader:80 ["x"] {}"#),
  ])
  func `a port is refused`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("app://[::1]/x", "invalid_url, byte 7: an address in brackets is no target"),
    ("app://[::1]:80/x", "invalid_url, byte 7: an address in brackets is no target"),
    ("app://ann@[::1]:80/x", "invalid_url, byte 10: a user has no place before the target"),
    ("app://[fe80::1%25eth0]/x", "invalid_url, byte 7: an address in brackets is no target"),
    ("app://[v1.x:y]/x", "invalid_url, byte 7: an address in brackets is no target"),
    ("app://[Reader/x", "invalid_url, byte 7: an address in brackets is no target"),
    ("app://[]/x", "invalid_url, byte 7: an address in brackets is no target"),
    ("app://Reader]/x", "invalid_url, byte 13: ']' must be written as %5D"),
    ("app://%5B::1%5D/x", "invalid_url, byte 10: a port has no place behind the target"),
    ("app://127.0.0.1/x", #"app 127.0.0.1 ["x"] {}"#),
    ("app://0x7f000001/x", #"app 0x7f000001 ["x"] {}"#),
  ])
  func `an address in brackets is refused, any other is a name`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("app://%52eader/x", #"app Reader ["x"] {}"#),
    ("app://Reader%2ESettings/x", #"app Reader.Settings ["x"] {}"#),
    ("app://Reader%2Fshow", "app Reader/show [] {}"),
    ("app://Reader%3Fa=1", "app Reader?a=1 [] {}"),
    ("app://..", "app .. [] {}"),
    ("app://../etc/passwd", #"app .. ["etc","passwd"] {}"#),
    ("app://%2E%2E%2Flib/x", #"app ../lib ["x"] {}"#),
    ("app://*/x", #"app * ["x"] {}"#),
    ("app://a,b;c=d&e/x", #"app a,b;c=d&e ["x"] {}"#),
    ("app://Дорога/x", #"app Дорога ["x"] {}"#),
    ("app://R\u{435}ader/x", "app R\u{435}ader [\"x\"] {}"),
    ("app://My%20Reader/x", #"app My Reader ["x"] {}"#),
    ("app://My Reader/x", "invalid_url, byte 9: a space must be written as %20"),
    (#"app://Reader\@evil/x"#, "invalid_url, byte 14: a user has no place before the target"),
    (#"app://Reader\evil/x"#, #"invalid_url, byte 13: '\' must be written as %5C"#),
    ("app://Reader%00/x", "invalid_url, byte 13: %00 has no place in a URL"),
    ("app://Reader\0/x", "invalid_url, byte 13: U+0000 has no place in the name of a target"),
    ("app://Reader\r\nHost:/x", "invalid_url, byte 19: a port has no place behind the target"),
    ("app://Reader\r\n/x", "invalid_url, byte 13: U+000D has no place in the name of a target"),
    ("app://Reader%0d%0a/x", "invalid_url, byte 13: U+000D has no place in the name of a target"),
    ("app://Reader%1B[2J/x", "invalid_url, byte 16: an address in brackets is no target"),
    ("app://Reader%1B/x", "invalid_url, byte 13: U+001B has no place in the name of a target"),
    ("app://Re\u{202E}daer/x", "invalid_url, byte 9: U+202E has no place in the name of a target"),
    ("app://Re%E2%80%AEdaer/x", "invalid_url, byte 9: U+202E has no place in the name of a target"),
    ("app://Re%C2%ADader/x", "invalid_url, byte 9: U+00AD has no place in the name of a target"),
    ("app://Re\u{200B}ader/x", "invalid_url, byte 9: U+200B has no place in the name of a target"),
    ("app://Re%F3%A0%81%81ader/x", "invalid_url, byte 9: U+E0041 has no place in the name of a target"),
    ("app://Re%EF%BF%BFader/x", "invalid_url, byte 9: U+FFFF has no place in the name of a target"),
    ("app://%FF/x", "invalid_url, byte 7: %FF is not valid UTF-8 here"),
  ])
  func `a name is decoded, and nothing in it is unseen`(url: String, outcome: String) { expect(url, outcome) }
}
