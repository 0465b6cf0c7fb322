import ComponentKit
import ComponentTesting
import Testing

struct ExpectationTests {
  let bench: Bench
  init() throws {
    bench = try Bench(Clerk.self)
    bench.stub("Library", .reply(["title": "Emma"]))
    bench.stub("Notes", .reply(1))
  }

  private func unmet(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? UnmetExpectation)?.description ?? "another error: \(error)"
    }
  }

  @Test func `an expected call is expected once, so often, or never`() throws {
    try bench.ask("Library", "book", ["id": 1])
    try bench.ask("Library", "book", ["id": 2])
    try bench.expectCall(to: "Library", "book")
    try bench.expectCall(to: "Library", "book", times: 2)
    try bench.expectCall(to: "Library", "book", with: ["id": 2], times: 1)
    try bench.expectCall(to: "Library", "text", times: 0)
    try bench.expectNoCalls(to: "Notes")
  }

  @Test func `what did not happen is told with what did`() throws {
    let line = #line + 1
    let nobody = unmet { try bench.expectCall(to: "Library", "book", with: ["id": 1]) }
    #expect(
      nobody
        == """
        Clerk should have called Library.book(id: 1), and did not; it called nobody
          at TestingTests/ExpectationTests.swift:\(line)
        """)
    try bench.ask("Library", "book", ["id": 2])
    #expect(
      unmet { try bench.expectCall(to: "Library", "book", with: ["id": 1], file: "F.swift", line: 7) }
        == """
        Clerk should have called Library.book(id: 1), and did not; it made this call:
          1. Library.book(id: 2) -> {title: "Emma"}
          at F.swift:7
        """)
    try bench.ask("Notes", "list")
    #expect(
      unmet { try bench.expectCall(to: "Library", "book", times: 2, file: "F.swift", line: 8) }
        == """
        Clerk should have called Library.book(…) 2 times, and did once; it made these calls:
          1. Library.book(id: 2) -> {title: "Emma"}
          2. Notes.list() -> 1
          at F.swift:8
        """)
    #expect(unmet { try bench.expectCall(to: "Notes", "list", times: 0) }?.contains("(…) never, and did once;") == true)
  }

  @Test func `parameters are exactly those`() throws {
    try bench.ask("Library", "book", ["id": 1, "edition": 2])
    try bench.expectCall(to: "Library", "book", with: ["edition": 2, "id": 1])
    #expect(unmet { try bench.expectCall(to: "Library", "book", with: ["id": 1]) } != nil)
    #expect(unmet { try bench.expectCall(to: "Library", "book", with: ["id": 1, "edition": 2.0]) } != nil)
  }

  @Test func `a request is expected whichever way it was sent`() throws {
    _ = try bench.mediator.call("Clerk", "title", ["id": 1])
    try bench.expectCall(BookRequest { $0.id = 1 }, times: 1)
    try bench.ask("Library", "book", ["id": 1])
    try bench.expectCall(BookRequest { $0.id = 1 }, times: 2)
    #expect(
      unmet { try bench.expectCall(BookRequest { ($0.id, $0.edition) = (1, 2) }, file: "F.swift", line: 1) }
        == """
        Clerk should have called Library.book(id: 1, edition: 2), and did not; it made these calls:
          1. Library.book(id: 1, edition: 1) -> {title: "Emma"}
          2. Library.book(id: 1) -> {title: "Emma"}
          at F.swift:1
        """)
  }

  @Test func `no calls means no calls`() throws {
    try bench.expectNoCalls()
    try bench.ask("Notes", "list")
    try bench.expectNoCalls(to: "Library")
    #expect(
      unmet { try bench.expectNoCalls(file: "F.swift", line: 1) }
        == """
        Clerk should not have called anybody; it made this call:
          1. Notes.list() -> 1
          at F.swift:1
        """)
    #expect(unmet { try bench.expectNoCalls(to: "Notes") }?.hasPrefix("Clerk should not have called Notes; ") == true)
  }

  @Test func `of very many calls the first are shown`() throws {
    for _ in 0..<60 { try bench.ask("Notes", "list") }
    let text = try #require(unmet { try bench.expectNoCalls() })
    #expect(text.contains("\n  50. Notes.list() -> 1\n  … and 10 more\n") && !text.contains("51."))
  }
}
