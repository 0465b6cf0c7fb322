import ComponentKit
import ComponentTesting
import Testing

struct RecordingTests {
  private static let calls = [
    RecordedCall("Library", "book", ["id": 1], .reply(["title": "Emma", "year": 1815, "price": 3.0, "cover": nil])),
    RecordedCall(
      "Notes", "list", ["book": 1, "kinds": ["a", "b"]],
      .failure(Failure(.notFound, "no_such_component", "no component named 'Notes'", details: ["directories": []]))),
    RecordedCall("Files", "put", ["data": .bytes([0, 1, 255]), "$bytes": ["$bytes": "AAEC"]], .reply(.bytes([]))),
  ]

  private static let text = #"""
    {
      "format": 1,
      "component": "Clerk",
      "calls": [
        {
          "target": "Library",
          "action": "book",
          "parameters": {"id": 1},
          "reply": {"title": "Emma", "year": 1815, "price": 3.0, "cover": null}
        },
        {
          "target": "Notes",
          "action": "list",
          "parameters": {
            "book": 1,
            "kinds": ["a", "b"]
          },
          "failure": {
            "code": 3,
            "reason": "no_such_component",
            "message": "no component named 'Notes'",
            "details": {"directories": []}
          }
        },
        {
          "target": "Files",
          "action": "put",
          "parameters": {
            "data": {"$bytes": "AAH/"},
            "$$bytes": {"$$bytes": "AAEC"}
          },
          "reply": {"$bytes": ""}
        }
      ]
    }

