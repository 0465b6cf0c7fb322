import ComponentHost
import ComponentKit
import Testing

@Suite(.serialized) struct CallTests {
  let host = Host()
  var mediator: Mediator { host.mediator }
  init() throws { try host.register(Echo.self) }

  @Test func `every kind of value comes back as it went`() throws {
    let object = Object(Thing())
    let all: Fields = [
      "null": nil, "bool": true, "int": .int(.min), "double": 2.5, "text": "a\0ö\u{10ffff}", "bytes": .bytes([0, 255]),
      "empty": .bytes([]), "list": [1, [], "x"], "map": ["a": ["b": nil]], "object": .object(object),
    ]
    #expect(try mediator.call("Echo", "all", all) == .map(all))
    #expect(try mediator.call("Echo", "all") == [:])
    #expect(try mediator.call("Echo", "first", ["x": .object(object)]).object?.as(Thing.self)?.name == "thing")
  }

  // Short ones are lent in another way than long ones, and what is not ASCII is checked in another.
  @Test(arguments: [0, 1, 7, 8, 15, 16, 17, 63, 64, 65, 1000])
  func `one text of any length comes back as it went`(_ length: Int) throws {
    let ascii = String(repeating: "x", count: length)
    for text in [ascii, ascii + "ö", "ö" + ascii, String(ascii.dropLast()) + "\0"] {
      #expect(try mediator.call("Echo", "first", ["x": .text(text)]) == .text(text))
      #expect(try mediator.resolved("Echo", "first").call(["x": .text(text)]) == .text(text))
      #expect(try mediator.call("Echo", "all", [text: .text(text)]) == .map([text: .text(text)]))
    }
  }

  final class Thing: Sendable { let name = "thing" }

  @Test func `values nest to 128 levels and not further`() throws {
    func nested(_ depth: Int) -> Value { (1..<depth).reduce(Value.list([])) { value, _ in .list([value]) } }
    #expect(try mediator.call("Echo", "first", ["x": nested(128)]) == nested(128))
    let deep = failure { () throws(Failure) in try mediator.call("Echo", "first", ["x": nested(129)]) }
    #expect(
      deep
        == Failure(
          .invalidParameters, "invalid_value",
          "the parameters are invalid: lists and maps nest deeper than 128, at 'x"
            + String(repeating: "[0]", count: 7) + "…" + String(repeating: "[0]", count: 8) + "'"))
  }

  @Test func `an action's failure is the caller's failure, whole`() {
    let failed = failure { () throws(Failure) in try mediator.call("Echo", "fail", ["why": "because"]) }
    #expect(failed == Failure(.denied, "told_to", "because", details: ["key": 1]))
    let broken = failure { () throws(Failure) in try mediator.call("Echo", "boom") }
    #expect(broken == Failure(.failed, "failed", "it broke"))
  }

  @Test(
    arguments: [
      ([:], "missing_parameter", "the parameter 'id' is missing (int)"),
      (["id": nil], "missing_parameter", "the parameter 'id' is missing (int)"),
      (["id": "1"], "mistyped_parameter", "the parameter 'id' must be an int, not the text '1'"),
      (["id": 1.5], "mistyped_parameter", "the parameter 'id' must be an int, not a double"),
      (["id": [1]], "mistyped_parameter", "the parameter 'id' must be an int, not a list"),
    ] as [(Fields, String, String)])
  func `a wrong parameter is named`(parameters: Fields, reason: String, message: String) {
    let failed = failure { () throws(Failure) in try mediator.call("Echo", "int", parameters) }
    #expect(
      failed == Failure(.invalidParameters, reason, message, details: ["parameter": "id", "expected": "int"]))
  }

  @Test func `a whole double is an int`() throws {
    #expect(try mediator.call("Echo", "int", ["id": 3.0]) == 3)
  }

  @Test func `progress is heard in order before the end`() throws {
    let heard = Guarded<[String]>([])
    let reply = try mediator.call("Echo", "steps") { fraction, message in
      heard.withLock { $0.append("\(fraction.map { "\($0)" } ?? "?") \(message)") }
    }
    #expect(reply == 3)
    #expect(heard.withLock { $0 } == ["0.25 step 1", "0.5 step 2", "0.75 step 3", "? more"])
  }

  @Test func `a function is called back`() throws {
    let sum = Guarded(0)
    let function = Function { call in
      let n = try call.int("n")
      sum.withLock { $0 += n }
      return .null
    }
    _ = try mediator.call("Echo", "callBack", ["function": .function(function), "n": 4])
    #expect(sum.withLock { $0 } == 10)
  }

  @Test func `a sub-target has its own actions`() throws {
    #expect(try mediator.call("Echo.Sub", "name") == "Echo.Sub.name")
  }

  @Test func `a cycle ends with the call path`() {
    let deep = failure { () throws(Failure) in try mediator.call("Echo", "again", ["n": 1]) }
    #expect(deep?.reason == "too_deep")
    #expect(
      deep?.message
        == "calls nest deeper than 64: Echo.again → Echo.again → Echo.again → Echo.again → Echo.again → … (58 more) → Echo.again → Echo.again"
    )
    #expect(deep?.details["path"]?.list?.count == 65)
  }

  @Test func `the settings allow no more than 256 calls inside each other`() throws {
    var settings = Settings()
    settings.depthLimit = 1000
    let host = Host(settings)
    try host.register(Echo.self)
    for _ in 1...2 {
      #expect {
        try host.mediator.call("Echo", "again", ["n": 1])
      } throws: { error in
        let failure = error as? Failure
        return failure?.reason == "too_deep" && failure?.details["path"]?.list?.count == 257
          && failure?.message.hasPrefix("calls nest deeper than 256: ") == true
      }
    }
    #expect(try host.mediator.call("Echo", "int", ["id": 1]) == 1)
  }

  @Test func `a deadline is inherited by nested calls`() throws {
    #expect(try mediator.call("Echo", "timeLeft") == .null)
    let left = try mediator.call(
      "Echo", "via", ["target": "Echo", "action": "timeLeft"], timeLimit: .seconds(10))
    #expect((0.1...10).contains(left.double ?? -1))
  }

  @Test func `a call after its deadline does not begin`() {
    let late = failure { () throws(Failure) in try mediator.call("Echo", "int", ["id": 1], timeLimit: .zero) }
    #expect(late == Failure(.timedOut, "", "the deadline had passed before Echo.int began"))
  }

  @Test func `a second component of a name is refused`() {
    #expect(throws: Refusal.self) { try host.register(Echo.self) }
  }

  @Test func `nobody answers after close`() {
    host.close()
    let failed = failure { () throws(Failure) in try mediator.call("Echo", "int", ["id": 1]) }
    #expect(failed == Failure(.refused, "closed", "the host is shutting down"))
  }
}
