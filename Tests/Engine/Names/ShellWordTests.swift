import Testing

@testable import ComponentHost

@Suite struct ShellWordTests {
  @Test(arguments: [
    ("", "''"), ("plain", "plain"), ("a-b_c.d,e+f@g%h/i", "a-b_c.d,e+f@g%h/i"), ("a b", "'a b'"),
    ("it's", "'it'\\''s'"),
    ("'", "''\\'''"), ("$(reboot)", "'$(reboot)'"), ("`x`", "'`x`'"), ("a=b", "'a=b'"), ("~", "'~'"), ("*", "'*'"),
    ("é", "'é'"), ("'\u{301}; reboot", "''\\''\u{301}; reboot'"), ("\\", "'\\'"),
  ])
  func `a word is in quotes unless every shell takes it as it is`(text: String, word: String) {
    #expect(text.shellWord?.unicodeScalars.elementsEqual(word.unicodeScalars) == true)
  }

  @Test(arguments: ["\n", "\u{1B}[2J", "a\u{202E}b", "\0"]) func `what acts on a terminal is no word`(text: String) {
    #expect(text.shellWord == nil && !text.isPlainWord)
  }
}
