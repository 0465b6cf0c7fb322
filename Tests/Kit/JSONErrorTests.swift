import ComponentKit
import Testing

@Suite struct JSONErrorTests {
  @Test(arguments: [
    ("", 1, "expected a value, but there is nothing"),
    (" ", 2, "expected a value, but there is nothing"),
    ("\u{FEFF}1", 1, "JSON must not begin with a byte order mark"),
    (" \u{FEFF}1", 2, "expected a value, found '\\ufeff'"),
    ("1 2", 3, "unexpected '2' after the value"),
    ("{}]", 3, "unexpected ']' after the value"),
    ("nullnull", 1, "unknown word 'nullnull'"),
    ("null\0", 5, "unexpected '\\u0000' after the value"),
    ("\u{A0}1", 1, "expected a value, found '\u{A0}'"),
    ("\u{C}1", 1, "expected a value, found '\\f'"),
    ("// a", 1, "expected a value, found '/'"),
    ("/* a */ 1", 1, "expected a value, found '/'"),
    ("1 // a", 3, "unexpected '/' after the value"),
  ])
  func `what is around the value is named`(json: String, column: Int, message: String) {
    #expect(refusal(json) == "line 1, column \(column): \(message)")
  }

  @Test(arguments: [
    ("[", 2, "expected a value, but the text ends here"),
    ("[1", 3, "expected ',' or ']', but the text ends here"),
    ("[1,", 4, "expected a value, but the text ends here"),
    ("[1,]", 4, "expected a value, found ']'"),
    ("[,1]", 2, "expected a value, found ','"),
    ("[1 2]", 4, "expected ',' or ']', found '2'"),
    ("[1}", 3, "expected ',' or ']', found '}'"),
    ("]", 1, "expected a value, found ']'"),
    ("{", 2, "expected a key in double quotes, but the text ends here"),
    ("{1:2}", 2, "expected a key in double quotes, found '1'"),
    ("{a:2}", 2, "expected a key in double quotes, found 'a'"),
    ("{'a':2}", 2, "expected a key in double quotes, found '''"),
    ("{\"a\"}", 5, "expected ':' after the key, found '}'"),
    ("{\"a\"", 5, "expected ':' after the key, but the text ends here"),
    ("{\"a\"=1}", 5, "expected ':' after the key, found '='"),
    ("{\"a\":}", 6, "expected a value, found '}'"),
    ("{\"a\":1", 7, "expected ',' or '}', but the text ends here"),
    ("{\"a\":1,}", 8, "expected a key in double quotes, found '}'"),
    ("{\"a\":1 \"b\":2}", 8, "expected ',' or '}', found '\"'"),
    ("{\"a\":1]", 7, "expected ',' or '}', found ']'"),
    ("{\"id\":1, \"id\":2}", 10, "key \"id\" occurs twice"),
    (#"{"a":{"x\ty":1,"x\u0009y":2}}"#, 16, #"key "x\ty" occurs twice"#),
    (#"{"\"":1,"\u0022":2}"#, 9, #"key "\"" occurs twice"#),
    ("{\"\":1,\"\":2}", 7, "key \"\" occurs twice"),
    ("{\"\u{E9}\":1,\"\u{E9}\":2}", 8, "key \"\u{E9}\" occurs twice"),
  ])
  func `what is wrong with a list or map is named`(json: String, column: Int, message: String) {
    #expect(refusal(json) == "line 1, column \(column): \(message)")
  }

  @Test(arguments: [
    ("9223372036854775808", "the number 9223372036854775808 does not fit in 64 bits"),
    ("-9223372036854775809", "the number -9223372036854775809 does not fit in 64 bits"),
    ("18446744073709551616", "the number 18446744073709551616 does not fit in 64 bits"),
    (
      String(repeating: "1", count: 50),
      "the number 1111111111111111111111111111111111111111… does not fit in 64 bits"
    ),
    ("1e400", "the number 1e400 is too large for a double"),
    ("-1e309", "the number -1e309 is too large for a double"),
    ("1e99999999999999999999", "the number 1e99999999999999999999 is too large for a double"),
    ("1.7976931348623159e308", "the number 1.7976931348623159e308 is too large for a double"),
    ("01", "the number 01 begins with a zero"), ("-012.5", "the number -012.5 begins with a zero"),
    ("00", "the number 00 begins with a zero"),
    ("1.", "the number 1. has no digit after its point"), ("1.e5", "the number 1.e5 has no digit after its point"),
    ("1e", "the number 1e has no digit in its exponent"), ("1e+", "the number 1e+ has no digit in its exponent"),
    ("1e1.5", "'1e1.5' is not a number"), ("1.2.3", "'1.2.3' is not a number"),
    ("2020-01-01", "'2020-01-01' is not a number"),
    ("-", "the number - has no digit after its sign"), ("--1", "the number --1 has no digit after its sign"),
    ("-Infinity", "the number -Infinity has no digit after its sign"),
    ("0x1F", "'0x1F' is not a number"), ("1_000", "'1_000' is not a number"), ("1n", "'1n' is not a number"),
    ("+1", "a number must not begin with '+'"), (".5", "a number must not begin with '.'"),
    ("NaN", "unknown word 'NaN'"), ("Infinity", "unknown word 'Infinity'"), ("True", "unknown word 'True'"),
    ("nul", "unknown word 'nul'"), ("truex", "unknown word 'truex'"), ("undefined", "unknown word 'undefined'"),
    (String(repeating: "x", count: 50), "unknown word 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"),
    ("'a'", "a text must be in double quotes"), ("١", "expected a value, found '١'"),
  ])
  func `what is wrong with a number or word is named`(json: String, message: String) {
    #expect(refusal(json) == "line 1, column 1: \(message)")
  }

  @Test(arguments: [
    (#"{"a": "\q"}"#, 8, #"unknown escape '\q'"#),
    (#""\x41""#, 2, #"unknown escape '\x'"#),
    (#""\U0041""#, 2, #"unknown escape '\U'"#),
    (#""\é""#, 2, #"unknown escape '\é'"#),
    ("\"\\\n\"", 2, #"unknown escape '\\n'"#),
    (#""\"#, 1, "the text that begins here has no closing quote"),
    (#"["a", "b]"#, 7, "the text that begins here has no closing quote"),
    (#""a\""#, 1, "the text that begins here has no closing quote"),
    ("\"", 1, "the text that begins here has no closing quote"),
    (#""\u12G4""#, 2, #"'\u12' lacks some of its four digits"#),
    (#""\u""#, 2, #"'\u' lacks some of its four digits"#),
    (#""\u123"#, 2, #"'\u123' lacks some of its four digits"#),
    (#""\u{41}""#, 2, #"'\u' lacks some of its four digits"#),
    (#""\u+041""#, 2, #"'\u' lacks some of its four digits"#),
    (#""\ud800""#, 2, #"lone surrogate \ud800"#),
    (#""x\uDBFFx""#, 3, #"lone surrogate \uDBFF"#),
    (#""\ud800\n""#, 2, #"lone surrogate \ud800"#),
    (#""\ud800\u0041""#, 2, #"lone surrogate \ud800"#),
    (#""\ud800\ud800\udc00""#, 2, #"lone surrogate \ud800"#),
    (#""\udc00\ud800""#, 2, #"lone surrogate \udc00"#),
    (#""\udfff""#, 2, #"lone surrogate \udfff"#),
    (#""\ud800\uZ""#, 8, #"'\u' lacks some of its four digits"#),
    (#""\ud800"#, 2, #"lone surrogate \ud800"#),
    ("\"a\tb\"", 3, #"the control character '\t' must be escaped"#),
    ("\"a\nb\"", 3, #"the control character '\n' must be escaped"#),
    ("\"12345678\0\"", 10, #"the control character '\u0000' must be escaped"#),
    ("\"\u{1F}\"", 2, #"the control character '\u001f' must be escaped"#),
  ])
  func `what is wrong with a text is named`(json: String, column: Int, message: String) {
    #expect(refusal(json) == "line 1, column \(column): \(message)")
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x31, 0x00], 0, 1), ([0x22, 0x80, 0x22], 1, 2), ([0x22, 0xC0, 0x80, 0x22], 1, 2),
      ([0x22, 0xC3, 0xA9, 0xC3, 0x22], 3, 3), ([0x22, 0xE0, 0x80, 0x80, 0x22], 1, 2),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1, 2), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, 2),
      ([0x31, 0xF0, 0x9F, 0x98], 1, 2),
    ] as [([UInt8], Int, Int)])
  func `bytes that are not UTF-8 are refused`(bytes: [UInt8], offset: Int, column: Int) {
    let error = #expect(throws: JSONError.self) { try Value(json: bytes) }
    #expect(error?.message == "the byte 0x\(String(bytes[offset], radix: 16)) is not valid UTF-8 here")
    #expect(error?.offset == offset)
    #expect(error?.column == column)
  }

  @Test(arguments: [
    ("\n\n  x", 4, 3, 3), ("[1,\r\n2,\r\n x]", 10, 3, 2), ("\r\rx", 2, 3, 1), ("[\"é€😀\", x]", 14, 1, 9),
    ("\r\n\r", 3, 3, 1),
    ("[\"a\",\r\n\"b\",\n\r1,\n!]", 16, 5, 1),
  ])
  func `a place is told by byte, line and column`(json: String, offset: Int, line: Int, column: Int) {
    let error = #expect(throws: JSONError.self) { try Value(json: json) }
    #expect(error.map { [$0.offset, $0.line, $0.column] } == [offset, line, column])
  }

  @Test func `an empty buffer is no trap`() {
    let nowhere = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(throws: JSONError.self) { try Value(json: nowhere) }
    #expect(nowhere.isValidUTF8)
    #expect(Base64.encode(nowhere) == "")
  }

  @Test func `long keys are shortened and control characters escaped`() {
    let key = String(repeating: "k", count: 39) + "\u{202E}" + "tail"
    #expect(
      refusal("{\"\(key)\":1,\"\(key)\":2}")
        == #"line 1, column 51: key "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk\u202e…" occurs twice"#)
  }
}
