import ComponentKit
import ComponentTesting
import Testing

struct TypedStubTests {
  let bench: Bench
  init() throws { bench = try Bench(Clerk.self) }

  @Test func `a request is answered as a component answers it`() async throws {
    bench.stub(BookRequest.self) { request in Book(title: "Book \(request.id), edition \(request.edition)", year: 1815)
    }
    #expect(try await bench.mediator.call("Clerk", "title", ["id": 3]) == "Book 3, edition 1")
    #expect(try await bench.mediator.call("Clerk", "later", ["id": 4]) == "Book 4, edition 1")
    #expect(try bench.ask("Library", "book", ["id": 5, "edition": 2]) == ["title": "Book 5, edition 2", "year": 1815])
    #expect(try await bench.mediator.call(BookRequest { $0.id = 6 }).year == 1815)
  }

  @Test(
    arguments: [
      (["id": 1, "editoin": 2], "unknown_parameter", "Library.book has no parameter 'editoin'"),
      ([:], "missing_parameter", "the parameter 'id' is missing (int)"),
      (["id": "one"], "mistyped_parameter", "the parameter 'id' must be an int, not the text 'one'"),
      (["id": 1, "marks": [1]], "mistyped_parameter", "the parameter 'marks' must be bytes, not a list"),
    ] as [(Fields, String, String)])
  func `a wrong call fails as the neighbour itself would fail it`(
    _ parameters: Fields, _ reason: String, _ message: String
  ) throws {
    bench.stub(BookRequest.self) { _ in Book(title: "never") }
    let failed = failure { () throws(Failure) in try bench.ask("Library", "book", parameters) }
    #expect(failed?.code == .invalidParameters && failed?.reason == reason && failed?.message == message)
    // The real thing, linked in, says the very same.
    let real = try Bench(Library.self)
    let original = failure { () throws(Failure) in try real.mediator.call("Library", "book", parameters) }
    #expect(failed == original)
    bench.stub(BookRequest.self, .silence)
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book", parameters) } == original)
    bench.stub(BookRequest.self) { _ async in Book(title: "never") }
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book", parameters) } == original)
  }

  @Test func `values that the host converts are converted for a stub as well`() throws {
    bench.stub(BookRequest.self) { request in Book(title: "\(request.id) \(request.marks ?? [])") }
    #expect(try bench.ask("Library", "book", ["id": 2.0, "marks": .bytes([1, 2])])["title"] == "2 [1, 2]")
  }

  @Test func `it fails, and it takes its time`() async throws {
    bench.stub(BookRequest.self, .failure(Failure(.failed, "no_such_book", "there is no book 9")))
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book", ["id": 9]) }?.reason == "no_such_book")
    bench.stub(BookRequest.self) { request async throws in
      try await Task.sleep(for: .milliseconds(10))
      if request.id == 9 { throw Failure(.failed, "no_such_book", "there is no book 9") }
      return Book(title: "late")
    }
    #expect(try await bench.mediator.call("Clerk", "later", ["id": 1]) == "late")
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book", ["id": 9]) }?.reason == "no_such_book")
    bench.removeStub(BookRequest.self)
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book") }?.reason == "no_such_component")
  }

  @Test func `a request that can't be described fails its calls and says why`() {
    struct Odd: Request {
      static let target = "Library"
      var plain = 1
      typealias Reply = NoReply
    }
    bench.stub(Odd.self, .silence)
    let failed = failure { () throws(Failure) in try bench.ask("Library", "odd") }
    #expect(failed?.reason == "invalid_request")
    #expect(
      failed?.message
        == "the request Library.odd can't be described: the property 'plain' of the request Odd must be a @Parameter: "
        + "nothing else can be sent")
  }
}

/// The neighbour itself.
private struct Library: Component {
  init(mediator: Mediator) {}
  var actions: [Action] { on(BookRequest.self) { _ in Book(title: "real") } }
}
