import ComponentKit
import Testing

@Suite struct URLCharacterTests {
  @Test(arguments: [
    (" ", "a space must be written as %20"),
    ("\"", "'\"' must be written as %22"),
    ("<", "'<' must be written as %3C"),
    (">", "'>' must be written as %3E"),
    ("\\", "'\\' must be written as %5C"),
    ("^", "'^' must be written as %5E"),
    ("`", "'`' must be written as %60"),
    ("{", "'{' must be written as %7B"),
    ("|", "'|' must be written as %7C"),
    ("}", "'}' must be written as %7D"),
    ("\0", "U+0000 has no place in a URL"),
    ("\u{1}", "U+0001 must be written as %01"),
    ("\t", "U+0009 must be written as %09"),
    ("\n", "U+000A must be written as %0A"),
    ("\r\n", "U+000D must be written as %0D"),
    ("\u{1B}[2J", "U+001B must be written as %1B"),
    ("\u{7F}", "U+007F must be written as %7F"),
    ("\u{85}", "U+0085 must be written as %C2%85"),
    ("\u{9B}", "U+009B must be written as %C2%9B"),
    ("\u{A0}", "U+00A0 must be written as %C2%A0"),
    ("\u{AD}", "U+00AD must be written as %C2%AD"),
    ("\u{34F}", "U+034F must be written as %CD%8F"),
    ("\u{61C}", "U+061C must be written as %D8%9C"),
    ("\u{115F}", "U+115F must be written as %E1%85%9F"),
    ("\u{180E}", "U+180E must be written as %E1%A0%8E"),
    ("\u{2003}", "U+2003 must be written as %E2%80%83"),
    ("\u{200B}", "U+200B must be written as %E2%80%8B"),
    ("\u{200D}", "U+200D must be written as %E2%80%8D"),
    ("\u{200F}", "U+200F must be written as %E2%80%8F"),
    ("\u{2028}", "U+2028 must be written as %E2%80%A8"),
    ("\u{2029}", "U+2029 must be written as %E2%80%A9"),
    ("\u{202A}", "U+202A must be written as %E2%80%AA"),
    ("\u{202E}", "U+202E must be written as %E2%80%AE"),
    ("\u{2060}", "U+2060 must be written as %E2%81%A0"),
    ("\u{2066}", "U+2066 must be written as %E2%81%A6"),
    ("\u{2069}", "U+2069 must be written as %E2%81%A9"),
    ("\u{3000}", "U+3000 must be written as %E3%80%80"),
    ("\u{3164}", "U+3164 must be written as %E3%85%A4"),
    ("\u{FE0F}", "U+FE0F must be written as %EF%B8%8F"),
    ("\u{FEFF}", "U+FEFF must be written as %EF%BB%BF"),
    ("\u{E0041}", "U+E0041 must be written as %F3%A0%81%81"),
  ])
  func `what can't be seen and what RFC 3986 leaves out is escaped`(character: String, message: String) {
    expect("app://R/a?x=\(character)", "invalid_url, byte 13: \(message)")
    expect("app://R/a?x=é\(character)b", "invalid_url, byte 15: \(message)")
    expect("app://R/b\(character)", "invalid_url, byte 10: \(message)")
  }

  @Test(arguments: [
    (0xFDD0, "U+FDD0 must be written as %EF%B7%90"),
    (0xFFFE, "U+FFFE must be written as %EF%BF%BE"),
    (0x1FFFF, "U+1FFFF must be written as %F0%9F%BF%BF"),
    (0x10FFFF, "U+10FFFF must be written as %F4%8F%BF%BF"),
  ])
  func `what will never be a character is escaped`(code: UInt32, message: String) throws {
    let scalar = try #require(Unicode.Scalar(code))
    expect("app://R/a?x=\(scalar)", "invalid_url, byte 13: \(message)")
  }

  @Test(arguments: [
    "é", "e\u{301}", "ß", "Дорога", "ελ", "שלום", "مرحبا", "नमस्ते", "漢字", "かな", "한국", "\u{1F600}", "€", "“", "\u{FFFD}",
  ])
  func `letters and signs of all languages may stand as they are`(text: String) {
    expect("app://\(text)/\(text)?\(text)=\(text)", #"app \#(text) ["\#(text)"] {"\#(text)":"\#(text)"}"#)
  }
}
