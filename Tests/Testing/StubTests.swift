import ComponentKit
import ComponentTesting
import Synchronization
import Testing

struct StubTests {
  let bench: Bench
  init() throws { bench = try Bench(Clerk.self) }

  @Test func `a stub answers with what it makes of the parameters`() throws {
    bench.stub("Library", "book") { parameters in ["title": .text("Book \(parameters["id"]?.int ?? 0)")] }
    #expect(try bench.ask("Library", "book", ["id": 7]) == ["title": "Book 7"])
    #expect(try bench.mediator.call("Library", "book", ["id": 8]) == ["title": "Book 8"], "the test's own calls too")
  }

  @Test func `what a stub throws is the failure`() {
    let no = Failure(.denied, "not_you", "not you", details: ["who": "me"])
    bench.stub("Library", "book") { _ in throw no }
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book") } == no)
    struct Odd: Error, CustomStringConvertible { var description: String { "odd" } }
    bench.stub("Library", "book") { _ in throw Odd() }
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book") } == Failure(.failed, "", "odd"))
  }

  @Test func `a stub is replaced, and taken away`() throws {
    bench.stub("Library", "book", .reply(1))
    #expect(try bench.ask("Library", "book") == 1)
    bench.stub("Library", "book", .reply(2))
    #expect(try bench.ask("Library", "book") == 2)
    bench.removeStub("Library", "book")
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book") }?.reason == "no_such_component")
    bench.removeStub("Library", "book")
    bench.removeStubs("Nobody")
  }

  @Test func `a whole target answers what has no stub of its own`() throws {
    bench.stub("Library") { action, parameters in [.text(action), .map(parameters)] }
    bench.stub("Library", "book", .reply("own"))
    #expect(try bench.ask("Library", "search", ["x": 1]) == ["search", ["x": 1]])
    #expect(try bench.ask("Library", "book") == "own")
    #expect(failure { () throws(Failure) in try bench.ask("Library.Shelf", "search") }?.reason == "no_such_target")
    bench.stub("Library", .failure(Failure(.failed, "closed", "closed today")))
    #expect(failure { () throws(Failure) in try bench.ask("Library", "search") }?.message == "closed today")
    #expect(try bench.ask("Library", "book") == "own")
    bench.removeStubs("Library")
    #expect(failure { () throws(Failure) in try bench.ask("Library", "book") }?.reason == "no_such_component")
  }

  @Test func `an action as it would be in a component tells progress and sees its deadline`() throws {
    bench.stub(
      "Library",
      Action("book") { call in
        call.progress(0.5, "half")
        return .bool(call.timeLeft.map { $0 > .zero && $0 <= .seconds(20) } ?? false)
      })
    let heard = Mutex<[String]>([])
    let reply = try bench.mediator.call("Library", "book", timeLimit: .seconds(20)) { fraction, message in
      heard.withLock { $0.append("\(fraction ?? -1) \(message)") }
    }
    #expect(reply == true)
    #expect(heard.withLock { $0 } == ["0.5 half"])
  }

  @Test func `the component's own targets can be stubbed`() throws {
    #expect(try bench.mediator.call("Clerk", "inside") == "stamped")
    #expect(bench.calls == [], "what it asks of itself is its own business")
    bench.stub("Clerk.Desk", "stamp", .reply("by the test"))
    #expect(try bench.mediator.call("Clerk", "inside") == "by the test")
    #expect(bench.calls == [RecordedCall("Clerk.Desk", "stamp", [:], .reply("by the test"))])
  }

  @Test(arguments: [("No Name", "book"), ("Library", "no name"), ("Library.", "book")])
  func `a name that no host would take is answered by no stub`(_ target: String, _ action: String) throws {
    bench.stub(target, action, .reply(1))
    let refused = failure { () throws(Failure) in try bench.ask(target, action) }
    bench.removeStub(target, action)
    let host = failure { () throws(Failure) in try bench.ask(target, action) }
    #expect(refused?.reason == "invalid_name" && refused?.message == host?.message)
  }

  @Test func `stubs may change while they are called`() async throws {
    let bench = bench
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<500 {
          bench.stub("Library", "book", .reply(.int(number)))
          if number % 3 == 0 { bench.removeStubs("Library") }
        }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<300 { _ = try? bench.ask("Library", "book") }
        }
      }
    }
    #expect(bench.calls.count == 900)
    let isRight = bench.calls.allSatisfy { call in
      switch call.outcome {
      case .reply(let value): value.int != nil
      case .failure(let failure): failure.reason == "no_such_component"
      case .pending: false
      }
    }
    #expect(isRight)
  }
}
