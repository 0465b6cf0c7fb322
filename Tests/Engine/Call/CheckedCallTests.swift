import ComponentABI
import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// What a caller checks before its calls are made.
@Suite(.offPool) struct CheckedCallTests {
  struct Inn: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    struct Room: Request {
      static let target = "Inn"
      static let isRemote = true
      @Parameter var number: Int
      typealias Reply = Int
    }

    var actions: [Action] {
      on(Room.self) { $0.number }
      Action("all") { call in .map(call.parameters) }.remote
      Action("careful") { [mediator] call in
        try mediator.checking { _ in throw Failure(.denied, "shy", "I ask nobody") }.call("Inn", "all")
      }
      Action("later") { call async throws -> Value in
        await Task.yield()
        return "later"
      }
    }
    var keys: [Key] { Key("page", "all", hints: ["wide": false]) }
  }

  private let seen = Guarded<[String]>([])

  private func host() throws -> Host {
    let host = Host()
    try host.register(Inn.self)
    return host
  }

  private func watched(_ mediator: Mediator) -> Mediator {
    mediator.checking { [seen] call in
      seen.withLock { $0.append("\(call.way) \(call.parameters.keys) \(call.hints.keys)") }
      if call.parameters["number"] == 13 { throw Failure(.denied, "unlucky", "not that one") }
    }
  }

  private func callWaiting(_ mediator: Mediator) throws {
    #expect(try mediator.call("Inn", "room", ["number": 7]) == 7)
    #expect(try mediator.call(Inn.Room { $0.number = 8 }) == 8)
    let resolved = mediator.resolved("Inn", "room")
    #expect(try resolved.call(["number": 9]) == 9)
    #expect(try mediator.open("app://Inn/room?number=10") == 10)
    #expect(try mediator.open("app://Inn/all", ["a": 1]) == ["a": 1])
    #expect(try mediator.open(key: "Inn_page", parameters: ["b": 2], hints: ["wide": true]) == ["b": 2])
  }

  @Test func `every way to call passes the check, and goes on as it was`() async throws {
    let host = try host()
    let mediator = watched(host.mediator)
    try callWaiting(mediator)
    let later = await withCheckedContinuation { continuation in
      mediator.start("Inn", "later") { continuation.resume(returning: $0) }
    }
    #expect(later == .success("later"))
    let opened = await withCheckedContinuation { continuation in
      mediator.open("app://Inn/all?c=1") { continuation.resume(returning: $0) }
    }
    #expect(opened == .success(["c": "1"]))
    #expect(
      seen.withLock { $0 } == [
        #"action(target: "Inn", action: "room") ["number"] []"#,
        #"action(target: "Inn", action: "room") ["number"] []"#,
        #"action(target: "Inn", action: "room") ["number"] []"#, #"url("app://Inn/room?number=10") [] []"#,
        #"url("app://Inn/all") ["a"] []"#, #"key("Inn_page") ["b"] ["wide"]"#,
        #"action(target: "Inn", action: "later") [] []"#, #"url("app://Inn/all?c=1") [] []"#,
      ])
  }

  @Test func `what does not pass is not made, and nobody else hears of it`() throws {
    let host = try host()
    let heard = Guarded(0)
    host.add(
      Interceptor("hear") { call in
        heard.withLock { $0 += 1 }
        call.proceed()
      })
    let mediator = watched(host.mediator)
    let expected = Failure(.denied, "unlucky", "not that one")
    #expect(failure { () throws(Failure) in try mediator.call("Inn", "room", ["number": 13]) } == expected)
    #expect(failure { () throws(Failure) in .int(try mediator.call(Inn.Room { $0.number = 13 })) } == expected)
    #expect(failure { () throws(Failure) in try mediator.open("app://Inn/room", ["number": 13]) } == expected)
    #expect(
      failure { () throws(Failure) in try mediator.open(key: "Inn_page", parameters: ["number": 13]) } == expected)
    let started = Guarded<[Failure?]>([])
    mediator.start("Inn", "room", ["number": 13]) { result in
      if case .failure(let failure) = result { started.withLock { $0.append(failure) } }
    }
    #expect(started.withLock { $0 } == [expected])
    #expect(heard.withLock { $0 } == 0)
    #expect(try host.mediator.call("Inn", "room", ["number": 13]) == 13)
  }

  @Test func `checks add up, in their order, and other properties stay`() throws {
    let host = try host()
    let order = Guarded<[Int]>([])
    let both = host.mediator.checking { _ in order.withLock { $0.append(1) } }.fresh.skipping("log").strict
      .checking { _ in order.withLock { $0.append(2) } }
    #expect(try both.call("Inn", "all") == [:])
    #expect(order.withLock { $0 } == [1, 2])
    #expect(try both.skipping("time").call("Inn", "all") == [:])
    #expect(order.withLock { $0 } == [1, 2, 1, 2])
    #expect(both.has("Inn", "all") == .yes)
    struct Odd: Error {}
    let odd = both.checking { _ in throw Odd() }
    #expect(failure { () throws(Failure) in try odd.call("Inn", "all") }?.code == .failed)
  }

  @Test func `an observer that is made with a checked mediator may outlive it while it hears`() throws {
    let said = Guarded<[String]>([])
    var settings = Settings()
    settings.log = { [said] line in said.withLock { $0.append(line.message) } }
    let host = Host(settings)
    struct Odd: Error {}
    let (heard, goOn) = (Supply(), Supply())
    var observation: ComponentKit.Observation? = try host.mediator.checking { _ in }.observe(HostEvent.loaded) { _ in
      heard.add()
      goOn.take()
      throw Odd()
    }
    try host.register(Inn.self)
    heard.take()
    observation?.cancel()
    observation = nil
    goOn.add()
    let end = ContinuousClock.now + .seconds(30)
    while said.withLock({ $0 }).isEmpty, ContinuousClock.now < end { usleep(1000) }
    #expect(said.withLock { $0 }.map { $0.hasPrefix("hearing 'host:loaded' failed") } == [true])
    host.close()
  }

  @Test func `what is made with a checked mediator belongs to its component, and may outlive it`() throws {
    let host = try host()
    #expect(
      failure { () throws(Failure) in try host.mediator.call("Inn", "careful") }
        == Failure(.denied, "shy", "I ask nobody"))
    var mediator: Mediator? = watched(host.mediator)
    let function = Function(mediator) { call in .int(try call.int("n") + 1) }
    let cancellation = Cancellation(mediator!)
    mediator?.log(.warning, "careful")
    mediator = nil
    #expect(try host.mediator.call(function, ["n": 1]) == 2)
    cancellation.cancel()
    #expect(
      failure { () throws(Failure) in try host.mediator.call("Inn", "all", cancellation: cancellation) }?.code
        == .cancelled)
  }
}
