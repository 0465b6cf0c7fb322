import Synchronization
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

// What meets a component whose calls are held, from inside of it and from outside.
extension HandoverTests {
  /// A hand-over that has come to the new one's start, and goes on when that is told to.
  private func starting(_ stage: KeeperStage) -> (Thread, Guarded<String?>, goOn: Supply) {
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in goOn.take() }
    }
    let (thread, outcome) = replacing(stage, by: next)
    #expect(eventually { stage.diary.all.last == "2 starts" })
    return (thread, outcome, next.goOn)
  }

  @Test func `a started call waits without its thread, by its own deadline and cancellation`() throws {
    let stage = try KeeperStage()
    let (thread, outcome, goOn) = starting(stage)
    // All of this is done by the thread that lets the hand-over go on.
    let (ends, faults) = (Guarded<[Int?]>([]), Guarded<[Failure.Code]>([]))
    let cancellation = Cancellation(stage.host.mediator)
    let started = Supply()
    for (limit, cancellation) in [(nil, nil), (.milliseconds(20), nil), (nil, cancellation)]
      as [(Duration?, Cancellation?)]
    {
      stage.host.mediator.start("Keeper", "who", timeLimit: limit, cancellation: cancellation) { result in
        switch result {
        case .success(let value): ends.withLock { $0.append(value.int) }
        case .failure(let failure): faults.withLock { $0.append(failure.code) }
        }
        started.add()
      }
    }
    #expect(started.take(within: 10))
    cancellation.cancel()
    #expect(started.take(within: 10))
    #expect(faults.withLock { $0 } == [.timedOut, .cancelled])
    #expect(ends.withLock { $0 } == [])
    goOn.add()
    #expect(started.take(within: 10))
    #expect(ends.withLock { $0 } == [2])
    thread.join()
    #expect(outcome.withLock { $0 } == "2")
  }

  @Test func `a started call that waits ends with the host`() throws {
    let stage = try KeeperStage()
    let (thread, _, goOn) = starting(stage)
    let ended = Supply()
    let fault = Guarded<String?>(nil)
    stage.host.mediator.start("Keeper", "who") { result in
      if case .failure(let failure) = result { fault.withLock { $0 = failure.reason } }
      ended.add()
    }
    stage.host.close(waiting: .zero)
    #expect(ended.take(within: 10))
    #expect(fault.withLock { $0 } == "closed")
    goOn.add()
    thread.join()
  }

  @Test func `a URL waits as a call does, and is not missing meanwhile`() throws {
    let stage = try KeeperStage()
    let (thread, _, goOn) = starting(stage)
    let reply = Guarded<Result<Value, Failure>?>(nil)
    let opening = Thread {
      let result = Result { () throws(Failure) in try stage.host.mediator.open("app://Keeper/who") }
      reply.withLock { $0 = result }
    }
    goOn.add()
    thread.join()
    opening.join()
    #expect(reply.withLock { $0 } == .success(2))
  }

  @Test func `within its own calls URLs, questions and what it lacks are its own, and wait for nothing`() throws {
    let stage = try KeeperStage()
    let (begun, goOn) = (Supply(), Supply())
    let mediator = stage.host.mediator
    let box = Keeper.Box {
      begun.add()
      goOn.take()
      var all: [Value] = []
      all.append((try? mediator.open("app://Keeper/who")) ?? "no URL")
      all.append(.bool(mediator.has("Keeper", "who", loading: true) == .yes))
      all.append((try? mediator.call("Keeper", "nothing")) ?? "no stand-in")
      return .list(all)
    }
    let reply = Guarded<Value?>(nil)
    let calling = Thread {
      let value = try? mediator.call("Keeper", "run", ["box": .object(Object(box))])
      reply.withLock { $0 = value }
    }
    begun.take()
    let (thread, outcome) = replacing(stage, by: stage.role())
    goOn.add()
    calling.join()
    thread.join()
    #expect(reply.withLock { $0 } == [1, true, -1])
    #expect(outcome.withLock { $0 } == "2")
    #expect(stage.reports.withLock { $0 } == [])
  }

  @Test func `a load that needs it has it, so its save may call what is just being loaded`() throws {
    struct Dependent: Component {
      static let begun = Supply()
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var needs: [Need] { [Need("Keeper")] }
      var actions: [Action] { Action("x") { _ in 7 } }
      var lifecycle: [LifeStep] { LifeStep.start { Dependent.begun.add() } }
    }
    let heard = Guarded<Int?>(nil)
    let (saving, goOn) = (Supply(), Supply())
    let stage = try KeeperStage { first in
      first.save = { mediator in
        saving.add()
        goOn.take()
        let reply = try mediator.call("Dependent", "x").int
        heard.withLock { $0 = reply }
      }
    }
    let (thread, outcome) = replacing(stage, by: stage.role())
    saving.take()
    let loading = Thread { try? stage.host.register(Dependent.self) }
    #expect(Dependent.begun.take(within: 10))
    loading.join()
    goOn.add()
    thread.join()
    #expect(outcome.withLock { $0 } == "2" && heard.withLock { $0 } == 7)
  }

  @Test func `a save that ends after it was given up is reported`() throws {
    let goOn = Supply()
    let stage = try KeeperStage(step: .seconds(1)) { first in
      first.save = { _ in goOn.take() }
    }
    #expect(stage.call("add") == 1)
    #expect(stage.replace() == "save_failed")
    #expect(stage.call("add") == 2)
    #expect(stage.reports.withLock { $0 } == [])
    goOn.add()
    #expect(
      eventually {
        stage.reports.withLock { $0.last } == "generation 1 of Keeper ended its save too late: it goes on answering, "
          + "and what it closed for the save, and did not open again, stays closed until it is replaced"
      })
    #expect(stage.call("add") == 3)
  }

  @Test func `the next one's start does not wait for a function that waits for it`() throws {
    let stage = try KeeperStage()
    let mediator = stage.host.mediator
    let function = try #require(try mediator.call("Keeper", "function").function)
    let fault = Guarded<String?>(nil)
    let word = stage.replace { role in
      role.start = { _ in
        let failed = failure { () throws(Failure) in try mediator.call(function) }
        fault.withLock { $0 = failed?.reason }
      }
    }
    #expect(word == "2" && fault.withLock { $0 } == "component_gone")
  }

  @Test func `an interceptor that is held lets pass what is called within a call that it waits for`() throws {
    struct Guardian: Component {
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var actions: [Action] {
        Action("intercept") { [mediator] call in try mediator.call(try call.function("proceed")) }
      }
      var lifecycle: [LifeStep] { LifeStep.save { nil } }
    }
    let stage = try KeeperStage(saves: false)
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

  /// Answers events by way of another component, which asks back.
  private struct Hearer: Component {
    static let made = Guarded(0)
    static let heard = Guarded<Int?>(nil)
    static let (begun, goOn) = (Supply(), Supply())
    let mediator: Mediator
    private let number = Hearer.made.withLock { made in
      made += 1
      return made
    }
    init(mediator: Mediator) { self.mediator = mediator }
    var observers: [Observer] {
      Observer("Ticker.ticked") { [mediator] _ in
        Hearer.begun.add()
        Hearer.goOn.take()
        let number = try? mediator.call("AskingBack", "who").int
        Hearer.heard.withLock { $0 = number }
      }
    }
    var actions: [Action] { Action("who") { [number] _ in .int(number) } }
    var lifecycle: [LifeStep] { LifeStep.save { nil } }
  }

  private struct AskingBack: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] { Action("who") { [mediator] _ in try mediator.call("Hearer", "who") } }
  }

  @Test func `what an observer leads to is its component's own, too`() throws {
    let host = Host()
    try host.register(Ticker.self)
    try host.register(AskingBack.self)
    try host.register(Hearer.self)
    _ = try host.mediator.call("Ticker", "tick", ["number": 1])
    Hearer.begun.take()
    let replaced = Guarded<Int?>(nil)
    let replacing = Thread {
      if case .replaced(let number) = (try? host.loader.replace("Hearer") { Hearer.register($0, $1) })?.kind {
        replaced.withLock { $0 = number }
      }
    }
    #expect(eventually { host.loader.loaded["Hearer"]?.isHeld.load(ordering: .acquiring) == true })
    Hearer.goOn.add()
    replacing.join()
    #expect(replaced.withLock { $0 } == 2 && Hearer.heard.withLock { $0 } == 1)
    #expect(try host.mediator.call("Hearer", "who") == 2)
    host.close()
  }

  @Test func `replacements and nested calls meet at any moment without an end to either`() throws {
    let stage = try KeeperStage(saves: false)
    let isOver = Guarded(false)
    let box = Keeper.Box {
      var generations: Set<Int?> = []
      for _ in 0..<50 { generations.insert((try? stage.host.mediator.call("Keeper", "who"))?.int) }
      return .int(generations.count)
    }
    let callers = (0..<2).map { _ in
      Thread {
        while !isOver.withLock({ $0 }) {
          let mixed = try? stage.host.mediator.call("Keeper", "run", ["box": .object(Object(box))])
          if mixed != 1 { Issue.record("a call of one generation was answered by \(mixed ?? "none")") }
        }
      }
    }
    for label in 2..<300 { #expect(stage.replace { $0.label = label } == "\(label)") }
    isOver.withLock { $0 = true }
    for caller in callers { caller.join() }
    #expect(stage.call("who") == 299)
  }
}
