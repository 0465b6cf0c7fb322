import ComponentABI
import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// What is asked of a host that was closed, or is closed meanwhile.
@Suite(.offPool) struct CloseTests {
  private static let closed = Failure(.refused, "closed", "the host is shutting down")

  /// What a call ends with, made on a thread of its own; nil if it does not end.
  private func end(of body: @escaping @Sendable () throws(Failure) -> Value) -> Result<Value, Failure>? {
    let (ended, result) = (Supply(), Guarded<Result<Value, Failure>?>(nil))
    Thread {
      let end = Result { () throws(Failure) in try body() }
      result.withLock { $0 = end }
      ended.add()
    }.detach()
    return ended.take(within: 10) ? result.withLock { $0 } : nil
  }

  @Test func `a component that comes after the end is refused, and nobody waits for it`() {
    let host = Host()
    host.close()
    for _ in 0..<2 {
      #expect { try host.register(Echo.self) } throws: { ($0 as? Refusal)?.reason == "closed" }
      #expect(end { () throws(Failure) in try host.mediator.call("Echo", "int", ["id": 1]) } == .failure(Self.closed))
    }
    #expect(host.loader.slots.isEmpty)
  }

  @Test func `behind the end nothing is rolled back and nothing observed`() throws {
    let host = Host()
    try host.register(Echo.self)
    host.close()
    for name in ["Echo", "Absent"] {
      #expect { try host.rollback(name) } throws: { ($0 as? Refusal)?.reason == "closed" }
    }
    let observing = failure { () throws(Failure) in
      try host.mediator.observe("Ticker.ticked") { _ in }.cancel()
      return .null
    }
    #expect(observing == Self.closed)
  }

  @Test func `a component that registers while the host is closed is shut down, and who waits for it hears of it`() {
    let (host, registrant) = (Host(), Registrant())
    let (begun, goOn) = (Supply(), Supply())
    let refusal = Guarded<Refusal?>(nil)
    let registering = Thread {
      do throws(Refusal) {
        try registrant.register("Late", in: host) { registrant in
          begun.add()
          goOn.take()
          return StagingTests.whole(registrant)
        }
      } catch {
        refusal.withLock { $0 = error }
      }
    }
    begun.take()
    let (heard, waiting) = (Supply(), Guarded<Failure?>(nil))
    Thread {
      let failed = failure { () throws(Failure) in try host.mediator.call("Late", "run") }
      waiting.withLock { $0 = failed }
      heard.add()
    }.detach()
    #expect(eventually { host.loader.gate.waiters == 1 })
    host.close()
    #expect(heard.take(within: 10))
    #expect(waiting.withLock { $0 } == Self.closed)
    goOn.add()
    registering.join()
    #expect(refusal.withLock { $0?.reason } == "closed")
    #expect(registrant.diary == ["shut down component"] + StagingTests.all)
    #expect(host.loader.slots.isEmpty)
    #expect(end { () throws(Failure) in try host.mediator.call("Late", "run") } == .failure(Self.closed))
  }

  @Test func `a call says so too that a component would be asked about`() throws {
    let host = Host()
    try host.register(Echo.self)
    host.add(.component("Guard"))
    host.close()
    #expect(end { () throws(Failure) in try host.mediator.call("Echo", "int", ["id": 1]) } == .failure(Self.closed))
  }

