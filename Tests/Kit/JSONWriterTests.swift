import ComponentABI
import Testing

@testable import ComponentKit

@Suite struct JSONWriterTests {
  @Test(
    arguments: [
      (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (.int(.min), "-9223372036854775808"),
      (1.0, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e100, "1e+100"), (1e-7, "1e-07"),
      (.double(.leastNonzeroMagnitude), "5e-324"),
      ("", "\"\""), ("é€😀", "\"é€😀\""), ("\"\\/", #""\"\\/""#), ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#),
      ("\0\u{1B}", #""\u0000\u001b""#), ("a\u{7F}b", #""a\u007fb""#), ("a\u{85}\u{9B}b", #""a\u0085\u009bb""#),
      ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{200E}\u{200F}\u{61C}\u{FEFF}", #""\u200e\u200f\u061c\ufeff""#),
      ("\u{202A}\u{202E}\u{2066}\u{2069}", #""\u202a\u202e\u2066\u2069""#),
      ("\u{A0}\u{200D}\u{2027}\u{202F}\u{2065}\u{206A}", "\"\u{A0}\u{200D}\u{2027}\u{202F}\u{2065}\u{206A}\""),
      (.bytes([]), "\"\""), (.bytes([0xFB, 0xFF, 0]), "\"+/8A\""), (.bytes([1]), "\"AQ==\""),
      ([], "[]"), ([:], "{}"), ([1, [2, []]], "[1,[2,[]]]"), (["id": 1, "title": "x"], #"{"id":1,"title":"x"}"#),
      (["a\nb": ["": nil]], #"{"a\nb":{"":null}}"#),
    ] as [(Value, String)])
  func `a value is one line without spaces`(value: Value, json: String) throws {
    #expect(try value.json() == json)
  }

  private final class Image: Sendable {}

  @Test func `printed, a value is JSON with a name for whatever has no form there`() {
    var value: Value = ["id": 1, "cover": .object(Object(Image())), "then": .function(Function { _ in nil })]
    #expect("\(value)".hasPrefix(#"{"id":1,"cover":<object "#) && "\(value)".hasSuffix(#"Image>,"then":<function>}"#))
    #expect("\(Value.list([.double(.infinity), .double(.nan), "a\nb"]))" == #"[inf,nan,"a\nb"]"#)
    #expect("\(["id": 1] as Fields)" == #"{"id":1}"#)
    let type = Array("A\u{1B}[2J\n\u{200B}é\"".utf8)
    type.withUnsafeBytes { type in
      let object = component_object(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_object>.size),
        type: component_text(bytes: type.bindMemory(to: CChar.self).baseAddress, length: type.count),
        instance: UnsafeMutableRawPointer(bitPattern: 1)!,
        retain: { _ in }, release: { _ in })
      #expect("\(Value.object(Object(retaining: object)))" == #"<object A\u001b[2J\n\u200bé">"#)
    }
    for _ in 0...Value.depthLimit { value = [value] }
    #expect("\(value)".contains("…") && (try? value.json()) == nil)
  }

  @Test func `what is escaped does not depend on its place in a run`() throws {
    for padding in 0..<20 {
      let before = String(repeating: "x", count: padding)
      for (character, escape) in [
        ("\n", "\\n"), ("\"", "\\\""), ("\u{7F}", "\\u007f"), ("\u{85}", "\\u0085"), ("ÿ", "ÿ"),
      ] {
        #expect(try Value.text(before + character + before).json() == "\"\(before)\(escape)\(before)\"")
      }
    }
  }

  @Test func `the readable style breaks what is nested and keeps what is short`() throws {
    let value: Value = [
      "id": 1, "tags": ["a", "b"], "none": [], "empty": [:], "page": ["items": [["n": 1], ["n": 2.0]], "next": nil],
    ]
    #expect(
      try value.json(style: .readable) == """
        {
          "id": 1,
          "tags": ["a", "b"],
          "none": [],
          "empty": {},
          "page": {
            "items": [
              {"n": 1},
              {"n": 2.0}
            ],
            "next": null
          }
        }
        """)
    #expect(try Value.list([1, 2, 3]).json(style: .readable) == "[1, 2, 3]")
    #expect(try Value.map(["a": 1]).json(style: .readable) == #"{"a": 1}"#)
    #expect(try Value.list([[]]).json(style: .readable) == "[[]]")
    #expect(try Value.null.json(style: .readable) == "null")
  }

  @Test(arguments: ["x", "é", "😀"]) func `a line with its comma has at most 80 characters`(letter: String) throws {
    func lines(_ count: Int) throws -> [Substring] {
      let value: Value = ["key": [.text(String(repeating: letter, count: count))], "z": [[1]]]
      return try value.json(style: .readable).split(separator: "\n")
    }
    // Beside the text: two spaces, `"key": ["`, `"],`.
    let room = 80 - 2 - 9 - 3
    #expect(try lines(room)[1].count == 80)
    #expect(try lines(room + 1)[1] == "  \"key\": [")
    #expect(try lines(room + 1)[2] == "    \"\(String(repeating: letter, count: room + 1))\"")
  }

  @Test func `a list of many short parts is broken`() throws {
    let json = try Value.list(Array(repeating: 1, count: 26)).json(style: .readable)
    #expect(json.count == 78)
    let long = try Value.list(Array(repeating: 1, count: 27)).json(style: .readable)
    #expect(long == "[\n" + Array(repeating: "  1", count: 27).joined(separator: ",\n") + "\n]")
  }

  @Test(
    arguments: [
      (.object(Object(Thing())), "an object can't be written down"),
      (["page": ["items": [1, 2, 3, .object(Object(Thing()))]]], "page.items[3]: an object can't be written down"),
      ([["on": .function(Function { (_: borrowing Call) in nil })]], "[0].on: a function can't be written down"),
      (["a b": ["": .double(.nan)]], #"["a b"][""]: a double that is not a number can't be written down"#),
      (["1": [[.double(-.infinity)]]], #"["1"][0][0]: an infinite double can't be written down"#),
      (["a\u{1B}\"": .double(.infinity)], #"["a\u001b\""]: an infinite double can't be written down"#),
    ] as [(Value, String)])
  func `what can't be written down is named with its path`(value: Value, message: String) {
    for style in [JSONStyle.line, .readable] {
      let error = #expect(throws: JSONWriteError.self) { try value.json(style: style) }
      #expect(error?.description == message)
    }
  }

  @Test func `a failure leaves the bytes as they were`() throws {
    for style in [JSONStyle.line, .readable] {
      var bytes: [UInt8] = [1, 2, 3]
      #expect(throws: JSONWriteError.self) {
        try Value.list([1, .object(Object(Thing()))]).appendJSON(to: &bytes, style: style)
      }
      #expect(bytes == [1, 2, 3])
      try Value.list([1, 2]).appendJSON(to: &bytes, style: style)
      #expect(bytes == [1, 2, 3] + Array((style == .line ? "[1,2]" : "[1, 2]").utf8))
    }
  }

  @Test func `lists nest as deep as the limit and no deeper`() throws {
    var value: Value = 1
    for _ in 0..<128 { value = [value] }
    #expect(try value.json().utf8.count == 257)
    #expect(try Value(json: value.json(style: .readable)) == value)
    for _ in 0..<1000 { value = ["a": value] }
    for style in [JSONStyle.line, .readable] {
      let error = #expect(throws: JSONWriteError.self) { try value.json(style: style) }
      #expect(
        error?.description
          == "a.a.a.a.a.a.a.a….a.a.a.a.a.a.a.a: lists and maps nest deeper than 128")
    }
  }
}

/// What an object of the tests is.
private final class Thing: Sendable {}
