import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

@Suite struct SignatureCheckTests {
  @Test(
    arguments: [
      ("()", [:]),
      ("(id: int)", ["id": 1]),
      ("(id: int, page: int)", ["page": 2, "id": 1]),
      ("(id: int?)", [:]), ("(id: int?)", ["id": nil]), ("(id: int = 1)", [:]), ("(id: int = 1)", ["id": nil]),
      ("(a: any)", ["a": nil]), ("(a: any)", ["a": [1, ["x": nil]]]), ("(a: any?)", [:]),
      ("(a: bool, b: double, c: text, d: bytes)", ["a": false, "b": 2.5, "c": "x", "d": .bytes([1])]),
      ("(a: date)", ["a": "2026-11-21T09:30:00Z"]), ("(a: date?)", ["a": nil]),
      ("(a: [int])", ["a": []]), ("(a: [int])", ["a": [1, 2, 3]]), ("(a: [int?])", ["a": [1, nil]]),
      ("(a: [[text]])", ["a": [["x"], []]]), ("(a: [text: int])", ["a": ["x": 1, "y z": 2]]),
      ("(a: [text: int])", ["a": [:]]), ("(a: {})", ["a": [:]]),
      ("(a: {x: int, y: text?})", ["a": ["x": 1]]), ("(a: {x: int, y: text?})", ["a": ["y": nil, "x": 1]]),
      ("(a: \"x\" | \"y\")", ["a": "y"]), ("(a: 1 | 2)", ["a": 2]), ("(a: \"x\"?)", ["a": nil]),
      ("(a: A)", ["a": 1]), ("(a: Maybe)", [:]), ("(a: Maybe)", ["a": nil]), ("(a: Choice?)", ["a": "b"]),
      ("(a: Detail)", ["a": ["id": 1, "tags": ["x": 1]]]),
      ("(t: Tree)", ["t": ["value": nil]]),
      ("(t: Tree)", ["t": ["value": 1, "children": [["value": 2, "children": []], ["value": "x"]]]]),
    ] as [(String, Fields)])
  func `what fits is passed on as it is`(signature: String, parameters: Fields) throws {
    #expect(try outcome(signature, parameters) == .fits)
  }