  @Test func `whatever is asked says that the host is closed`() throws {
    let host = Host()
    try host.register(OpenTests.Shop.self)
    let resolved = host.mediator.resolved("Shop", "all")
    _ = try resolved.call()
    host.close()
    let mediator = host.mediator
    let calls: [(String, @Sendable () throws(Failure) -> Value)] = [
      ("call", { () throws(Failure) in try mediator.call("Shop", "all") }),
      ("another action", { () throws(Failure) in try mediator.call("Shop", "nothing") }),
      ("another component", { () throws(Failure) in try mediator.call("Nobody", "all") }),
      ("fresh", { () throws(Failure) in try mediator.fresh.call("Shop", "all") }),
      ("resolved", { () throws(Failure) in try resolved.call() }),
      ("URL", { () throws(Failure) in try mediator.open("app://Shop/all") }),
      ("key", { () throws(Failure) in try mediator.open(key: "Shop_thing") }),
      ("unknown key", { () throws(Failure) in try mediator.open(key: "Nobody_thing") }),
      ("look-up", { () throws(Failure) in .text(try host.lookUp("Shop", "all").component.name) }),
      ("look-up of nobody", { () throws(Failure) in .text(try host.lookUp("Nobody").component.name) }),
      ("whether a URL opens", { () throws(Failure) in .text(try host.canOpen("app://Shop/all").get().target) }),
    ]
    for (name, call) in calls { #expect(end(of: call) == .failure(Self.closed), "\(name)") }
    #expect { try host.load("Shop") } throws: { ($0 as? Refusal)?.reason == "closed" }
    #expect(host.explain("Shop", "all").last?.message.contains(Self.closed.message) == true)
    #expect(host.explain(url: "app://Shop/all").last?.message.contains(Self.closed.message) == true)
  }

  /// Hangs as it is shut down.
  private struct Stuck: Component {
    static let stop = Stop()
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
    func shutdown() { Stuck.stop.pass() }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a component that hangs as it is shut down keeps neither who closes the host nor the others`() throws {
    let reports = Diary<String>()
    var settings = Settings()
    // What Zebra's own shutdown has as well.
    settings.stepLimit = .seconds(1)
    settings.report = { reports.write("\($0.kind.rawValue): \($0.message)") }
    let (host, registrant) = (Host(settings), Registrant())
    try host.register(Stuck.self)
    try registrant.register("Zebra", in: host) { StagingTests.whole($0) }
    let closed = Supply()
    Thread {
      host.close(waiting: .zero)
      closed.add()
    }.detach()
    Stuck.stop.begun.take()
    #expect(closed.take(within: 10))
    #expect(registrant.diary.first == "shut down component")
    #expect(reports.entries == ["step_failed: Stuck does not shut down"])
    Stuck.stop.goOn.add()
    #expect(eventually { host.generations.first?.state == .retired })
  }

  @Test(.timeLimit(.minutes(1)))
  func `of one that hangs as it is shut down, since it was replaced, is not said that calls keep it`() throws {
    let reports = Diary<String>()
    var settings = Settings()
    settings.stepLimit = .milliseconds(50)
    settings.report = { reports.write("\($0.kind.rawValue): \($0.message)") }
    let host = Host(settings)
    try host.register(Hanging.self)
    _ = try host.loader.replace("Hanging") { Hanging.register($0, $1) }
    Hanging.stop.begun.take()
    host.close(waiting: .zero)
    #expect(Set(reports.entries) == ["step_failed: Hanging does not shut down"])
    for _ in 1...2 { Hanging.stop.goOn.add() }
    #expect(eventually { host.generations.allSatisfy { $0.state == .retired } })
  }

  /// The same.
  private struct Hanging: Component {
    static let stop = Stop()
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
    func shutdown() { Hanging.stop.pass() }
  }

  /// Has a call that ends when it is told to.
  private struct Later: Component {
    static let kept = Guarded<DeferredCall?>(nil)
    init(mediator: Mediator) {}
    var actions: [Action] { Action.deferring("wait") { call in Later.kept.withLock { $0 = call } } }
  }

  @Test(.timeLimit(.minutes(1)))
  func `what was replaced before is waited for as well, and shut down however late its calls end`() throws {
    let reports = Diary<String>()
    var settings = Settings()
    settings.report = { reports.write("\($0.kind.rawValue): \($0.message)") }
    let (host, ended) = (Host(settings), Supply())
    try host.register(Later.self)
    Thread {
      _ = try? host.mediator.call("Later", "wait")
      ended.add()
    }.detach()
    #expect(eventually { Later.kept.withLock { $0 != nil } })
    let old = try #require(host.loader.loaded["Later"])
    _ = try host.loader.replace("Later") { Later.register($0, $1) }
    #expect(old.state == .draining)
    host.close(waiting: .zero)
    #expect(reports.entries == ["still_busy: Later still has calls under way: it is shut down when they have ended"])
    #expect(Later.kept.withLock { $0?.reply(1) } == true)
    #expect(ended.take(within: 10))
    #expect(eventually { old.state == .retired })
  }
}
