import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct FaceLiteralTests {
  // What a parameter of a type and with a default is in Swift; nil where the default stays with the component.
  private func literal(_ parameter: String) throws -> String? {
    let description = try described(
      "type Point = {x: int, y: int?}", "type Kind = \"plain\" | \"rich text\"", "type Level = 1 | -1",
      "type Nest = [Nest]", "type Keys = {inout: int, self: Kind?}", "type Names = [text]",
      "action Shop.run(x: \(parameter))")
    let face = SwiftFace(description)
    let value = try #require(description.targets[0].actions[0].signature?.parameters[0].default)
    return face.literal.expression(value, face.types.actions[0][0].parameters[0])
  }

  @Test(arguments: [
    ("bool = true", "true"), ("int = -9223372036854775808", "-9223372036854775808"), ("int = 1.0", "1"),
    ("double = -0.0", "-0.0"), ("double = 3", "3.0"), ("double = 1e300", "1e+300"),
    ("double = 5e-324", "Double(bitPattern: 1)"), ("int? = null", "nil"), ("int? = 1", "1"),
    (#"text = "\\(x) \" \n\t\u0000\u202e""#, #""\\(x) \" \n\t\u{0}\u{202e}""#),
    (#"text = "é π 😀 e\u0301""#, "\"é π 😀 e\u{301}\""),
    (#"text = "\u0301""#, #""\u{301}""#),
    (#"bytes = "AAH/""#, "[0, 1, 255]"), (#"bytes = """#, "[]"),
    (#"date = "1970-01-01T01:00:00.5+01:00""#, "Timestamp(seconds: 0, nanosecond: 500000000)"),
    ("[int] = [1, -2]", "[1, -2]"), ("[int?] = [null]", "[nil]"), ("[text: [bool]] = {}", "[:]"),
    (#"[text: int] = {"\"": 1}"#, #"["\"": 1]"#),
    (#"Kind = "rich text""#, "Kind.richText"), ("Level = -1", "Level.minus1"), ("Nest = [[]]", "Nest([Nest([])])"),
    (#"Names = ["a"]"#, #"["a"]"#),
    (#"Point = {"y": null, "x": 1}"#, "Point(x: 1)"), (#"Point = {"y": 2, "x": 1}"#, "Point(x: 1, y: 2)"),
    (#"Keys = {"inout": 1, "self": "plain"}"#, "Keys(`inout`: 1, self_: Kind.plain)"),
    (#"any = {"a": [null, 1, -2.5, true, "x", {}]}"#, #"["a": [nil, 1, -2.5, true, "x", [:]]]"#),
    ("any = 5e-324", ".double(Double(bitPattern: 1))"), ("any? = null", "nil"),
    ("{a: {b: int}?} = {}", "RunX()"), (#"{a: {b: int}?} = {"a": {"b": 1}}"#, "RunX(a: RunXA(b: 1))"),
  ])
  func `a default is an expression`(parameter: String, literal: String) throws {
    #expect(try self.literal(parameter) == literal)
  }

  @Test(arguments: [
    "any = [[[[[[[[[1]]]]]]]]]",
    "[int] = [\(Array(repeating: "1", count: 100).joined(separator: ","))]",
    #"bytes = "\#(String(repeating: "AAAA", count: 400))""#,
  ])
  func `a default that Swift can't say, or not soon, stays with the component`(parameter: String) throws {
    #expect(try literal(parameter) == nil)
  }

  @Test(arguments: [
    (#"a"b\c"#, #""a\"b\\c""#), ("\r\n\u{0}\u{7F}\u{85}\u{2028}", #""\r\n\u{0}\u{7f}\u{85}\u{2028}""#),
    ("\u{202E}\u{200B}\u{FEFF}\u{E000}\u{A0}", #""\u{202e}\u{200b}\u{feff}\u{e000}\u{a0}""#), ("#\"#", ##""#\"#""##),
  ])
  func `nothing leaves a literal`(text: String, literal: String) {
    #expect(SwiftText.literal(text) == literal)
  }

  @Test(arguments: [
    ("a\"b\\c'", #"a\"b\\c\'"#), ("??/", #"\?\?/"#), ("é\u{0}1\n", #"\303\251\0001\012"#),
  ])
  func `nothing leaves a literal in C`(text: String, literal: String) {
    #expect(CWords.literal(text) == literal)
  }

  @Test(arguments: [
    "plain", "", " a ", " ", "a\nb\r\u{2028}\u{85}\u{202E}\u{FEFF}", "a\\", "\\u{41}", "\\\\", "??/", "a??/ ", "x/",
    "*/ // /*",
    "\u{301}", "é", "\t",
  ])
  func `a text on one line joins no other line`(text: String) {
    let line = FaceText.line(text)
    #expect(!line.hasSuffix("\\") && !line.hasSuffix("??/") && !line.hasPrefix(" ") && !line.hasSuffix(" "))
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x2028 || $0.value == 0x202E })
  }
}
