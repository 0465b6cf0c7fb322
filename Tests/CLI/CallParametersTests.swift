import ComponentKit
import Testing

@testable import HostCLI

@Suite struct CallParametersTests {
  @Test(
    arguments: [
      ("a=b", .text(key: "a", "b")), ("a=b=c", .text(key: "a", "b=c")), ("a=", .text(key: "a", "")),
      ("a:=1", .json(key: "a", "1")), ("a:b=c", .text(key: "a:b", "c")), ("a::=1", .json(key: "a:", "1")),
      ("a=x:=1", .text(key: "a", "x:=1")), ("ä=\u{301}", .text(key: "ä", "\u{301}")), ("a:=", .json(key: "a", "")),
    ] as [(String, CallParameters.Item)])
  func `the first sign of equality parts key and text`(word: String, item: CallParameters.Item) throws {
    #expect(try CallParameters.Item(word) == item)
  }

  @Test(arguments: [
    ("a", "'a' is no parameter"), ("", "'' is no parameter"), ("=b", "the parameter '=b' has no key"),
    (":=1", "the parameter ':=1' has no key"),
  ])
  func `what has no key is a usage error`(word: String, message: String) {
    let problem = #expect(throws: Problem.self) { try CallParameters.Item(word) }
    #expect(problem?.exit == .usage)
    #expect(problem?.message == message)
  }

  @Test func `texts are loose and json is not`() throws {
    let parameters = try CallParameters(
      [.text(key: "id", "1"), .json(key: "n", "[1, null]"), .json(key: "t", "\"1\"")], whole: ["x": "1"])
    #expect(parameters.fields == ["x": "1", "id": "1", "n": [1, nil], "t": "1"])
    #expect(parameters.fields.keys == ["x", "id", "n", "t"])
    #expect(parameters.loose == ["id"])
  }

  @Test(
    arguments: [
      ([.text(key: "a", "1"), .json(key: "a", "1")], [:]), ([.text(key: "a", "")], ["a": nil]),
      ([.text(key: "a", "1"), .text(key: "b", "1"), .text(key: "a", "1")], [:]),
    ] as [([CallParameters.Item], Fields)])
  func `a key that comes twice is refused`(items: [CallParameters.Item], whole: Fields) {
    let problem = #expect(throws: Problem.self) { try CallParameters(items, whole: whole) }
    #expect(problem?.exit == .invalidParameters)
    #expect(problem?.reason == "duplicate_parameter")
    #expect(problem?.message == "the parameter 'a' is given twice")
  }

  @Test func `invalid JSON is told with its place`() {
    let problem = #expect(throws: Problem.self) { try CallParameters([.json(key: "k", "[1,\n 2,,]")], whole: [:]) }
    #expect(problem?.exit == .invalidParameters)
    #expect(problem?.reason == "invalid_json")
    #expect(problem?.message.hasPrefix("the JSON of 'k' is invalid: line 2, column 4: ") == true)
    #expect(problem?.details == ["line": 2, "column": 4])
  }

  @Test(arguments: [
    ("[1]", "a list"), ("1", "a number"), ("1.5", "a number"), ("null", "null"), ("true", "a bool"),
    ("\"x\"", "a text"),
  ])
  func `all parameters together are an object`(json: String, kind: String) {
    let problem = #expect(throws: Problem.self) { try JSONText(json, of: "--params").map() }
    #expect(problem?.exit == .invalidParameters)
    #expect(problem?.message == "--params must be a JSON object, not \(kind)")
  }
}
