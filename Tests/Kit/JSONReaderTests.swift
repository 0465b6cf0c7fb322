import ComponentKit
import Testing

@Suite struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", nil), (" \t\r\n true \n", true), ("false", false),
      ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("9223372036854775807", .int(.max)),
      ("-9223372036854775808", .int(.min)),
      ("\"\"", ""), ("\"a b\"", "a b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0000""#, "\0"), (#""\u00e9\u00E9""#, "éé"), (#""\u20ac""#, "€"), (#""\uffff""#, "\u{FFFF}"),
      (#""\ud83d\ude00""#, "😀"), (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
      ("\"é€😀\u{7F}\u{2028}\u{10FFFF}\"", "é€😀\u{7F}\u{2028}\u{10FFFF}"),
      ("\"/* no comment */\"", "/* no comment */"),
      ("[]", []), ("[ ]", []), ("[1 , [2],{} ]", [1, [2], [:]]),
      ("{}", [:]), (" { } ", [:]), ("{\"\":1,\"a\":{\"b\":[null]}}", ["": 1, "a": ["b": [nil]]]),
      ("{\"a\":1,\"A\":2}", ["a": 1, "A": 2]),
    ] as [(String, Value)])
  func `what RFC 8259 allows is read`(json: String, value: Value) throws {
    #expect(try Value(json: json) == value)
    #expect(try Value(json: Array(json.utf8)) == value)
  }

  @Test(
    arguments: [
      ("0.0", 0), ("1.0", 1), ("-1.5", -1.5), ("1e0", 1), ("1E+2", 100), ("1e-2", 0.01), ("0.1", 0.1), ("1e22", 1e22),
      ("1e23", 1e23), ("0e999", 0), ("0.0e-99999999999999999999", 0), ("0e99999999999999999999", 0),
      ("1e-400", 0), ("1e-99999999999999999999", 0), ("5e-324", .leastNonzeroMagnitude),
      ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("9007199254740993.0", 9_007_199_254_740_992),
      ("9007199254740993e0", 9_007_199_254_740_992), ("9223372036854775808.0", 0x1p63),
      ("123456789012345678901234567890.5", 123456789012345678901234567890.5),
      ("1.00000000000000011102230246251565404236316680908203125", 1),
      ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
      ("0.00000000000000000000000000000000000001", 1e-38),
    ] as [(String, Double)])
  func `a number with a fraction or an exponent is the nearest double`(json: String, double: Double) throws {
    #expect(try Value(json: json) == .double(double))
  }

  @Test func `zero keeps its sign as a double and not as an int`() throws {
    #expect(try Value(json: "-0") == 0)
    #expect(try Value(json: "-0.0").double?.sign == .minus)
    #expect(try Value(json: "-0e5").double?.sign == .minus)
  }

  @Test func `a map keeps the order of its keys`() throws {
    let value = try Value(json: #"{"z":1,"a":2,"m":3}"#)
    #expect(value.map?.keys == ["z", "a", "m"])
  }

  @Test func `the bytes of a text are kept as they are`() throws {
    // Both are equal to Swift; the bytes differ.
    for text in ["\u{E9}", "e\u{301}"] {
      #expect(try Value(json: "\"\(text)\"").text.map { Array($0.utf8) } == Array(text.utf8))
    }
  }

  @Test(arguments: [127, 128]) func `lists and maps nest as deep as the limit`(depth: Int) throws {
    let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let maps = String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    #expect(try Value(json: lists).json() == lists)
    #expect(try Value(json: maps).json() == maps)
  }

  @Test(arguments: [129, 1_000_000]) func `nesting deeper than the limit is refused`(depth: Int) {
    let lists = String(repeating: "[", count: depth)
    let maps = String(repeating: "{\"a\":", count: depth)
    #expect(refusal(lists) == "line 1, column 129: lists and maps nest deeper than 128")
    #expect(refusal(maps) == "line 1, column 641: lists and maps nest deeper than 128")
  }

  @Test func `a hundred thousand keys are read without searching`() throws {
    let keys = (0..<100_000).map { "key number \($0)" }
    let json = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",")
    let fields = try #require(try Value(json: json + "}").map)
    #expect(fields.count == keys.count)
    for key in [keys[0], keys[15], keys[16], keys[99_999]] {
      #expect(refusal(json + ",\"\(key)\":1}")?.hasSuffix(": key \"\(key)\" occurs twice") == true)
    }
  }

  @Test func `ten megabytes of text are read`() throws {
    let text = String(repeating: "0123456789 äöü ", count: 600_000)
    #expect(try Value(json: "\"\(text)\"").text?.utf8.count == text.utf8.count)
    #expect(try Value(json: "\"\\n\(text)\"").text?.utf8.count == text.utf8.count + 1)
  }

  @Test func `a long number is read in time`() throws {
    let digits = String(repeating: "7", count: 1_000_000)
    #expect(try Value(json: "0." + digits) == .double(0.7777777777777778))
    #expect(refusal(digits)?.utf8.count ?? 0 < 120)
  }
}

/// What the reader says to a text that it must refuse.
func refusal(_ json: String) -> String? {
  do throws(JSONError) {
    _ = try Value(json: json)
    return nil
  } catch {
    return error.description
  }
}
