import ComponentHost
import ComponentKit
import ComponentTesting
import Synchronization
import Testing

struct BenchTests {
  @Test func `a component that is linked in is loaded alone`() throws {
    let bench = try Bench(Clerk.self)
    #expect(bench.component == "Clerk")
    #expect(bench.registered.targets.map(\.name) == ["Clerk", "Clerk.Desk"])
    #expect(bench.registered.needs == [Need("Library", from: Version(2))], "which is not there")
    #expect(try bench.mediator.call("Clerk", "inside") == "stamped")
  }

  @Test func `what a component says for the log is kept`() throws {
    let bench = try Bench(Clerk.self)
    #expect(bench.log.isEmpty)
    _ = try bench.mediator.call("Clerk", "murmur")
    #expect(bench.log.map(\.description) == ["Clerk: hm"] && bench.log[0].level == .info)
    #expect(bench.reports.isEmpty)
  }

  @Test(.builtSample) func `a component is loaded from its file`() throws {
    let bench = try Bench(file: Built.component("Sample"))
    #expect(bench.component == "Sample" && bench.registered.version == Version(1, 2, 3))
    #expect(try bench.mediator.call("Sample", "add", ["a": 1, "b": 2]) == 3)
    bench.stub("Library", "book", .reply("a book"))
    #expect(try bench.mediator.call("Sample", "nest", ["target": "Library", "action": "book"]) == "a book")
    #expect(bench.calls == [RecordedCall("Library", "book", [:], .reply("a book"))])
  }

  @Test func `a component is loaded by its register function`() throws {
    let bench = try Bench("Clerk") { Clerk.register($0, $1) }
    #expect(try bench.mediator.call("Clerk", "inside") == "stamped")
  }

  @Test(.builtSample) func `a neighbour's file beside the component is not there`() throws {
    let bench = try Bench(file: Built.component("Sample"))
    let with: Fields = ["target": "WordCount", "action": "count", "with": ["text": "a b"]]
    let failed = failure { () throws(Failure) in try bench.mediator.call("Sample", "nest", with) }
    // As a host says it that has nothing.
    let host = Host()
    #expect(failed == failure { () throws(Failure) in try host.mediator.call("WordCount", "count") })
    #expect(failed?.code == .notFound && failed?.reason == "no_such_component")
    #expect(failed?.message == "no component named 'WordCount'")
    #expect(failure { () throws(Failure) in try bench.mediator.call("WordCount", "count") }?.code == .notFound)
  }

  @Test(.builtSample) func `calls are let through to real neighbours where the test says so`() throws {
    let bench = try Bench(file: Built.component("Sample"), neighbours: [Built.folder])
    let with: Fields = ["target": "WordCount", "action": "count", "with": ["text": "a b"]]
    let reply = try bench.mediator.call("Sample", "nest", with)
    #expect(reply["words"] == 2)
    #expect(bench.calls == [RecordedCall("WordCount", "count", ["text": "a b"], .reply(reply))])
    var stubbed = try #require(reply.map)
    stubbed["words"] = 9
    bench.stub("WordCount", "count", .reply(.map(stubbed)))
    #expect(try bench.mediator.call("Sample", "nest", with) == .map(stubbed))
    // What the real one could never reply is no stub for it.
    bench.stub("WordCount", "count", .reply("stubbed"))
    let failed = failure { () throws(Failure) in try bench.mediator.call("Sample", "nest", with) }
    #expect(failed?.reason == "mistyped_reply")
    let top: Fields = ["target": "WordCount", "action": "top", "with": ["text": "a b a"]]
    #expect(try bench.mediator.call("Sample", "nest", top).list != nil, "what has no stub is real")
    bench.removeStubs("WordCount")
    #expect(try bench.mediator.call("Sample", "nest", with) == reply)
  }

  @Test(
    arguments: [
      ("/nowhere/libSample.so", "no_such_file", "there is no file '/nowhere/libSample.so'"),
      ("Sample.so", "invalid_name", "its name is not of the form lib<Name>.so"),
    ])
  func `a file that is none is refused`(_ file: String, _ reason: String, _ message: String) {
    do throws(Refusal) {
      _ = try Bench(file: file)
      Issue.record("it was loaded")
    } catch {
      #expect(error.reason == reason && error.message == message && error.file == file)
    }
  }

  @Test func `what no caller hears of is reported`() throws {
    let bench = try Bench(Clerk.self)
    #expect(bench.reports.isEmpty)
    #expect(try bench.mediator.call("Clerk", "twice") == 1)
    #expect(bench.reports.map(\.kind) == [.endedTwice])
    #expect(try Bench(Clerk.self).reports.isEmpty)
  }

  @Test(.builtSample) func `benches share nothing, the component's image included`() throws {
    let (bench, other) = (try Bench(file: Built.component("Sample")), try Bench(file: Built.component("Sample")))
    let box = try bench.mediator.call("Sample", "box")
    #expect(try bench.mediator.call("Sample", "bump", ["box": box]) == 1)
    let foreign = failure { () throws(Failure) in try other.mediator.call("Sample", "bump", ["box": box]) }
    #expect(foreign?.reason == "foreign_object", "the other one's copy did not make it")
  }

  @Test(.builtSample) func `many benches work at once`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          let bench = try Bench(file: Built.component("Sample"))
          bench.stub("Library", "book", .reply(.int(number)))
          for _ in 0..<number {
            let reply = try await bench.mediator.call("Sample", "nest", ["target": "Library", "action": "book"])
            #expect(reply == .int(number))
          }
          #expect(bench.calls.count == number)
          bench.close()
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a neighbour of which only something else is stubbed says what it lacks, as a host would`() throws {
    struct Library: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("book") { _ in 1 } }
      var targets: [Target] { Target("Shelf") { Action("list") { _ in 1 } } }
    }
    let host = Host()
    try host.register(Library.self)
    let bench = try Bench(Clerk.self)
    bench.stub("Library", "book", .reply(1))
    bench.stub("Library.Shelf", "list", .reply(1))
    let wrong = [("Library", "boook"), ("Library", "other"), ("Library.Shelf", "lists"), ("Library.Shelv", "list")]
    for (target, action) in wrong {
      let failed = failure { () throws(Failure) in try bench.ask(target, action) }
      #expect(failed == failure { () throws(Failure) in try host.mediator.call(target, action) })
      #expect(failed?.code == .notFound)
    }
  }

  @Test func `a bench that is dropped shuts its component down, and lets go of its stubs`() throws {
    struct Closing: Component {
      static let isOver = Mutex(false)
      init(mediator: Mediator) {}
      var actions: [Action] { Action("run") { _ in 1 } }
      func shutdown() { Closing.isOver.withLock { $0 = true } }
    }
    final class Held: Sendable {}
    var held: Held? = Held()
    weak let weakly = held
    var bench: Bench? = try Bench(Closing.self)
    bench?.stub("Library", "book") { [held] _ in withExtendedLifetime(held) { 1 } }
    held = nil
    let mediator = try #require(bench?.mediator)
    #expect(weakly != nil && !Closing.isOver.withLock { $0 })
    bench = nil
    let late = failure { () throws(Failure) in try mediator.call("Closing", "run") }
    #expect(
      late?.message == "Closing.run was called after the bench was closed, or dropped: keep it while you need it")
    #expect(weakly == nil && Closing.isOver.withLock { $0 })
  }
}
