import ComponentKit
import ComponentTesting
import Glibc
import TestThreads
import Testing

/// Stubs that take a while, and stubs that never answer.
struct SilenceTests {
  let bench: Bench
  init() throws { bench = try Bench(Clerk.self) }

  @Test func `a silent neighbour is ended by the deadline of the component's call`() throws {
    bench.stub("Library", "book", .silence)
    let failed = failure { () throws(Failure) in try bench.ask("Library", "book", limit: 500) }
    let message = "Library.book did not reply before the deadline"
    #expect(failed?.code == .timedOut && failed?.message == message)
    #expect(bench.calls == [RecordedCall("Library", "book", [:], .failure(Failure(.timedOut, "", message)))])
  }

  @Test func `what the component heard last is written down when it has heard it`() throws {
    bench.stub("Library", "book", .silence)
    for _ in 0..<100 {
      _ = try? bench.ask("Library", "book", limit: 2)
      #expect(bench.calls.allSatisfy { $0.outcome != .pending })
      bench.forgetCalls()
    }
  }

  @Test func `a whole target is silent as well`() throws {
    bench.stub("Library", .silence)
    #expect(failure { () throws(Failure) in try bench.ask("Library", "any", limit: 30) }?.code == .timedOut)
  }

  @Test func `without a deadline the bench's own limit holds`() throws {
    let bench = try Bench(Clerk.self, timeLimit: .milliseconds(500))
    bench.stub("Library", "book", .silence)
    let failed = failure { () throws(Failure) in try bench.ask("Library", "book") }
    #expect(failed?.message == "Library.book did not reply within 0.5 s")
    #expect(
      bench.calls.map(\.outcome) == [.failure(Failure(.timedOut, "", "Library.book did not reply within 0.5 s"))])
  }

  @Test func `who gives up ends the call and cancels the stub's task`() async throws {
    let bench = bench
    let (seen, saw) = AsyncStream.makeStream(of: String.self)
    bench.stub("Library", "book") { _ async throws in
      saw.yield("begun")
      do { try await Task.sleep(for: .seconds(60)) } catch { saw.yield("cancelled") }
      return nil
    }
    let task = Task { try await bench.mediator.call("Clerk", "later", ["id": 1]) }
    var steps = seen.makeAsyncIterator()
    #expect(await steps.next() == "begun")
    #expect(bench.calls.map(\.outcome) == [.pending])
    task.cancel()
    #expect(await steps.next() == "cancelled")
    await #expect(throws: Failure.self) { try await task.value }
    let given = Failure(.cancelled, "", "the call of Library.book was given up")
    #expect(bench.calls.map(\.outcome) == [.failure(given)])
  }

  /// Works until it is told that nobody waits any more, or for longer than it is waited for.
  struct Worker: Component {
    static let seen = Guarded<String?>(nil)
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("work") { call in
        let end = Deadline(after: patience)
        while !call.isCancelled, !end.hasPassed { usleep(1000) }
        let word = call.isCancelled ? "told" : "never told"
        Worker.seen.withLock { $0 = word }
        return .text(word)
      }
    }
  }

  @Test func `a component on the bench sees that its deadline has passed`() throws {
    let bench = try Bench(Worker.self)
    let failed = failure { () throws(Failure) in
      try bench.mediator.call("Worker", "work", timeLimit: .milliseconds(500))
    }
    #expect(failed?.code == .timedOut)
    #expect(eventually { Worker.seen.withLock { $0 != nil } })
    #expect(Worker.seen.withLock { $0 } == "told")
  }

  @Test func `stubs that wait need none of the threads that tests block`() async throws {
    // More than the machine has processors, each blocking the thread of a task.
    let bench = bench
    bench.stub("Library", "book") { _ async throws in
      try await Task.sleep(for: .milliseconds(20))
      return 1
    }
    let replies = await withTaskGroup(of: Value?.self) { group in
      for _ in 0..<16 { group.addTask { try? bench.ask("Library", "book", limit: 20_000) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(replies == Array(repeating: 1, count: 16))
  }

  @Test func `closing the bench ends whoever is still kept waiting`() async throws {
    bench.stub("Library", "silent", .silence)
    let (cancels, cancelled) = AsyncStream.makeStream(of: Void.self)
    bench.stub("Library", "slow") { _ async throws in
      defer { cancelled.finish() }
      try await Task.sleep(for: .seconds(3600))
      return 1
    }
    let (ends, end) = AsyncStream.makeStream(of: Failure?.self)
    for action in ["silent", "slow"] {
      bench.mediator.start("Library", action) { result in
        if case .failure(let failure) = result { end.yield(failure) } else { end.yield(nil) }
      }
    }
    bench.close()
    var messages: Set<String?> = []
    for await failure in ends.prefix(2) { messages.insert(failure?.message) }
    #expect(
      messages
        == [
          "the bench was closed before the stub of Library.silent answered",
          "the bench was closed before the stub of Library.slow answered",
        ])
    #expect(failure { () throws(Failure) in try bench.mediator.call("Clerk", "inside") }?.reason == "bench_closed")
    for await _ in cancels {}
    try await Task.sleep(for: .milliseconds(50))
    #expect(bench.reports.isEmpty, "the stub that was cancelled does not end its call again")
    bench.close()
  }
}
