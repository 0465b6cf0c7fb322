import ComponentABI
import ComponentKit
import TestDice
import Testing

@testable import ComponentHost

@Suite struct SignatureConversionTests {
  @Test(
    arguments: [
      ("(a: int)", 3.0, 3), ("(a: int)", -0.0, 0), ("(a: int?)", -9007199254740992.0, -9_007_199_254_740_992),
      ("(a: double)", 3, 3.0), ("(a: double = 1)", 0, 0.0),
      ("(a: 1 | 2)", 2.0, 2),
      ("(a: [int])", [1, 2.0, 3], [1, 2, 3]), ("(a: [double])", [1, 2.5], [1.0, 2.5]),
      ("(a: [text: double])", ["x": 1, "y": 2.0], ["x": 1.0, "y": 2.0]),
      ("(a: {x: int, y: [double]?})", ["y": [1], "x": 2], ["y": [1.0], "x": 2]),
      ("(a: Maybe)", 2.0, 2),
      ("(a: Tree)", ["value": 1.0, "children": [["value": 2]]], nil),
      ("(a: Detail)", ["id": 1.0, "tags": [:]], ["id": 1, "tags": [:]]),
      ("(a: [[A]])", [[1], [2.0]], [[1], [2]]),
    ] as [(String, Value, Value)])
  func `numbers are converted where nothing is lost`(signature: String, value: Value, converted: Value) throws {
    #expect(try outcome(signature, ["a": value]) == (converted.isNull ? .fits : .converted(["a": converted])))
  }

  @Test(
    arguments: [
      ("int", "12", 12), ("int", "-3", -3), ("int", "+3", 3), ("int?", "5", 5), ("int?", "", nil), ("A", "7", 7),
      ("double", "1.5", 1.5), ("double", "2", 2.0), ("double", "1e3", 1000.0), ("double?", "", nil),
      ("bool", "true", true), ("bool", "yes", true), ("bool", "1", true),
      ("bool", "false", false), ("bool", "no", false), ("bool", "0", false), ("bool?", "", nil),
      ("bytes", "AAEC", .bytes([0, 1, 2])), ("bytes", "", .bytes([])), ("bytes?", "", nil),
      ("date?", "", nil), ("1 | 2", "2", 2), ("1 | 2?", "", nil), ("\"a\" | \"b\"?", "", nil),
      ("[int]", "[1, 2.0]", [1, 2]), ("[int]", " [] ", []), ("[text]", "[\"1\"]", ["1"]), ("[int]?", "", nil),
      ("[text: int]", "{\"a\":1}", ["a": 1]),
      ("{x: int, b: bytes?}", "{\"x\":1,\"b\":\"AAEC\"}", ["x": 1, "b": .bytes([0, 1, 2])]),
      ("Tree", "{\"value\":1,\"children\":[{\"value\":null}]}", ["value": 1, "children": [["value": nil]]]),
      ("[date]", "[\"2026-11-21T09:30:00Z\"]", ["2026-11-21T09:30:00Z"]),
      ("object?", "", nil),
    ] as [(String, String, Value)])
  func `a typed text becomes what is declared`(type: String, text: String, value: Value) throws {
    #expect(try outcome("(a: \(type))", ["a": .text(text)], loose: ["a"]) == .converted(["a": value]))
  }

  @Test(arguments: [
    ("text", "12"), ("text", ""), ("text?", ""), ("any", "12"), ("any?", ""), ("date", "2026-11-21T09:30:00Z"),
    ("date?", "2026-11-21T09:30:00Z"), ("\"a\" | \"b\"", "b"), ("\"\" | \"b\"?", ""), ("Choice", "a"),
  ])
  func `a typed text stays text where text is declared`(type: String, text: String) throws {
    #expect(try outcome("(a: \(type))", ["a": .text(text)], loose: ["a"]) == .fits)
  }

  @Test(arguments: [
    ("int", "x", "must be an int, not the text 'x'"), ("int", "1.0", "must be an int, not the text '1.0'"),
    ("int", " 1", "must be an int, not the text ' 1'"), ("int", "", "must be an int, not the text ''"),
    ("int", "9223372036854775808", "must be an int, not the text '9223372036854775808'"),
    ("double", "nan", "must be a double, not the text 'nan'"),
    ("double", "inf", "must be a double, not the text 'inf'"),
    ("double", "1e999", "must be a double, not the text '1e999'"),
    ("bool", "TRUE", "must be a bool, not the text 'TRUE'"), ("bool", "2", "must be a bool, not the text '2'"),
    ("bytes", "?", "must be bytes, not the text '?'"),
    ("date", "now", "must be a date like 2026-11-21T09:30:00Z, not the text 'now'"),
    ("\"a\" | \"b\"", "A", "must be one of \"a\", \"b\", not the text 'A'"),
    ("1 | 2", "3", "must be one of 1, 2, not the text '3'"),
    ("[int]", "1", "must be a list, not the text '1'"), ("[int]", "[1", "must be a list, not the text '[1'"),
    ("[int]", "{}", "must be a list, not the text '{}'"), ("[int]", "", "must be a list, not the text ''"),
    ("{x: int}", "[]", "must be a map, not the text '[]'"), ("[text: int]", "x", "must be a map, not the text 'x'"),
    ("object", "x", "must be an object, not the text 'x'"),
    ("function", "x", "must be a function, not the text 'x'"),
  ])
  func `a typed text that is none is refused`(type: String, text: String, message: String) throws {
    guard case .failed(let failure) = try outcome("(a: \(type))", ["a": .text(text)], loose: ["a"]) else {
      Issue.record("no failure")
      return
    }
    #expect(failure.reason == "mistyped_parameter" && failure.message == "the parameter 'a' \(message)")
  }

