import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Calls that wait while another one's thread loads what they need end as others do.
@Suite(.serialized, .offPool) struct WaitingLoadTests {
  /// How a call gets to a component that is not there yet.
  enum Way: CaseIterable, Sendable { case name, url, key, hints, interceptor, interceptedURL, fallback }

  let host = Host()
  let registrant = Registrant()
  private let goOn = Supply()

  private func call(_ way: Way, _ limit: Duration?, _ cancellation: Cancellation?) -> Result<Value, Failure> {
    let mediator = host.mediator
    return Result { () throws(Failure) in
      switch way {
      case .name, .interceptor:
        try mediator.call("Slow", "run", timeLimit: limit, cancellation: cancellation)
      case .fallback: try mediator.call("Nobody", "run", timeLimit: limit, cancellation: cancellation)
      case .url, .interceptedURL: try mediator.open("app://Slow/run", timeLimit: limit, cancellation: cancellation)
      case .key: try mediator.open(key: "Slow_key", timeLimit: limit, cancellation: cancellation)
      case .hints:
        .map(
          try host.hints(
            ofKey: "Slow_key", until: limit.map { Deadline(after: $0) }, cancellation ?? Cancellation(mediator)))
      }
    }
  }

  /// Has a thread load a component until `goOn`.
  private func load(_ name: String) -> Thread {
    let begun = Supply()
    let thread = Thread { [host, registrant, goOn] in
      try? registrant.register(name, in: host) { registrant in
        begun.add()
        goOn.take()
        return StagingTests.whole(registrant)
      }
    }
    begun.take()
    return thread
  }

  private func prepare(_ way: Way) -> Thread {
    if way == .interceptor { host.add(.component("Slow")) }
    if way == .interceptedURL { host.add(Interceptor("looks") { call in call.proceed(action: call.action) }) }
    return load(way == .fallback ? Host.fallback : "Slow")
  }

  private func end(
    _ way: Way, _ limit: Duration?, _ cancellation: Cancellation?, meanwhile: () -> Void = {}
  ) -> Result<Value, Failure>? {
    let (ended, result) = (Supply(), Guarded<Result<Value, Failure>?>(nil))
    let loading = prepare(way)
    let calling = Thread {
      let end = call(way, limit, cancellation)
      result.withLock { $0 = end }
      ended.add()
    }
    meanwhile()
    let isOver = ended.take(within: 10)
    goOn.add()
    loading.join()
    calling.join()
    return isOver ? result.withLock { $0 } : nil
  }

  @Test func `a question that loads nothing does not wait for another one's load`() {
    let loading = load("Slow")
    for question in [{ host.canOpen("app://Slow/run", .never).failure }, { notLoaded("Slow") }] {
      #expect(question()?.reason == "not_loaded")
    }
    goOn.add()
    loading.join()
  }

  private func notLoaded(_ name: String) -> Failure? {
    if case .over(let failure) = host.loader.ensure(name, .never) { failure } else { nil }
  }

  @Test(arguments: Way.allCases) func `a deadline reaches a call that waits for another one's load`(_ way: Way) {
    let result = end(way, .milliseconds(30), nil)
    #expect(result?.failure?.code == .timedOut, "\(String(describing: result))")
  }

  @Test(arguments: Way.allCases) func `giving up reaches a call that waits for another one's load`(_ way: Way) {
    let cancellation = Cancellation(host.mediator)
    // Before it waits or while it does: the end is the same.
    let result = end(way, nil, cancellation) { cancellation.cancel() }
    #expect(result?.failure?.code == .cancelled, "\(String(describing: result))")
  }

  @Test(arguments: [true, false]) func `a question that loads waits no longer than the call that asks it`(
    _ isOfURL: Bool
  ) throws {
    struct Asker: Component {
      static let answer = Guarded<Presence?>(nil)
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      private func note(_ answer: Presence) -> Value { Asker.answer.withLock { $0 = answer }; return nil }
      var actions: [Action] {
        Action("has") { _ in note(mediator.has("Slow", "run", loading: true)) }
        Action("canOpen") { _ in note(mediator.canOpen("app://Slow/run", loading: true)) }
      }
    }
    try host.register(Asker.self)
    let loading = load("Slow")
    let (ended, result) = (Supply(), Guarded<Result<Value, Failure>?>(nil))
    let asking = Thread {
      let end = Result { () throws(Failure) in
        try host.mediator.call("Asker", isOfURL ? "canOpen" : "has", timeLimit: .milliseconds(300))
      }
      result.withLock { $0 = end }
      ended.add()
    }
    let isOver = ended.take(within: 10)
    goOn.add()
    loading.join()
    asking.join()
    #expect(isOver)
    #expect(result.withLock { $0 }?.failure?.code == .timedOut)
    // Whether it is there nobody has heard.
    #expect(Asker.answer.withLock { $0 } == .unknown)
  }

  @Test func `it says what it waited for`() {
    #expect(
      end(.name, .seconds(1), nil)?.failure?.message
        == "Slow.run waited for a component until the deadline: it is just being loaded or replaced")
  }

  @Test func `a call that is in time gets what another one's load brings`() {
    let loading = load("Slow")
    let (waits, result) = (Supply(), Guarded<Result<Value, Failure>?>(nil))
    let calling = Thread {
      waits.add()
      let end = call(.name, .seconds(600), Cancellation(host.mediator))
      result.withLock { $0 = end }
    }
    waits.take()
    goOn.add()
    loading.join()
    calling.join()
    #expect(result.withLock { $0 } == .success(nil))
  }
}
