import ComponentKit
import ComponentTesting
import Testing

struct ReplayTests {
  let bench: Bench
  init() throws { bench = try Bench(Clerk.self) }

  private func call(_ id: Int, _ reply: Value) -> RecordedCall {
    RecordedCall("Library", "book", ["id": .int(id)], .reply(reply))
  }

  private func replay(_ calls: RecordedCall...) throws { try bench.replay(Recording(of: "Clerk", calls)) }

  @Test(.builtSample) func `a recording of real neighbours plays without them`() throws {
    let real = try Bench(file: Built.component("Sample"), neighbours: [Built.folder])
    let asked: Fields = ["target": "WordCount", "action": "count", "with": ["text": "one two"]]
    let missing: Fields = ["target": "Nobody", "action": "run"]
    let reply = try real.mediator.call("Sample", "nest", asked)
    let failed = failure { () throws(Failure) in try real.mediator.call("Sample", "nest", missing) }
    let text = try real.recording.json()

    let alone = try Bench(file: Built.component("Sample"))
    try alone.replay(try Recording(json: text))
    #expect(try alone.mediator.call("Sample", "nest", asked) == reply)
    #expect(failure { () throws(Failure) in try alone.mediator.call("Sample", "nest", missing) } == failed)
    try alone.expectReplayed()
    #expect(try alone.recording.json() == text)
  }

  @Test func `the same call gets its answers in their order, other calls in between or not`() throws {
    try replay(call(1, "first"), call(2, "other"), call(1, "second"))
    #expect(try bench.ask("Library", "book", ["id": 1]) == "first")
    #expect(try bench.ask("Library", "book", ["id": 1]) == "second")
    #expect(bench.unplayed == [call(2, "other")])
    #expect(try bench.ask("Library", "book", ["id": 2]) == "other")
    #expect(bench.unplayed == [])
    try bench.expectReplayed()
  }

  @Test func `a call that is not in the recording fails and says what is nearest`() throws {
    let search = RecordedCall("Library", "search", ["query": "sea", "limit": 5], .reply([]))
    let other = RecordedCall("Library", "search", ["query": "sand"], .reply([]))
    try replay(call(1, "one"), other, search, RecordedCall("Notes", "list", [:], .reply([])))
    try bench.ask("Library", "book", ["id": 1])
    let cases: [(String, String, Fields, String)] = [
      ("Library", "book", ["id": 2], "the nearest that it has is Library.book(id: 1)"),
      ("Library", "book", ["id": 1], "it has that call once, and it was played already"),
      (
        "Library", "search", ["query": "sea", "limit": 6],
        #"the nearest that it has is Library.search(query: "sea", limit: 5)"#
      ),
      ("Library", "search", ["query": "seal"], #"the nearest that it has is Library.search(query: "sand")"#),
      ("Library", "text", ["id": 1], "of Library it has only book, search"),
      ("Review", "list", [:], "it has only calls to Library, Notes"),
    ]
    for (target, action, parameters, nearest) in cases {
      let failed = failure { () throws(Failure) in try bench.ask(target, action, parameters) }
      let question = RecordedCall(target, action, parameters, .pending).description.dropLast(" has not ended".count)
      #expect(failed == Failure(.failed, "not_recorded", "\(question) is not in the recording: \(nearest)"))
    }
    try bench.replay(Recording(of: "Clerk", []))
    let empty = failure { () throws(Failure) in try bench.ask("A", "b") }
    #expect(empty?.message == "A.b() is not in the recording: it is empty")
  }

  @Test func `what was not repeated is told`() throws {
    try replay(call(1, "one"), call(2, "two"))
    try bench.ask("Library", "book", ["id": 2])
    _ = try? bench.ask("Library", "text")
    do throws(UnmetExpectation) {
      try bench.expectReplayed(file: "F.swift", line: 1)
      Issue.record("it was met")
    } catch {
      #expect(
        error.description
          == """
          Clerk did not repeat what was recorded
          it made calls that are not in the recording:
            1. Library.text() failed: Library.text() is not in the recording: of Library it has only book (not_recorded)
          it did not make these calls:
            1. Library.book(id: 1) -> "one"
            at F.swift:1
          """)
    }
  }

  @Test func `stubs go before the recording, and the test's own calls are not replayed`() throws {
    try replay(call(1, "recorded"))
    bench.stub("Library", "book", .reply("stubbed"))
    #expect(try bench.ask("Library", "book", ["id": 1]) == "stubbed")
    bench.removeStub("Library", "book")
    #expect(
      failure { () throws(Failure) in try bench.mediator.call("Library", "book", ["id": 1]) }?.reason
        == "no_such_component")
    #expect(bench.unplayed.count == 1)
    #expect(try bench.mediator.call("Clerk", "inside") == "stamped", "its own targets are its own")
  }

  @Test func `a recording of somebody else is refused`() {
    let failed = failure { () throws(Failure) in try bench.replay(Recording(of: "Reader", [])) }
    #expect(failed?.message == "the recording is of Reader, and this bench of Clerk")
  }

  @Test func `each recorded answer is given once, however many ask at once`() async throws {
    let bench = bench
    try bench.replay(Recording(of: "Clerk", (0..<400).map { call(1, .int($0)) }))
    let replies = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask { try (0..<100).map { _ in try bench.ask("Library", "book", ["id": 1]).int ?? -1 } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(replies.sorted() == Array(0..<400))
    #expect(bench.unplayed == [])
  }
}
