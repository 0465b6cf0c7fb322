import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// A call that is started where an end is heard belongs to whoever started the call that has ended, and not to the action
/// that replied.
@Suite(.serialized, .offPool) struct StartedOwnerTests {
  let host = Host()
  private static let kept = Kept()

  init() throws {
    try host.register(Worker.self)
    try host.register(Owner.self)
  }

  struct Worker: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("timed") { call in .bool(call.timeLeft != nil) }
      Action.deferring("early") { call in call.reply(.bool(call.timeLeft != nil)) }
      Action.deferring("keep") { call in StartedOwnerTests.kept.keep(call) }
      // It replies to what was kept, in its own time.
      Action("replies") { _ in .bool(StartedOwnerTests.kept.take()?.reply(1) == true) }
      Action("awaits") { [mediator] _ async throws -> Value in
        do throws(Failure) {
          _ = try await mediator.call("Worker.Serial", "timed")
          return "ended"
        } catch {
          return .text(error.reason)
        }
      }
    }
    var targets: [Target] {
      Target("Serial", isSerial: true) {
        Action("timed") { call in .bool(call.timeLeft != nil) }
      }
    }
  }

  /// Starts calls of its own, with a deadline of its own or none.
  struct Owner: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("chain") { [mediator] _ in
        let seen = Guarded<[Value?]>([])
        mediator.start("Worker", "timed", timeLimit: .seconds(3600)) { first in
          seen.withLock { $0.append(try? first.get()) }
          mediator.start("Worker", "timed") { second in seen.withLock { $0.append(try? second.get()) } }
        }
        return .list(seen.withLock { $0 }.map { $0 ?? .null })
      }
    }
  }

  @Test(arguments: ["timed", "early"], [false, true])
  func `the deadline of the call that ended is not the next one's`(_ action: String, _ isIntercepted: Bool) {
    if isIntercepted { host.add(.time(CallTimes())) }
    let (mediator, seen) = (host.mediator, Guarded<[Value?]>([]))
    let note: @Sendable (Result<Value, Failure>) -> Void = { result in seen.withLock { $0.append(try? result.get()) } }
    Thread {
      mediator.start("Worker", action, timeLimit: .seconds(3600)) { first in
        note(first)
        mediator.start("Worker", action) { second in
          note(second)
          mediator.start("Worker", action, timeLimit: .seconds(3600)) { third in
            note(third)
            mediator.start("Worker", action, ended: note)
          }
        }
      }
    }.join()
    #expect(seen.withLock { $0 } == [true, false, true, false])
  }

  @Test func `nor is its cancellation`() {
    let (mediator, ends) = (host.mediator, Guarded<[Result<Value, Failure>]>([]))
    let cancellation = Cancellation(mediator)
    Thread {
      mediator.start("Worker", "timed", cancellation: cancellation) { _ in
        cancellation.cancel()
        mediator.start("Worker", "timed") { second in ends.withLock { $0.append(second) } }
      }
    }.join()
    #expect(ends.withLock { $0 } == [.success(false)])
  }

  @Test(arguments: [false, true])
  func `the deadline of the call that started it is`(_ hasLimit: Bool) throws {
    let reply = try host.mediator.call("Owner", "chain", timeLimit: hasLimit ? .seconds(3600) : nil)
    #expect(reply == [true, .bool(hasLimit)])
  }

  @Test func `what is started where the end of a kept call is heard belongs to no call`() throws {
    let (mediator, seen) = (host.mediator, Guarded<[Value?]>([]))
    mediator.start("Worker", "keep") { _ in
      mediator.start("Worker", "timed") { second in seen.withLock { $0.append(try? second.get()) } }
    }
    #expect(try mediator.call("Worker", "replies", timeLimit: .seconds(3600)) == true)
    #expect(seen.withLock { $0 } == [false])
  }

  @Test(arguments: [false, true])
  func `a serial target is started again behind the end of a call to it, and not waited for in vain`(
    _ isIntercepted: Bool
  ) throws {
    if isIntercepted { host.add(.time(CallTimes())) }
    let (mediator, ends) = (host.mediator, Guarded<[String]>([]))
    let ended = Supply()
    Thread {
      mediator.start("Worker.Serial", "timed") { _ in
        let waited = Result { () throws(Failure) in try mediator.call("Worker.Serial", "timed") }
        ends.withLock { $0.append(waited.failure?.reason ?? "ended") }
        mediator.start("Worker.Serial", "timed") { second in
          ends.withLock { $0.append((try? second.get()) == false ? "ended" : "\(second)") }
          ended.add()
        }
      }
    }.join()
    ended.take()
    #expect(ends.withLock { $0 } == ["serial_reentry", "ended"])
  }

  /// Waits for the serial target on a thread of its own, in the service of the call that it has deferred.
  private static let waits: component_run = { _, call in
    guard let deferred = call.pointee.host.pointee.defer(call) else { return COMPONENT_FAILURE_FAILED }
    // The contract lets a deferred call be used on any thread.
    nonisolated(unsafe) let own = deferred
    Thread {
      let (host, ear) = (own.pointee.host, Ear())
      var request = ear.request("Worker.Serial", "timed")
      request.parent = own
      _ = host.pointee.call(host, &request)
      Value.text(ear.outcomes.first?.failure?.reason ?? "ended").withBorrowed { _ = host.pointee.reply(own, $0) }
      host.pointee.release(own)
    }.detach()
    return COMPONENT_OK
  }

  @Test(arguments: ["Crossing waits", "Worker awaits"], [false, true])
  func `nor is it waited for in vain over another thread, where the end waits for that`(
    _ call: String, _ isIntercepted: Bool
  ) throws {
    let names = call.split(separator: " ").map(String.init)
    try host.loader.register("Crossing") { table, registration in
      _ = table.open(registration)
      return table.add("waits", to: registration, run: StartedOwnerTests.waits)
    }
    if isIntercepted { host.add(.time(CallTimes())) }
    let (mediator, ends) = (host.mediator, Guarded<[Result<Value, Failure>]>([]))
    let ended = Supply()
    Thread {
      mediator.start("Worker.Serial", "timed") { _ in
        // The limit is for a host that waits in vain.
        let crossed = Result { () throws(Failure) in try mediator.call(names[0], names[1], timeLimit: .seconds(600)) }
        ends.withLock { $0.append(crossed) }
        // What nobody waits for has its turn once this was heard.
        mediator.start(names[0], names[1]) { later in
          ends.withLock { $0.append(later) }
          ended.add()
        }
      }
    }.join()
    ended.take()
    #expect(ends.withLock { $0 } == [.success("serial_reentry"), .success("ended")])
  }

  @Test func `nor where the caller sets flags that the contract does not have`() throws {
    try host.loader.register("Crossing") { table, registration in
      _ = table.open(registration)
      return table.add("waits", to: registration, run: StartedOwnerTests.waits)
    }
    let (mediator, ear, ended) = (host.mediator, Ear(), Supply())
    Thread {
      mediator.start("Worker.Serial", "timed") { _ in
        var request = ear.request("Crossing", "waits")
        request.flags = 1 << 30
        // The limit is for a host that waits in vain.
        request.deadline = Deadline(after: .seconds(600)).nanoseconds
        _ = mediator.host.pointee.call(mediator.host, &request)
        ended.add()
      }
    }.join()
    ended.take()
    #expect(ear.outcomes == [.success("serial_reentry")])
  }
}
