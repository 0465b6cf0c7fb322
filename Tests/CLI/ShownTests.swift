import ComponentKit
import Testing

@testable import HostCLI

@Suite struct ShownTests {
  @Test(arguments: [
    ("plain", "plain"), ("ä 漢 🙂", "ä 漢 🙂"), ("a\tb\0", "a\\u{9}b\\u{0}"), ("a\u{1B}[31m", "a\\u{1b}[31m"),
    ("a\nb\n\n", "a\n  b"), ("\u{202E}x\u{9B}", "\\u{202e}x\\u{9b}"), ("a\r\nb", "a\\u{d}\n  b"),
  ])
  func `nothing in a text acts on the terminal`(text: String, expected: String) {
    #expect(shown(text) == expected)
  }

  @Test func `a name stays on its line and loses its end if it is long`() {
    // What leaves no mark would make it look like another.
    #expect(quoted("a\u{200B}b\u{AD}") == "'a\\u{200b}b\\u{ad}'")
    #expect(quoted("a\nb") == "'a\\u{a}b'")
    #expect(quoted(String(repeating: "ä", count: 60)) == "'\(String(repeating: "ä", count: 60))'")
    #expect(quoted(String(repeating: "x", count: 61)) == "'\(String(repeating: "x", count: 60))… (61 bytes)'")
  }

  @Test func `a text is cut by columns`() {
    #expect(fitted("abc", columns: 3) == "abc")
    #expect(fitted("abcd", columns: 3) == "ab…")
    #expect(fitted("漢字", columns: 3) == "漢…")
    #expect(fitted("漢字", columns: 4) == "漢字")
    #expect(fitted("a", columns: 0) == "")
  }
}