    """#

  @Test func `a recording is written, and read as it was`() throws {
    let recording = Recording(of: "Clerk", RecordingTests.calls)
    #expect(try recording.json() == RecordingTests.text)
    #expect(try Recording(json: RecordingTests.text) == recording)
  }

  @Test func `a stand-in's answer stays one`() throws {
    var failure = Failure(.notFound, "no_such_component", "no component named 'Library'")
    failure.answer = ["page": .bytes([1, 2])]
    let recording = Recording(of: "Clerk", [RecordedCall("Library", "book", ["id": 1], .failure(failure))])
    let text = try recording.json()
    #expect(text.contains(#""answer": {"#))
    #expect(try Recording(json: text) == recording)
    let bench = try Bench(Clerk.self)
    try bench.replay(recording)
    #expect(try bench.ask("Library", "book", ["id": 1]) == ["page": .bytes([1, 2])])
    #expect(bench.calls == recording.calls)
    #expect(
      bench.calls.first?.description
        == "Library.book(id: 1) failed: no component named 'Library' (no_such_component), "
        + #"a stand-in said {page: <2 bytes: "AQI=">}"#)
  }

  @Test func `any value comes back as it was`() throws {
    for seed in 0..<200 {
      var dice = Dice(seed: UInt64(seed))
      let calls = (0..<3).map { _ in
        RecordedCall("A", "a", ["$\(dice.roll(3))": dice.value(4), "x": dice.value(3)], .reply(dice.value(4)))
      }
      let recording = Recording(of: "Clerk", calls)
      #expect(try Recording(json: try recording.json()) == recording)
    }
  }

  @Test func `what only lives in this process is told by its call`() throws {
    let bench = try Bench(Clerk.self)
    bench.stub("Library", .reply(nil))
    try bench.ask("Library", "book")
    _ = try bench.mediator.call("Clerk", "given", ["to": ["done": .function(Function { _ in 1 })]])
    let failed = failure { () throws(Failure) in try bench.recording.json() }
    #expect(failed?.reason == "not_writable")
    #expect(
      failed?.message
        == "the call 2 of the recording, Library.keep, can't be written down: parameters.to.done: "
        + "a function can't be written down")
    let pending = Recording(of: "Clerk", [RecordedCall("A", "a", [:], .pending)])
    #expect(
      failure { () throws(Failure) in try pending.json() }?.message
        == "the call 1 of the recording, A.a, has not ended")
  }

  @Test(
    arguments: [
      ("{", "is not valid JSON: line 1, column 2: "),
      ("[]", "is damaged: it must be map, and is list"),
      (#"{"format": 2}"#, "has the format 2; only 1 is known"),
      (#"{"format": 1, "calls": []}"#, "is damaged: it has no 'component'"),
      (#"{"format": 1, "component": "A", "calls": [], "more": 1}"#, #"is damaged: it has the unknown key "more""#),
      (#"{"format": 1, "component": "A", "calls": {}}"#, "is damaged: 'calls' must be list, and is map"),
      (#"[{"action": "a"}]"#, "is damaged: 'calls[0]' has no 'target'"),
      (
        #"[{"target": "A", "action": "a", "parameters": {}}]"#,
        "is damaged: 'calls[0]' must have either a reply or a failure"
      ),
      (
        #"[{"target": "A", "action": "a", "parameters": {}, "reply": 1, "failure": {}}]"#,
        "is damaged: 'calls[0]' must have either a reply or a failure"
      ),
      (
        #"[{"target": "A", "action": "a", "parameters": {"x": [{"$bytes": "?"}]}, "reply": 1}]"#,
        "is damaged: 'calls[0].parameters.x[0]' is no base64"
      ),
      (
        #"[{"target": "A", "action": "a", "parameters": {"$x": 1}, "reply": 1}]"#,
        #"is damaged: 'calls[0].parameters' has the unknown key "$x""#
      ),
      (
        #"[{"target": "A", "action": "a", "parameters": {}, "failure": {"code": 0}}]"#,
        "is damaged: 'calls[0].failure.code' is no code of a failure"
      ),
      (
        #"[{"target": "A", "action": "a", "parameters": {}, "failure": {"code": 1, "reason": 2}}]"#,
        "is damaged: 'calls[0].failure.reason' must be text, and is int"
      ),
    ])
  func `a damaged recording says where`(_ text: String, _ message: String) {
    let isCalls = text.hasPrefix("[{")
    let whole = isCalls ? #"{"format": 1, "component": "A", "calls": \#(text)}"# : text
    let failed = failure { () throws(Failure) in try Recording(json: whole) }
    #expect(failed?.reason == "invalid_recording")
    #expect(failed?.message.hasPrefix("the recording \(message)") == true, "\(failed?.message ?? "read")")
  }

  @Test func `a bench records the calls that have ended`() async throws {
    let bench = try Bench(Clerk.self)
    bench.stub("A", "a", .silence)
    bench.stub("B", "b", .reply(1))
    let task = Task { try await bench.mediator.call("Clerk", "both") }
    let answered = RecordedCall("B", "b", [:], .reply(1))
    while bench.calls.count < 2 || !bench.calls.contains(answered) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(bench.recording == Recording(of: "Clerk", [answered]))
    task.cancel()
    _ = await task.result
    let given = RecordedCall("A", "a", [:], .failure(Failure(.cancelled, "", "the call of A.a was given up")))
    #expect(Set(bench.recording.calls.map(\.description)) == [answered.description, given.description])
  }
}

/// Values by chance, the same for the same seed.
private struct Dice {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(sides))
  }

  mutating func value(_ depth: Int) -> Value {
    switch roll(depth > 0 ? 9 : 6) {
    case 0: .null
    case 1: .bool(roll(2) == 0)
    case 2: .int(roll(1_000_000) - 500_000)
    case 3: .double(Double(roll(1000)) / 8)
    case 4: .text(["", "$bytes", "é\u{0}\"\\", "plain"][roll(4)])
    case 5: .bytes((0..<roll(5)).map { _ in UInt8(roll(256)) })
    case 6: .list((0..<roll(4)).map { _ in value(depth - 1) })
    default:
      .map(Fields((0..<roll(4)).map { _ in (["$bytes", "$$bytes", "a", "$"][roll(4)], value(depth - 1)) }))
    }
  }
}
