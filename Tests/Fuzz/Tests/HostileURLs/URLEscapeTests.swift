import ComponentKit
import Testing

@Suite struct URLEscapeTests {
  @Test(
    arguments: [
      ("%", 0), ("%%", 0), ("%1", 0), ("%G1", 0), ("%1G", 0), ("%zz", 0), ("%1g", 0), ("%g1", 0), ("%-1", 0),
      ("%+1", 0),
      ("%0x41", 0), ("%u0041", 0), ("%&41", 0), ("a%", 1), ("a%4", 1), ("%41%", 3), ("%41%4", 3), ("é%4", 2),
      ("100%", 3), ("%#41", 0), ("%４1", 0), ("%é1", 0), ("%25%2", 3),
    ])
  func `two hexadecimal digits belong behind a percent sign`(text: String, place: Int) {
    let message = "two hexadecimal digits belong behind '%', which itself is written as %25"
    expect("app://R/a?x=\(text)", "invalid_url, byte \(13 + place): \(message)")
    expect("app://R/\(text)", "invalid_url, byte \(9 + place): \(message)")
    expect("app://\(text)/a", "invalid_url, byte \(7 + place): \(message)")
    guard !text.contains("&") else { return }
    expect("app://R/a?y&\(text)=1", "invalid_url, byte \(13 + place): \(message)")
  }

  @Test(arguments: [
    ("%41%7a%7A", "Azz"), ("%2f%2F", "//"), ("%25", "%"), ("%2541", "%41"), ("%C3%A9", "é"), ("%c3%a9", "é"),
    ("%E2%82%AC", "€"), ("%F0%9F%98%80", "\u{1F600}"), ("%F4%8F%BF%BF", "\u{10FFFF}"), ("%EF%BF%BD", "\u{FFFD}"),
    ("%20%22%3C%3E%5C%5E%60%7B%7C%7D", #" \"<>\\^`{|}"#), ("%01%1F%7F", #"\u0001\u001f\u007f"#),
    ("%0D%0A", #"\r\n"#), ("%09", #"\t"#), ("%C2%85", #"\u0085"#), ("%E2%80%A8", #"\u2028"#),
    ("%E2%80%AE%E2%81%A6", #"\u202e\u2066"#), ("%EF%BB%BF", #"\ufeff"#), ("%1B[31m", #"\u001b[31m"#),
  ])
  func `an escape in a value is any text`(escaped: String, json: String) {
    expect("app://R/a?x=\(escaped)", #"app R ["a"] {"x":"\#(json)"}"#)
  }

  @Test(arguments: [
    // Longer than they need be.
    ("%C0%80", 0, "C0"), ("%C0%AF", 0, "C0"), ("%C1%BF", 0, "C1"), ("%E0%80%AF", 0, "E0"), ("%E0%9F%BF", 0, "E0"),
    ("%F0%80%80%AF", 0, "F0"), ("%F0%8F%BF%BF", 0, "F0"), ("%F8%80%80%80%AF", 0, "F8"), ("%FC%80%80%80%80%AF", 0, "FC"),
    // Halves of pairs, and too large.
    ("%ED%A0%80", 0, "ED"), ("%ED%BF%BF", 0, "ED"), ("%ED%A0%BD%ED%B8%80", 0, "ED"), ("%F4%90%80%80", 0, "F4"),
    ("%F5%80%80%80", 0, "F5"), ("%FE", 0, "FE"), ("%FF", 0, "FF"),
    // Cut short, or without a beginning.
    ("%C3", 0, "C3"), ("%E2%82", 0, "E2"), ("%F0%9F%98", 0, "F0"), ("%C3%28", 0, "C3"), ("%E2%28%A1", 0, "E2"),
    ("%80", 0, "80"), ("%BF%BF", 0, "BF"), ("%C3%A9%A9", 6, "A9"), ("abc%E9", 3, "E9"), ("é%A9", 2, "A9"),
    ("%C3é", 0, "C3"), ("%E2é%82%AC", 0, "E2"), ("%41%ff", 3, "FF"), ("%EF%BB", 0, "EF"),
  ])
  func `what escapes encode is UTF-8`(text: String, place: Int, byte: String) {
    let message = "%\(byte) is not valid UTF-8 here"
    expect("app://R/a?x=\(text)", "invalid_url, byte \(13 + place): \(message)")
    expect("app://R/\(text)", "invalid_url, byte \(9 + place): \(message)")
    expect("app://\(text)/a", "invalid_url, byte \(7 + place): \(message)")
    expect("app://R/a?y&\(text)=1", "invalid_url, byte \(13 + place): \(message)")
  }

  @Test(arguments: ["%00", "a%00b", "%41%00", "%00%00", "é%00"])
  func `NUL has no place anywhere`(text: String) throws {
    let place = try #require(text.utf8.indices.first { text.utf8[$0...].starts(with: "%00".utf8) })
    let offset = text.utf8.distance(from: text.startIndex, to: place)
    expect("app://R/a?x=\(text)", "invalid_url, byte \(13 + offset): %00 has no place in a URL")
    expect("app://R/\(text)", "invalid_url, byte \(9 + offset): %00 has no place in a URL")
    expect("app://\(text)/a", "invalid_url, byte \(7 + offset): %00 has no place in a URL")
  }
}