  @Test func `a fault inside typed JSON is named by its place`() throws {
    guard
      case .failed(let failure) = try outcome(
        "(a: [{x: int}])", ["a": #"[{"x":1},{"x":"1"}]"#], loose: ["a"])
    else {
      Issue.record("no failure")
      return
    }
    #expect(failure.message == "the parameter 'a[1].x' must be an int, not the text '1'")
  }

  @Test func `other parameters keep their bytes and flags`() throws {
    let check = try compiled("(a: any, b: int, c: text)")
    let parameters: Fields = ["c": "x", "a": "7", "b": "8"]
    parameters.withBorrowed(loose: ["a", "b", "c"]) { entries in
      let entries = UnsafeBufferPointer(entries)
      guard case .converted(let converted) = check.check(entries) else {
        Issue.record("not converted")
        return
      }
      converted.withBorrowed(entries) { new in
        #expect(Fields(copying: new) == ["c": "x", "a": "7", "b": 8])
        #expect(new.map(\.value.flags) == [COMPONENT_VALUE_LOOSE, COMPONENT_VALUE_LOOSE, 0])
        #expect(new[1].value.as.text == entries[1].value.as.text)
      }
    }
  }

  @Test(
    arguments: [
      ("() -> int", 1, nil), ("() -> int", 1.0, nil), ("() -> double", 1, nil), ("()", [1], nil),
      ("() -> int?", nil, nil),
      ("() -> int", nil, "the reply must be an int, not null"),
      ("() -> int", "x", "the reply must be an int, not the text 'x'"),
      ("() -> Detail", ["id": 1, "tags": [:]], nil),
      ("() -> Detail", ["id": 1], "the reply's 'tags' is missing ([text: A])"),
      ("() -> [Detail]", [["id": 1, "tags": [:], "x": 1]], "the reply's '[0]' has the unknown key 'x'"),
      ("() -> {a: [text]}", ["a": ["x", 1]], "the reply's 'a[1]' must be text, not an int"),
      ("() -> {a: int}", ["b": 1], "the reply has the unknown key 'b'"),
      ("() -> bytes", "AAEC", "the reply must be bytes, not the text 'AAEC'"),
      ("() -> Tree", ["value": 1, "children": [1]], "the reply's 'children[0]' must be a map, not an int"),
    ] as [(String, Value, String?)])
  func `the first place where a reply is wrong is named`(signature: String, reply: Value, message: String?) throws {
    let check = try compiled(signature)
    let misfit = reply.withBorrowed { check.check(reply: $0.pointee) }
    #expect(misfit == message)
  }

  @Test func `the quick check and the thorough one agree`() throws {
    var dice = SignatureDice(seed: 3)
    let types = try SignatureDice.types()
    var counts = (fits: 0, converted: 0, failed: 0)
    for _ in 0..<4000 {
      let signature = dice.signature()
      let check = try ParameterCheck(signature, types, action: "A.a")
      for _ in 0..<4 {
        var parameters: Fields = [:]
        for parameter in signature.parameters where dice.below(5) > 0 {
          parameters[parameter.name] = dice.value(parameter.type, types, depth: 0)
        }
        let loose = dice.below(4) == 0 ? parameters.keys : []
        parameters.withBorrowed(loose: loose) { entries in
          let entries = UnsafeBufferPointer(entries)
          let thorough = try? Conversion(types: types).members(entries, of: signature.parameters)
          #expect(check.table.fits(entries) == (thorough?.isEmpty == true), "\(signature) with \(parameters)")
          switch check.check(entries) {
          case nil: counts.fits += 1
          case .failed: counts.failed += 1
          case .converted(let converted):
            counts.converted += 1
            // What was converted has the declared form.
            converted.withBorrowed(entries) { new in
              #expect(check.check(new) == nil, "\(signature) with \(parameters)")
            }
          }
        }
      }
    }
    #expect(counts.fits > 1000 && counts.converted > 300 && counts.failed > 1000, "\(counts)")
  }
}
