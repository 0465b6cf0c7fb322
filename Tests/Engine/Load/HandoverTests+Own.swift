import Synchronization
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

// What a component leads to outside of its calls, and what is kept from the caller's thread.
extension HandoverTests {
  /// Calls back whoever calls it, at once or when it is told to.
  private struct Asker: Component {
    static let (begun, goOn) = (Supply(), Supply())
    static let kept = Guarded<(DeferredCall, Mediator)?>(nil)
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("who") { [mediator] _ in
        Asker.begun.add()
        Asker.goOn.take()
        return try mediator.call("Keeper", "who")
      }
      Action.deferring("later") { [mediator] call in
        Asker.kept.withLock { $0 = (call, mediator) }
        Asker.begun.add()
      }
      // Waits for what it starts, which asks back.
      Action("wait") { [mediator] _ in
        let (ended, reply) = (Supply(), Guarded<Int?>(nil))
        mediator.start("Asker", "later") { result in
          let label = try? result.get().int
          reply.withLock { $0 = label }
          ended.add()
        }
        ended.take()
        return .int(reply.withLock { $0 } ?? -1)
      }
    }
  }

  private func own(_ stage: KeeperStage) throws -> Mediator {
    let now = try #require(stage.host.loader.loaded["Keeper"])
    return Mediator(UnsafePointer(now.functions.pointee.seat).handle)
  }

  // Goes on with what was deferred by a call of its own, and replies with what that gives.
  private func goOn() throws {
    let (call, mediator) = try #require(Asker.kept.withLock { $0 })
    Asker.kept.withLock { $0 = nil }
    mediator.start("Keeper", "who", within: call) { call.end(as: $0) }
  }

  @Test(arguments: ["who", "later", "wait"])
  func `what its own thread starts is its own too, by way of another`(_ action: String) throws {
    let stage = try KeeperStage(hold: .seconds(5))
    try stage.host.register(Asker.self)
    let own = try own(stage)
    let (ended, reply) = (Supply(), Guarded<Int?>(nil))
    let starting = Thread {
      own.start("Asker", action) { result in
        let label = try? result.get().int
        reply.withLock { $0 = label }
        ended.add()
      }
    }
    Asker.begun.take()
    let (thread, outcome) = replacing(stage, by: stage.role())
    if action == "who" { Asker.goOn.add() } else { try goOn() }
    ended.take()
    #expect(reply.withLock { $0 } == 1)
    starting.join()
    thread.join()
    #expect(outcome.withLock { $0 } == "2")
    #expect(stage.call("who") == 2)
  }

  // One that saves until it is told to go on.
  private func saving() throws -> (KeeperStage, saves: Supply, goOn: Supply) {
    let (saves, goOn) = (Supply(), Supply())
    let stage = try KeeperStage { first in
      first.save = { _ in
        saves.add()
        goOn.take()
      }
    }
    return (stage, saves, goOn)
  }

  @Test func `what its own thread starts while it saves goes to the next one, by way of another`() throws {
    let (stage, saves, goOn) = try saving()
    try stage.host.register(Asker.self)
    let own = try own(stage)
    let (thread, outcome) = replacing(stage, by: stage.role())
    saves.take()
    let (ended, reply) = (Supply(), Guarded<Int?>(nil))
    let starting = Thread {
      own.start("Asker", "who") { result in
        let label = try? result.get().int
        reply.withLock { $0 = label }
        ended.add()
      }
    }
    Asker.begun.take()
    Asker.goOn.add()
    #expect(eventually { stage.callersHeld == 1 })
    goOn.add()
    ended.take()
    #expect(reply.withLock { $0 } == 2)
    starting.join()
    thread.join()
    #expect(outcome.withLock { $0 } == "2")
  }

  @Test func `what comes of an ended call of its while it saves waits as any other, for as long as it may`() throws {
    let (stage, saves, goOn) = try saving()
    let own = try own(stage)
    stage.host.mediator.start("Keeper", "later") { _ in }
    stage.first.begun.take()
    let call = try #require(stage.first.kept.take())
    #expect(call.reply(1))
    let (thread, outcome) = replacing(stage, by: stage.role())
    saves.take()
    let (ended, results) = (Supply(), Guarded<[Result<Value, Failure>]>([]))
    func ask(_ limit: Duration?) {
      own.start("Keeper", "who", timeLimit: limit, within: call) { result in
        results.withLock { $0.append(result) }
        ended.add()
      }
    }
    ask(.milliseconds(30))
    ended.take()
    ask(nil)
    goOn.add()
    ended.take()
    let all = results.withLock { $0 }
    #expect(throws: Failure.self) { try all[0].get() }
    if case .failure(let failure) = all[0] { #expect(failure.code == .timedOut) }
    #expect(try all[1].get() == 2)
    thread.join()
    #expect(outcome.withLock { $0 } == "2")
  }

  @Test func `a URL of its own that the next one opens as it starts is not there yet`() throws {
    let stage = try KeeperStage(step: .seconds(10))
    let reasons = Guarded<[String?]>([])
    let outcome = stage.replace { next in
      next.start = { mediator in
        let failed = failure { () throws(Failure) in try mediator.open("app://Keeper/who") }
        reasons.withLock { $0.append(failed?.code.name) }
      }
    }
    #expect(outcome == "2")
    #expect(reasons.withLock { $0 } == ["not_found"])
  }

  /// Hears by way of another, which waits for what it starts.
  private struct Hearer: Component {
    static let made = Guarded(0)
    static let heard = Guarded<Int?>(nil)
    let mediator: Mediator
    private let number = Hearer.made.withLock { made in
      made += 1
      return made
    }
    init(mediator: Mediator) { self.mediator = mediator }
    var observers: [Observer] {
      Observer("Ticker.ticked") { [mediator] _ in
        let number = try? mediator.call("Asker", "wait").int
        Hearer.heard.withLock { $0 = number }
      }
    }
    var actions: [Action] { Action("who") { [number] _ in .int(number) } }
    var lifecycle: [LifeStep] { LifeStep.save { nil } }
  }

  @Test func `what an observer leads to is, too, where another starts it and waits`() throws {
    var settings = Settings()
    settings.holdLimit = .seconds(5)
    let host = Host(settings)
    try host.register(Ticker.self)
    try host.register(Asker.self)
    try host.register(Hearer.self)
    _ = try host.mediator.call("Ticker", "tick", ["number": 1])
    Asker.begun.take()
    let replaced = Guarded<Int?>(nil)
    let replacing = Thread {
      if case .replaced(let number) = (try? host.loader.replace("Hearer") { Hearer.register($0, $1) })?.kind {
        replaced.withLock { $0 = number }
      }
    }
    #expect(eventually { host.loader.loaded["Hearer"]?.isHeld.load(ordering: .acquiring) == true })
    let (call, mediator) = try #require(Asker.kept.withLock { $0 })
    mediator.start("Hearer", "who", within: call) { call.end(as: $0) }
    replacing.join()
    #expect(replaced.withLock { $0 } == 2 && Hearer.heard.withLock { $0 } == 1)
    host.close()
  }

  /// Lets pass from a thread of its own.
  private struct Guardian: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action.deferring("intercept") { [mediator] call in
        let proceed = try call.function("proceed")
        Thread { mediator.start(proceed) { call.end(as: $0) } }.detach()
      }
    }
    var lifecycle: [LifeStep] { LifeStep.save { nil } }
  }

  @Test func `an interceptor that lets pass from a thread of its own does so within its call as well`() throws {
    let stage = try KeeperStage(saves: false, hold: .seconds(5))
    let host = stage.host
    try host.register(Guardian.self)
    host.add(.component("Guardian"))
    let (lingering, reply) = linger(stage, stage.first, ["target": "Passer"])
    let replaced = Guarded<Int?>(nil)
    let replacing = Thread {
      if case .replaced(let number) = (try? host.loader.replace("Guardian") { Guardian.register($0, $1) })?.kind {
        replaced.withLock { $0 = number }
      }
    }
    #expect(eventually { host.loader.loaded["Guardian"]?.isHeld.load(ordering: .acquiring) == true })
    stage.first.goOn.add()
    lingering.join()
    replacing.join()
    #expect(reply.withLock { $0 } == 1 && replaced.withLock { $0 } == 2)
    #expect(stage.call("who") == 1)
  }

  @Test(arguments: [false, true])
  func `a started call of a function that is held waits without its thread`(fails: Bool) throws {
    let stage = try KeeperStage()
    let function = try #require(try stage.host.mediator.call("Keeper", "function").function)
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in
        goOn.take()
        if fails { throw Failure(.failed, "", "no") }
      }
    }
    let (replacing, outcome) = replacing(stage, by: next)
    #expect(eventually { stage.diary.all.last == "2 starts" })
    let (started, ended, result) = (Supply(), Supply(), Guarded<Result<Value, Failure>?>(nil))
    let (hasted, isLate) = (Supply(), Guarded<Failure.Code?>(nil))
    Thread {
      stage.host.mediator.start(function) { end in
        result.withLock { $0 = end }
        ended.add()
      }
      stage.host.mediator.start(function, timeLimit: .milliseconds(20)) { end in
        if case .failure(let failure) = end { isLate.withLock { $0 = failure.code } }
        hasted.add()
      }
      started.add()
    }.detach()
    #expect(started.take(within: 10))
    #expect(hasted.take(within: 10))
    #expect(isLate.withLock { $0 } == .timedOut)
    #expect(result.withLock { $0 } == nil)
    next.goOn.add()
    replacing.join()
    #expect(ended.take(within: 10))
    #expect(outcome.withLock { $0 } == (fails ? "start_failed" : "2"))
    switch result.withLock({ $0 }) {
    case .success(let label): #expect(fails && label == 1)
    case .failure(let failure): #expect(!fails && failure.reason == "component_gone")
    case nil: Issue.record("it has not ended")
    }
  }
}
