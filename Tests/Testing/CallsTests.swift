import ComponentKit
import ComponentTesting
import Testing

struct CallsTests {
  let bench: Bench
  init() throws { bench = try Bench(Clerk.self) }

  @Test func `calls are written down in their order, with what came of them`() throws {
    bench.stub("Library", "book", .reply(["title": "Emma"]))
    bench.stub("Notes", "list") { _ in throw Failure(.failed, "no_disk", "the disk is full") }
    try bench.ask("Library", "book", ["id": 1])
    _ = try? bench.ask("Notes", "list")
    _ = try? bench.ask("Review", "average", ["id": 1])
    let missing = failure { () throws(Failure) in try bench.mediator.call("Review", "average") }
    #expect(
      bench.calls
        == [
          RecordedCall("Library", "book", ["id": 1], .reply(["title": "Emma"])),
          RecordedCall("Notes", "list", [:], .failure(Failure(.failed, "no_disk", "the disk is full"))),
          RecordedCall("Review", "average", ["id": 1], .failure(try #require(missing))),
        ])
    #expect(
      bench.calls.map(\.description)
        == [
          #"Library.book(id: 1) -> {title: "Emma"}"#,
          "Notes.list() failed: the disk is full (no_disk)",
          "Review.average(id: 1) failed: no component named 'Review' (no_such_component)",
        ])
  }

  @Test func `the test's own calls are not among them, and old ones can be forgotten`() throws {
    bench.stub("Library", .reply(1))
    _ = try bench.mediator.call("Library", "book")
    #expect(bench.calls == [])
    try bench.ask("Library", "a")
    bench.forgetCalls()
    try bench.ask("Library", "b")
    #expect(bench.calls.map(\.action) == ["b"])
  }

  @Test func `they are found by target, by action and by request`() throws {
    bench.stub("Library", .reply(["title": "Emma"]))
    bench.stub("Notes", .reply(1))
    try bench.ask("Library", "book", ["id": 1])
    try bench.ask("Notes", "list")
    try bench.ask("Library", "text", ["id": 1])
    _ = try bench.mediator.call("Clerk", "title", ["id": 2])
    #expect(bench.calls(to: "Library").map(\.action) == ["book", "text", "book"])
    #expect(
      bench.calls(to: "Library", "text") == [RecordedCall("Library", "text", ["id": 1], .reply(["title": "Emma"]))])
    #expect(bench.calls(to: "Review") == [])
    let requests = try bench.calls(to: BookRequest.self)
    #expect(requests.map(\.id) == [1, 2] && requests.map(\.edition) == [1, 1])
  }

  @Test func `what no request could be is told`() {
    _ = try? bench.ask("Library", "book", ["id": "x"])
    #expect(
      failure { () throws(Failure) in try bench.calls(to: BookRequest.self) }?.message
        == "the parameter 'id' must be an int, not the text 'x'")
    bench.forgetCalls()
    _ = try? bench.ask("Library", "book", ["id": 1, "edtion": 2])
    let failed = failure { () throws(Failure) in try bench.calls(to: BookRequest.self) }
    #expect(failed?.message == "Library.book has no parameter 'edtion'")
    #expect(failed?.details["suggestions"] == ["edition"])
  }

  @Test func `calls made at the same time are all there`() async throws {
    bench.stub("A", "a") { _ async throws in
      try await Task.sleep(for: .milliseconds(20))
      return "slow"
    }
    bench.stub("B", "b", .reply("quick"))
    #expect(try await bench.mediator.call("Clerk", "both") == ["slow", "quick"])
    #expect(Set(bench.calls.map(\.description)) == [#"A.a() -> "slow""#, #"B.b() -> "quick""#])
  }

  @Test func `objects and functions are written down as well`() throws {
    let object = Value.object(Object(Box()))
    let function = Value.function(Function { _ in 1 })
    bench.stub("Library", "keep") { [mediator = bench.mediator] parameters in
      try mediator.call(try #require(parameters["done"]?.function))
    }
    let parameters: Fields = ["box": object, "done": function, "data": .bytes([1, 2, 3])]
    #expect(try bench.mediator.call("Clerk", "given", parameters) == 1)
    #expect(bench.calls == [RecordedCall("Library", "keep", parameters, .reply(1))])
    #expect(
      bench.calls.first?.description.hasSuffix(#".Box>, done: <function>, data: <3 bytes: "AQID">) -> 1"#) == true)
  }

  @Test func `a long reply is cut short where it is shown`() {
    let call = RecordedCall("A", "a", [:], .reply(.text(String(repeating: "x", count: 10_000))))
    #expect(call.description == "A.a() -> \"\(String(repeating: "x", count: 399))… (10002 characters)")
    #expect(
      RecordedCall("A", "a", ["t": "\u{1B}[31m\n"], .pending).description == #"A.a(t: "\u001b[31m\n") has not ended"#)
  }

  private final class Box: Sendable {}
}