  @Test(
    arguments: [
      ("(id: int)", [:], "missing_parameter", "the parameter 'id' is missing (int)"),
      ("(id: int)", ["id": nil], "missing_parameter", "the parameter 'id' is missing (int)"),
      ("(a: any)", [:], "missing_parameter", "the parameter 'a' is missing (any)"),
      ("(a: int, b: [text])", ["a": 1], "missing_parameter", "the parameter 'b' is missing ([text])"),
      ("(s: \"a\" | \"b\")", [:], "missing_parameter", "the parameter 's' is missing (\"a\" | \"b\")"),
      ("(d: Detail)", [:], "missing_parameter", "the parameter 'd' is missing (Detail)"),
      ("(id: int)", ["idd": 1], "unknown_parameter", "Reader.showDetail has no parameter 'idd'"),
      ("()", ["x": 1], "unknown_parameter", "Reader.showDetail has no parameter 'x'"),
      ("(id: int)", ["id": 1, "\n": 1], "unknown_parameter", "Reader.showDetail has no parameter '\\u{a}'"),
      ("(K: int)", ["\u{212a}": 1], "unknown_parameter", "Reader.showDetail has no parameter '\u{212a}'"),
      ("(id: int)", ["id": "x"], "mistyped_parameter", "the parameter 'id' must be an int, not the text 'x'"),
      ("(id: int)", ["id": "1"], "mistyped_parameter", "the parameter 'id' must be an int, not the text '1'"),
      ("(id: int)", ["id": 1.5], "mistyped_parameter", "the parameter 'id' must be an int, not a double"),
      ("(id: int)", ["id": 1e19], "mistyped_parameter", "the parameter 'id' must be an int, not a double"),
      ("(id: int)", ["id": .double(.nan)], "mistyped_parameter", "the parameter 'id' must be an int, not a double"),
      ("(id: int)", ["id": true], "mistyped_parameter", "the parameter 'id' must be an int, not a bool"),
      ("(id: int)", ["id": [1]], "mistyped_parameter", "the parameter 'id' must be an int, not a list"),
      ("(id: int?)", ["id": [:]], "mistyped_parameter", "the parameter 'id' must be an int, not a map"),
      ("(id: int = 1)", ["id": "x"], "mistyped_parameter", "the parameter 'id' must be an int, not the text 'x'"),
      ("(a: bool)", ["a": 1], "mistyped_parameter", "the parameter 'a' must be a bool, not an int"),
      (
        "(a: double)", ["a": .int(1 << 53 + 1)], "mistyped_parameter",
        "the parameter 'a' must be a double, not the int 9007199254740993"
      ),
      ("(a: text)", ["a": 1], "mistyped_parameter", "the parameter 'a' must be text, not an int"),
      ("(a: text)", ["a": .bytes([1])], "mistyped_parameter", "the parameter 'a' must be text, not bytes"),
      ("(a: bytes)", ["a": "AAEC"], "mistyped_parameter", "the parameter 'a' must be bytes, not the text 'AAEC'"),
      ("(a: object)", ["a": 1], "mistyped_parameter", "the parameter 'a' must be an object, not an int"),
      ("(a: function)", ["a": 1], "mistyped_parameter", "the parameter 'a' must be a function, not an int"),
      (
        "(a: date)", ["a": "2026-13-01T00:00:00Z"], "mistyped_parameter",
        "the parameter 'a' must be a date like 2026-11-21T09:30:00Z, not the text '2026-13-01T00:00:00Z'"
      ),
      (
        "(a: int)", ["a": .text(String(repeating: "x", count: 41))], "mistyped_parameter",
        "the parameter 'a' must be an int, not a text of 41 bytes"
      ),
      ("(a: int)", ["a": "\u{1b}"], "mistyped_parameter", "the parameter 'a' must be an int, not the text '\\u{1b}'"),
      ("(a: [int])", ["a": 1], "mistyped_parameter", "the parameter 'a' must be a list, not an int"),
      ("(a: [int])", ["a": [1, "x"]], "mistyped_parameter", "the parameter 'a[1]' must be an int, not the text 'x'"),
      ("(a: [int])", ["a": [nil]], "mistyped_parameter", "the parameter 'a[0]' must be an int, not null"),
      ("(a: [text: int])", ["a": []], "mistyped_parameter", "the parameter 'a' must be a map, not a list"),
      ("(a: [text: int])", ["a": ["k": true]], "mistyped_parameter", "the parameter 'a.k' must be an int, not a bool"),
      (
        "(a: [text: int])", ["a": ["a.b": true]], "mistyped_parameter",
        "the parameter 'a[\"a.b\"]' must be an int, not a bool"
      ),
      (
        "(items: [{title: text}])", ["items": [["title": "x"], ["title": "y"], ["title": 1]]], "mistyped_parameter",
        "the parameter 'items[2].title' must be text, not an int"
      ),
      (
        "(items: [{title: text}])", ["items": [[:]]], "missing_parameter",
        "the parameter 'items[0].title' is missing (text)"
      ),
      (
        "(items: [{title: text}])", ["items": [["title": nil]]], "missing_parameter",
        "the parameter 'items[0].title' is missing (text)"
      ),
      (
        "(items: [{title: text}])", ["items": [["titel": "x"]]], "unknown_parameter",
        "the parameter 'items[0]' has the unknown key 'titel'"
      ),
      ("(d: Detail)", ["d": 1], "mistyped_parameter", "the parameter 'd' must be a map, not an int"),
      (
        "(d: Detail)", ["d": ["id": 1, "tags": ["a": "x"]]], "mistyped_parameter",
        "the parameter 'd.tags.a' must be an int, not the text 'x'"
      ),
      (
        "(s: \"a\" | \"b\")", ["s": "c"], "mistyped_parameter",
        "the parameter 's' must be one of \"a\", \"b\", not the text 'c'"
      ),
      (
        "(s: \"a\" | \"b\")", ["s": 1], "mistyped_parameter",
        "the parameter 's' must be one of \"a\", \"b\", not an int"
      ),
      ("(s: 1 | 2)", ["s": 3], "mistyped_parameter", "the parameter 's' must be one of 1, 2, not the int 3"),
      (
        "(t: Tree)", ["t": ["value": 1, "children": [["value": 2, "children": [["valeu": 3]]]]]], "unknown_parameter",
        "the parameter 't.children[0].children[0]' has the unknown key 'valeu'"
      ),
      (
        "(a: int, b: int)", ["b": "x", "c": 1], "mistyped_parameter",
        "the parameter 'b' must be an int, not the text 'x'"
      ),
      ("(a: int, b: int)", ["c": 1, "b": "x"], "unknown_parameter", "Reader.showDetail has no parameter 'c'"),
    ] as [(String, Fields, String, String)])
  func `the first fault is named`(signature: String, parameters: Fields, reason: String, message: String) throws {
    guard case .failed(let failure) = try outcome(signature, parameters) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == .invalidParameters)
    #expect(failure.reason == reason)
    #expect(failure.message == message)
  }

  @Test func `a failure carries facts`() throws {
    #expect(
      try outcome("(id: int, page: int)", ["idd": 1])
        == .failed(
          Failure(
            .invalidParameters, "unknown_parameter", "Reader.showDetail has no parameter 'idd'",
            details: ["target": "Reader", "action": "showDetail", "parameter": "idd", "suggestions": ["id"]])))
    #expect(
      try outcome("(id: int)", ["id": "x"])
        == .failed(
          Failure(
            .invalidParameters, "mistyped_parameter", "the parameter 'id' must be an int, not the text 'x'",
            details: ["target": "Reader", "action": "showDetail", "parameter": "id", "expected": "int"])))
    #expect(
      try outcome("(a: [{title: text}])", ["a": [["titel": 1]]])
        == .failed(
          Failure(
            .invalidParameters, "unknown_parameter", "the parameter 'a[0]' has the unknown key 'titel'",
            details: [
              "target": "Reader", "action": "showDetail", "parameter": "a", "path": "a[0]", "key": "titel",
              "suggestions": ["title"],
            ])))
    #expect(
      try outcome("(a: [int])", [:])
        == .failed(
          Failure(
            .invalidParameters, "missing_parameter", "the parameter 'a' is missing ([int])",
            details: ["target": "Reader", "action": "showDetail", "parameter": "a", "expected": "[int]"])))
  }

  @Test(arguments: ["int", "int?", "[int]", "[text: bool]", "{a: int}", "date", "\"one\" | \"two\"", "1 | 2", "object"])
  func `the expected type is called as in a description`(_ type: String) throws {
    for parameters in [[:], ["p": 1.5]] as [Fields] {
      guard case .failed(let failure) = try outcome("(p: \(type))", parameters) else { continue }
      #expect(failure.details["expected"] == .text(type))
    }
  }
}
