import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// Every kind of call has the same deadline, the same cancellation and the same end, whoever stands before it.
@Suite(.serialized, .offPool) struct EndsTests {
  /// What ends the call.
  enum End: CaseIterable, Sendable {
    case deadline, cancel
    /// Both, the one that is named first.
    case deadlineThenCancel, cancelBeforeDeadline
    /// Those of the call in whose service it is made.
    case parentsDeadline, parentsCancel

    var code: Failure.Code {
      switch self {
      case .deadline, .deadlineThenCancel, .parentsDeadline: .timedOut
      case .cancel, .cancelBeforeDeadline, .parentsCancel: .cancelled
      }
    }

    var timeLimit: Duration? {
      switch self {
      case .deadline, .deadlineThenCancel, .parentsDeadline: .milliseconds(40)
      case .cancelBeforeDeadline: .seconds(60)
      case .cancel, .parentsCancel: nil
      }
    }

    var cancels: Bool { self != .deadline && self != .parentsDeadline }
    var isParents: Bool { self == .parentsDeadline || self == .parentsCancel }
  }

  /// What stands before every call.
  enum Before: CaseIterable, Sendable { case nobody, time, log }

  /// Whether the caller's thread waits.
  enum Manner: CaseIterable, Sendable { case waited, started }

  private func host(_ before: Before) throws -> Host {
    let host = Host()
    try host.register(Lingerer.self)
    switch before {
    case .nobody: break
    case .time: host.add(.time(CallTimes()))
    case .log: host.add(.log { _ in })
    }
    return host
  }

  @Test(arguments: CallKind.allCases, End.allCases)
  func `every kind of call ends alike`(_ kind: CallKind, _ end: End) throws {
    for before in Before.allCases {
      for manner in Manner.allCases where manner == .waited || !end.isParents {
        try expect(kind, end, before, manner)
      }
    }
  }

  private func expect(_ kind: CallKind, _ end: End, _ before: Before, _ manner: Manner) throws {
    let host = try host(before)
    let cancellation = Cancellation(host.mediator)
    let token = Lingerer.token(isHeld: end == .deadlineThenCancel)
    let outcome = Guarded<Result<Value, Failure>?>(nil)
    let thread = Thread { [mediator = host.mediator] in
      let given = end.cancels ? cancellation : nil
      if end.isParents {
        let result = Result { () throws(Failure) in
          try mediator.call(
            "Lingerer", "parent", ["kind": .text(kind.rawValue), "token": .int(token)],
            timeLimit: end.timeLimit, cancellation: given)
        }
        outcome.withLock { $0 = result }
      } else if manner == .started {
        kind.start(mediator, token, end.timeLimit, given) { result in outcome.withLock { $0 = result } }
      } else {
        let result = Result { () throws(Failure) in try kind.call(mediator, token, end.timeLimit, given) }
        outcome.withLock { $0 = result }
      }
    }
    if end.cancels {
      let isTime = eventually {
        let seen = Lingerer.seen(token)
        return outcome.withLock { $0 != nil } || (end == .deadlineThenCancel ? seen.wasTold : seen.hasBegun)
      }
      // An async action may begin late, where all threads for tasks are taken.
      #expect(isTime || kind.isAsync)
      cancellation.cancel()
      Lingerer.letGo(token)
    }
    thread.join()
    #expect(eventually { outcome.withLock { $0 != nil } })
    let name: Comment = "\(kind), \(end), \(before), \(manner)"
    guard case .failure(let failure)? = outcome.withLock({ $0 }) else {
      Issue.record("it ended with \(String(describing: outcome.withLock { $0 })): \(name)")
      return
    }
    #expect(failure.code == end.code, name)
    // What ended before it began has nobody to tell.
    #expect(eventually { Lingerer.seen(token).wasTold || !Lingerer.seen(token).hasBegun }, name)
  }

  @Test(arguments: ["hurries", "hurriesAwaited"], Before.allCases)
  func `a deadline of its own holds in the service of a call that has none`(_ action: String, _ before: Before) throws {
    let host = try host(before)
    let token = Lingerer.token()
    let failed = failure { () throws(Failure) in
      try host.mediator.call("Lingerer", action, ["token": .int(token)])
    }
    #expect(failed?.code == .timedOut)
    #expect(eventually { Lingerer.seen(token).wasTold || !Lingerer.seen(token).hasBegun })
  }

  @Test(arguments: CallKind.allCases, [true, false])
  func `what is over before it begins does not begin`(_ kind: CallKind, _ isCancelled: Bool) throws {
    for before in Before.allCases {
      let host = try host(before)
      let cancellation = Cancellation(host.mediator)
      if isCancelled { cancellation.cancel() }
      let token = Lingerer.token()
      let failed = failure { () throws(Failure) in
        try kind.call(
          host.mediator, token, isCancelled ? .seconds(60) : .seconds(-1), isCancelled ? cancellation : nil)
      }
      #expect(failed?.code == (isCancelled ? .cancelled : .timedOut))
      #expect(!Lingerer.seen(token).hasBegun, "\(before)")
    }
  }
}
