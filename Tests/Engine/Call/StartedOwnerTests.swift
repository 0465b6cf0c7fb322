import ComponentHost
import ComponentKit
import TestThreads
import Testing

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
}
