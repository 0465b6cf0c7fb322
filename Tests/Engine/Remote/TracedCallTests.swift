import Glibc
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// The place in a trace that a call from outside has, as the calls see it that it leads to.
@Suite(.offPool) struct TracedCallTests {
  private static let kept = Guarded<DeferredCall?>(nil)

  /// Each action replies with what is seen where it ends.
  struct Inn: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    struct Ask: Request {
      static let target = "Inn"
      static let isRemote = true
      typealias Reply = String
    }

    var actions: [Action] {
      Action("tell") { call in .text(call.trace?.description ?? "none") }.remote
      Action("nest") { [mediator] _ in try mediator.call("Inn", "tell") }.remote
      Action("nestDeeper") { [mediator] _ in try mediator.call("Inn", "nest") }.remote
      on(Ask.self) { [mediator] _ in try mediator.call("Inn.Desk", "tell").text ?? "" }
      Action("open") { [mediator] _ in try mediator.open("app://Inn/nest") }.remote
      Action("key") { [mediator] _ in try mediator.open(key: "Inn_tells") }.remote
      Action("function") { [mediator] _ in
        try mediator.call(Function { call in .text(call.trace?.description ?? "none") })
      }.remote
      Action("await") { [mediator] call async throws -> Value in
        await Task.yield()
        let (own, nested) = (call.trace?.description ?? "none", try await mediator.call("Inn", "nest").text)
        return .text(own == nested ? own : "own \(own)")
      }.remote
      Action.deferring("thread") { [mediator] call in
        Thread { mediator.start("Inn", "nest", within: call) { call.end(as: $0) } }.detach()
      }.remote
      Action.deferring("alone") { [mediator] call in
        Thread { call.end(as: Result { () throws(Failure) in try mediator.call("Inn", "nest") }) }.detach()
      }.remote
      Action.deferring("behind") { call in
        call.reply("ended")
        TracedCallTests.kept.withLock { $0 = call }
      }.remote
      Action("serial") { [mediator] _ in try mediator.call("Inn.Desk", "tell") }.remote
      Action("declines") { _ in throw Failure(.notFound, "declined", "") }.remote
    }
    var targets: [Target] {
      Target("Desk", isSerial: true) { Action("tell") { call in .text(call.trace?.description ?? "none") } }
    }
    var paths: [Path] {
      Path("/tried", "declines")
      Path("/:word", "nest")
    }
    var keys: [Key] { Key("tells", "tell") }
  }

  /// The fallback, which is asked for a URL that leads nowhere.
  struct Fallback: Component {
    static let name = "NotFound"
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("notFound") { [mediator] call in
        let (own, nested) = (call.trace?.description ?? "none", try mediator.call("Inn", "nest").text)
        return .text(own == nested ? own : "own \(own), nested \(nested ?? "none")")
      }
    }
  }

  private static let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  private func call(_ action: String, _ host: Host, _ trace: String? = TracedCallTests.trace) throws -> Value {
    let call = OutsideCall(
      try CallURL("app://Inn/\(action)"), parameters: [:], trace: trace.flatMap { TraceParent($0) })
    let (ended, reply) = (Supply(), Guarded<Result<Value, Failure>?>(nil))
    host.start(call) { outcome in
      reply.withLock { $0 = outcome }
      ended.add()
    }
    #expect(ended.take(within: 60))
    return try #require(reply.withLock { $0 }).get()
  }

  private static let ways = [
    "tell", "nest", "nestDeeper", "ask", "open", "key", "function", "await", "thread", "serial", "tried", "some",
  ]

  @Test(arguments: ways, [0, 1, 2])
  func `what a call from outside leads to has its place in a trace, however deep`(way: String, interceptors: Int) throws
  {
    let host = Host()
    try host.register(Inn.self)
    for number in 0..<interceptors { host.add(Interceptor("passes\(number)") { $0.proceed() }) }
    #expect(try call(way, host) == .text(Self.trace))
    #expect(try call(way, host, nil) == "none")
    #expect(try host.mediator.call("Inn", "nest") == "none")
    host.close()
  }

  @Test(arguments: [0, 1])
  func `the fallback has the place of the call that it answers, and so does what it calls`(interceptors: Int) throws {
    let host = Host()
    try host.register(Inn.self)
    try host.register(Fallback.self)
    for number in 0..<interceptors { host.add(Interceptor("passes\(number)") { $0.proceed() }) }
    for (trace, seen) in [(Self.trace, Self.trace), (nil, "none")] {
      let error = #expect(throws: Failure.self) { try call("nobody/has/this", host, trace) }
      #expect(error?.answer == .text(seen), "\(String(describing: error))")
    }
    host.close()
  }

  @Test func `what a component does on a thread of its own, in nobody's service, has none`() throws {
    let host = Host()
    try host.register(Inn.self)
    #expect(try call("alone", host) == "none")
    host.close()
  }

  @Test func `a deferred call that has ended has its place as long as it is held`() throws {
    let host = Host()
    try host.register(Inn.self)
    #expect(try call("behind", host) == "ended")
    let kept = Self.kept.withLock { exchange(&$0, with: nil) }
    #expect(kept?.trace?.description == Self.trace)
    host.close()
  }

  @Test func `of calls at the same time each has its own`() throws {
    let host = Host()
    try host.register(Inn.self)
    let all = Guarded<[String]>([])
    Thread.each(8) { number in
      let own = "00-4bf92f3577b34da6a3ce929d0e0e473\(number)-00f067aa0ba902b7-0\(number & 1)"
      for way in Self.ways {
        let seen = (try? self.call(way, host, own))?.text ?? "nothing"
        if seen != own { all.withLock { $0.append("\(way): \(seen)") } }
      }
    }
    #expect(all.withLock { $0 } == [])
    host.close()
  }
}
