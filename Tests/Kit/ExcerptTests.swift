import Testing

@testable import ComponentKit

@Suite struct ExcerptTests {
  @Test(arguments: [
    ("plain", "plain"), ("ä 漢 🙂", "ä 漢 🙂"), ("a\tb\0", "a\\u{9}b\\u{0}"), ("a\r\nb", "a\\u{d}\\u{a}b"),
    ("\u{1B}[31m\u{9B}", "\\u{1b}[31m\\u{9b}"), ("\u{202E}x\u{61C}", "\\u{202e}x\\u{61c}"),
    ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"), ("\u{FEFF}a\u{200F}", "\\u{feff}a\\u{200f}"),
    ("a\u{200B}b", "a\\u{200b}b"),
  ])
  func `nothing in a name acts on a terminal or breaks a line`(name: String, expected: String) {
    #expect(quoted(name) == "'\(expected)'")
  }

  @Test func `a long name loses its end`() {
    #expect(quoted(String(repeating: "ä", count: 60)) == "'\(String(repeating: "ä", count: 60))'")
    #expect(excerpt(String(repeating: "x", count: 61)) == "\(String(repeating: "x", count: 60))… (61 bytes)")
  }
}
