import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

@Suite(.serialized) struct SerialTests {
  let host = Host()
  var mediator: Mediator { host.mediator }
  init() throws { try host.register(Counter.self) }

  /// Its state is touched without a lock: the host gives it one call at a time.
  struct Counter: Component {
    static let isSerial = true
    let mediator: Mediator
    let count = Unsynchronised()
    init(mediator: Mediator) { self.mediator = mediator }

    final class Unsynchronised: @unchecked Sendable {
      // Sendable: what this suite is about.
      var count = 0
      var inside = 0
      var most = 0
    }

    var actions: [Action] {
      [
        Action("add", "") { [count] _ in
          count.inside += 1
          count.most = max(count.most, count.inside)
          count.count += 1
          count.inside -= 1
          return .int(count.count)
        },
        Action("most", "") { [count] _ in .int(count.most) },
        Action("again", "") { [mediator] _ in try mediator.call("Counter", "add") },
        Action.deferring("keep", "") { call in Kept.byCounter.keep(call) },
      ]
    }
  }

  @Test func `calls from many threads come one at a time`() throws {
    let mediator = mediator
    concurrently((0..<8).map { _ in { for _ in 0..<500 { _ = try? mediator.call("Counter", "add") } } })
    #expect(try mediator.call("Counter", "add") == 4001)
    #expect(try mediator.call("Counter", "most") == 1)
  }

  @Test func `started calls wait in line and all end`() async throws {
    let mediator = mediator
    await withTaskGroup { group in
      for _ in 0..<200 { group.addTask { _ = try? await mediator.call("Counter", "add") } }
    }
    #expect(try await mediator.call("Counter", "add") == 201)
    #expect(try await mediator.call("Counter", "most") == 1)
  }

  @Test func `a deferred call keeps its turn until it is replied to`() throws {
    let mediator = mediator
    mediator.start("Counter", "keep") { _ in }
    let busy = failure { () throws(Failure) in try mediator.call("Counter", "add", timeLimit: .seconds(1)) }
    #expect(
      busy
        == Failure(
          .timedOut, "", "Counter.add waited for its turn until the deadline: its target takes one call at a time"))
    let queued = Guarded<Result<Value, Failure>?>(nil)
    mediator.start("Counter", "add", timeLimit: .seconds(1)) { result in queued.withLock { $0 = result } }
    #expect(eventually { queued.withLock { $0 != nil } })
    #expect(queued.withLock { $0 } == .failure(Failure(.timedOut, "", "Counter.add did not reply before the deadline")))
    Kept.byCounter.take()?.reply(nil)
    #expect(try mediator.call("Counter", "add") == 1)
  }

  @Test func `a call that waited in line is once in its own path`() {
    let ended = Guarded<Result<Value, Failure>?>(nil)
    mediator.start("Counter", "keep") { _ in }
    mediator.start("Counter", "again") { result in ended.withLock { $0 = result } }
    Kept.byCounter.take()?.reply(nil)
    #expect(eventually { ended.withLock { $0 != nil } })
    #expect(ended.withLock { $0?.failure?.details["path"] } == ["Counter.again", "Counter.add"])
  }

  @Test func `a turn wakes the one whose it is, and not all who wait`() {
    let (mediator, began, woken) = (mediator, Guarded(0), Guarded(0))
    mediator.start("Counter", "keep") { _ in }
    let count = 64
    let threads = (0..<count).map { _ in
      Thread {
        began.withLock { $0 += 1 }
        let before = SerialTests.switches
        _ = try? mediator.call("Counter", "add")
        let more = SerialTests.switches - before
        woken.withLock { $0 += more }
      }
    }
    #expect(eventually { began.withLock { $0 == count } })
    // They stand in the line by then. Where one does not, less is seen.
    usleep(100_000)
    Kept.byCounter.take()?.reply(nil)
    for thread in threads { thread.join() }
    // Woken for each turn, they would be it 2016 times, and what waits for a lock is counted besides. Those waits alone are
    // some hundred on a busy machine or under a sanitizer, so the bound is little below.
    #expect(woken.withLock { $0 } < count * (count - 1) / 2 - count * 2)
  }

  /// How often this thread has waited.
  private static var switches: Int {
    var usage = rusage()
    let thisThread = __rusage_who_t(1)
    return getrusage(thisThread, &usage) == 0 ? usage.ru_nvcsw : 0
  }

  @Test func `a call that comes back to its own serial target fails instead of waiting for itself`() {
    let stuck = failure { () throws(Failure) in try mediator.call("Counter", "again") }
    #expect(stuck?.reason == "serial_reentry")
    #expect(
      stuck?.message == "a call came back to a target that takes one call at a time: Counter.again → Counter.add")
  }
}
