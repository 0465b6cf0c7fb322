import ComponentABI
import Glibc
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Calls that wait inside the host, for a turn or an instance, end as others do: by their deadline, by being given up.
@Suite(.serialized, .offPool) struct WaitingCallTests {
  let host = Host()
  var mediator: Mediator { host.mediator }

  init() throws {
    Queue.seen.withLock { $0 = Queue.Seen() }
    try host.register(Queue.self)
  }

  /// One target that takes one call at a time, and one whose instance takes as long to make as the test likes.
  struct Queue: Component {
    struct Seen {
      var begun = 0
      var isMaking = false
      var mayMake = false
    }

    static let seen = Guarded(Seen())
    init(mediator: Mediator) {}

    var actions: [Action] { Action("none") { _ in nil } }

    var targets: [Target] {
      Target("Serial", isSerial: true) {
        Action.deferring("keep") { call in Kept.byQueue.keep(call) }
        Action("run") { _ in Queue.run() }
      }
      Target("Slow", lifetime: .kept, instance: { Queue.make() }) { instance in
        instance.action("run") { _, _ in Queue.run() }
      }
    }

    final class Thing: Sendable {}

    static func run() -> Value {
      seen.withLock { $0.begun += 1 }
      return nil
    }

    static func make() -> Thing {
      seen.withLock { $0.isMaking = true }
      _ = eventually { seen.withLock { $0.mayMake } }
      return Thing()
    }
  }

  /// What a call waits for.
  enum Thing: CaseIterable, Sendable {
    case turn, instance
    var target: StaticString { self == .turn ? "Queue.Serial" : "Queue.Slow" }
  }

  /// Has another call be where the next one wants to be; the result lets go of it.
  private func occupy(_ thing: Thing) -> @Sendable () -> Void {
    switch thing {
    case .turn:
      mediator.start("Queue.Serial", "keep") { _ in }
      return { Kept.byQueue.take()?.reply(nil) }
    case .instance:
      let thread = Thread { [mediator] in _ = try? mediator.call("Queue.Slow", "run") }
      #expect(eventually { Queue.seen.withLock { $0.isMaking } })
      return {
        Queue.seen.withLock { $0.mayMake = true }
        thread.join()
      }
    }
  }

  /// Makes the call on a thread of its own; no outcome if it does not end.
  private func ends(
    _ call: @escaping @Sendable (Mediator) throws(Failure) -> Value, meanwhile: () -> Void = {}
  ) -> (outcome: Result<Value, Failure>?, thread: Thread) {
    let outcome = Guarded<Result<Value, Failure>?>(nil)
    let isThere = Guarded(false)
    let thread = Thread { [mediator] in
      isThere.withLock { $0 = true }
      let result = Result { () throws(Failure) in try call(mediator) }
      outcome.withLock { $0 = result }
    }
    _ = eventually { isThere.withLock { $0 } }
    meanwhile()
    let isOver = eventually { outcome.withLock { $0 != nil } }
    return (isOver ? outcome.withLock { $0 } : nil, thread)
  }

  @Test(arguments: Thing.allCases, [false, true])
  func `giving up reaches a call that waits`(_ thing: Thing, _ isIntercepted: Bool) {
    if isIntercepted { host.add(Interceptor("pass") { $0.proceed() }) }
    let free = occupy(thing)
    let before = Queue.seen.withLock { $0.begun }
    let cancellation = Cancellation(mediator)
    let (outcome, thread) = ends { mediator throws(Failure) in
      try mediator.call("\(thing.target)", "run", cancellation: cancellation)
    } meanwhile: {
      // It is given up before it waits or while it does: the end is the same.
      usleep(20_000)
      cancellation.cancel()
    }
    guard case .failure(let failure)? = outcome else {
      Issue.record("it went on: \(String(describing: outcome))")
      free()
      return thread.join()
    }
    #expect(failure == Failure(.cancelled, "", "the call of \(thing.target).run was given up"))
    free()
    thread.join()
    #expect(Queue.seen.withLock { $0.begun } == before + (thing == .instance ? 1 : 0))
  }

  @Test func `a started call that had its turn at once ends once, also if it is given up afterwards`() {
    let cancellation = Cancellation(mediator)
    let ends = Guarded(0)
    mediator.start("Queue.Serial", "run", cancellation: cancellation) { _ in ends.withLock { $0 += 1 } }
    cancellation.cancel()
    #expect(ends.withLock { $0 } == 1)
  }

  @Test(arguments: Thing.allCases) func `a deadline reaches a call that waits`(_ thing: Thing) {
    let free = occupy(thing)
    let (outcome, thread) = ends { mediator throws(Failure) in
      try mediator.call("\(thing.target)", "run", timeLimit: .seconds(1))
    }
    let what = thing == .turn ? "turn" : "instance"
    if case .failure(let failure)? = outcome {
      #expect(failure.code == .timedOut)
      #expect(failure.message.hasPrefix("\(thing.target).run waited for its \(what) until the deadline: "))
    } else {
      Issue.record("it went on")
    }
    free()
    thread.join()
  }

  @Test(arguments: Thing.allCases, [-1, .min] as [Int64])
  func `a negative deadline has passed`(_ thing: Thing, _ deadline: Int64) {
    let free = occupy(thing)
    let ear = Ear()
    let thread = Thread { [mediator] in
      var request = ear.request(thing.target, "run")
      request.deadline = deadline
      _ = mediator.host.pointee.call(mediator.host, &request)
    }
    let isOver = eventually { !ear.outcomes.isEmpty }
    #expect(isOver)
    free()
    thread.join()
    #expect(
      ear.outcomes == [
        .failure(Failure(.timedOut, "", "the deadline had passed before \(thing.target).run began").byHost)
      ]
    )
  }
}

extension Kept { static let byQueue = Kept() }
