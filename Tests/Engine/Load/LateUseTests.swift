import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// What callers use for the first time while a component is just being replaced, in a host that takes compatible upgrades
/// only.
@Suite(.serialized, .offPool, .timeLimit(.minutes(5))) struct LateUseTests {
  private func replacing(_ stage: KeeperStage, by role: Keeper.Role) -> (Thread, Guarded<String?>) {
    let outcome = Guarded<String?>(nil)
    let thread = Thread {
      let word = stage.replace(by: role)
      outcome.withLock { $0 = word }
    }
    return (thread, outcome)
  }

  @Test func `an action that is first called while the next version starts may not vanish with it`() throws {
    let stage = try KeeperStage(saves: false, upgrades: .compatible)
    let next = stage.role { role in
      let (begun, goOn) = (role.begun, role.goOn)
      role.says = false
      role.start = { _ in
        begun.add()
        goOn.take()
      }
    }
    let (thread, outcome) = replacing(stage, by: next)
    next.begun.take()
    #expect(stage.call("who") == 1)
    next.goOn.add()
    thread.join()
    #expect(outcome.withLock { $0 } == "not_compatible")
    #expect(stage.call("who") == 1)
    #expect(eventually { stage.diary.all == ["1 starts", "2 starts", "2 shuts down"] })
    #expect(stage.call("add") == 1, "what nobody had called is not closed for good")
    #expect(stage.replace { $0.label = 3 } == "3")
    #expect(stage.call("who") == 3)
  }

  @Test func `nor one that calls under way lead to while others are held`() throws {
    let stage = try KeeperStage(upgrades: .compatible)
    let reply = Guarded<Int?>(nil)
    let lingering = Thread {
      let label = stage.call("linger", ["target": "Passer"])
      reply.withLock { $0 = label }
    }
    stage.first.begun.take()
    let (thread, outcome) = replacing(stage, by: stage.role { $0.says = false })
    #expect(eventually { stage.isHeld })
    stage.first.goOn.add()
    lingering.join()
    thread.join()
    #expect(reply.withLock { $0 } == 1)
    #expect(outcome.withLock { $0 } == "not_compatible")
    #expect(stage.diary.all == ["1 starts", "2 shuts down"], "nothing was saved for it")
    #expect(stage.call("who") == 1)
  }

  @Test func `nor one that its save leads to`() throws {
    let stage = try KeeperStage(upgrades: .compatible) { $0.save = { _ = try $0.call("Passer", "who") } }
    #expect(stage.call("add") == 1)
    #expect(stage.replace { $0.says = false } == "not_compatible")
    #expect(stage.call("add") == 2)
    #expect(stage.call("who") == 1)
  }

  @Test func `a first call that comes while it is decided has its answer behind that`() throws {
    let stage = try KeeperStage(saves: false, upgrades: .compatible)
    let first = try #require(stage.host.loader.loaded["Keeper"])
    #expect(first.closeUse(unlessOtherThan: first.used) == nil)
    let (reply, asked, answered) = (Guarded<Int?>(nil), Supply(), Supply())
    let calling = Thread {
      asked.add()
      let label = stage.call("who")
      reply.withLock { $0 = label }
      answered.add()
    }
    asked.take()
    #expect(!answered.take(within: 0))
    first.openUse()
    calling.join()
    #expect(reply.withLock { $0 } == 1)
    // It was judged by what nobody had called.
    #expect(first.closeUse(unlessOtherThan: first.used) == nil)
    #expect(stage.call("who") == 1, "what was called before goes on")
  }

  /// Says something as long as it is whole.
  private struct Teller: Component {
    static let isWhole = Guarded(true)
    static let (begun, goOn) = (Supply(), Supply())
    private let isWhole = Teller.isWhole.withLock { $0 }
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
    var events: [EventDeclaration] { if isWhole { EventDeclaration("Teller.told") } }
    var lifecycle: [LifeStep] {
      let isWhole = isWhole
      LifeStep.start {
        if isWhole { return }
        Teller.begun.add()
        Teller.goOn.take()
      }
    }
  }

  @Test func `nor an event that is first observed then`() throws {
    var settings = Settings()
    settings.upgrades = .compatible
    let host = Host(settings)
    try host.register(Teller.self)
    Teller.isWhole.withLock { $0 = false }
    defer { Teller.isWhole.withLock { $0 = true } }
    let outcome = Guarded<String?>(nil)
    let replacing = Thread {
      do throws(Refusal) {
        _ = try host.loader.replace("Teller") { Teller.register($0, $1) }
      } catch {
        let reason = error.reason
        outcome.withLock { $0 = reason }
      }
    }
    Teller.begun.take()
    let observation = try host.mediator.observe("Teller.told") { _ in }
    Teller.goOn.add()
    replacing.join()
    #expect(outcome.withLock { $0 } == "not_compatible")
    withExtendedLifetime(observation) {}
  }

  @Test func `what was called counts also behind a version that was not judged and lacks it`() throws {
    let stage = try KeeperStage(saves: false, upgrades: .compatible)
    #expect(stage.call("who") == 1)
    let first = try #require(stage.host.loader.loaded["Keeper"])
    // As a rollback does.
    _ = stage.host.loader.inTurn(of: first.name) { gone in
      try? stage.host.loader.replace(first, &gone) { () throws(Refusal) in
        try Keeper.playing(stage.role { $0.says = false }) { () throws(Refusal) in
          try stage.host.loader.stage("Keeper", { Keeper.register($0, $1) }, Loader.Source())
        }
      }
    }
    #expect(stage.call("who") == -2, "its stand-in")
    #expect(stage.replace { $0.label = 3 } == "3")
    // Nobody has called it since.
    #expect(stage.replace { $0.says = false } == "not_compatible")
  }
}
