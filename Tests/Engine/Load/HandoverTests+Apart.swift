import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

// What goes on beside a hand-over.
extension HandoverTests {
  /// The first keeper in its `save`, where it waits to go on; its target `Line` has an instance.
  private func saving(
    _ gone: Supply, _ body: (KeeperStage) throws -> Void
  ) throws {
    let stage = try KeeperStage { first in
      let (begun, goOn) = (first.begun, first.goOn)
      first.save = { _ in
        begun.add()
        goOn.take()
      }
      first.clear = { gone.add() }
    }
    #expect(stage.call("who", of: "Keeper.Line") == 1)
    let replacing = Thread { #expect(stage.replace() == "2") }
    stage.first.begun.take()
    try body(stage)
    stage.first.goOn.add()
    replacing.join()
  }

  @Test func `instances are not destroyed beside a save, but behind it`() throws {
    let (gone, released) = (Supply(), Supply())
    try saving(gone) { stage in
      Thread {
        stage.host.releaseIdleInstances()
        stage.host.releaseInstances()
        #expect(stage.host.releaseInstance(of: "Keeper.Line") == false, "it was let go of before")
        released.add()
      }.detach()
      released.take()
      #expect(!gone.take(within: 0))
    }
    #expect(gone.take(within: 10))
    #expect(!gone.take(within: 0), "once")
  }

  @Test func `an instance that was let go of beside a save is destroyed where the old one goes on, too`() throws {
    let gone = Supply()
    let stage = try KeeperStage { first in
      let (begun, goOn) = (first.begun, first.goOn)
      first.save = { _ in
        begun.add()
        goOn.take()
        throw Failure(.failed, "", "not now")
      }
      first.clear = { gone.add() }
    }
    #expect(stage.call("who", of: "Keeper.Line") == 1)
    let replacing = Thread { #expect(stage.replace() == "save_failed") }
    stage.first.begun.take()
    #expect(stage.host.releaseInstance(of: "Keeper.Line"))
    #expect(!gone.take(within: 0))
    stage.first.goOn.add()
    replacing.join()
    #expect(gone.take(within: 10))
  }

  @Test func `a component that is held is not asked for memory, and nothing is said of it`() throws {
    try saving(Supply()) { stage in
      stage.host.relieveMemory()
      #expect(stage.reports.withLock { $0 } == [])
    }
  }

  @Test func `a component that is held is there, without a wait`() throws {
    try saving(Supply()) { stage in
      #expect(stage.host.mediator.has("Keeper", "who") == .yes)
      #expect(stage.host.mediator.has("Keeper", "nobody").failure?.reason == "no_such_action")
    }
  }

  @Test func `only what has answered is told to be retired`() throws {
    let stage = try KeeperStage()
    let retired = Guarded<[Int]>([])
    let told = Supply()
    let observation = try stage.host.mediator.observe(ComponentKit.HostEvent.retired) { notice in
      retired.withLock { $0.append(notice.value["generation"]?.int ?? 0) }
      told.add()
    }
    #expect(stage.replace { $0.start = { _ in throw Failure(.failed, "", "no") } } == "start_failed")
    #expect(stage.replace() == "3")
    #expect(told.take(within: 10))
    #expect(retired.withLock { $0 } == [1])
    withExtendedLifetime(observation) {}
  }

  @Test func `what has come to its end does not wait for rest`() throws {
    let stage = try KeeperStage()
    let old = try #require(stage.host.loader.loaded["Keeper"])
    old.takeOut()
    #expect(old.endFunctions())
    let deadline = Deadline(after: .seconds(5)).nanoseconds
    #expect(!old.rest(until: deadline))
    #expect(Deadline.now < deadline)
  }

  @Test func `a host that closes during a hand-over says nothing of one that goes on`() throws {
    let stage = try KeeperStage(step: .seconds(60))
    let next = stage.role { role in
      let (begun, goOn) = (role.begun, role.goOn)
      role.start = { _ in
        begun.add()
        goOn.take()
        throw Failure(.failed, "", "no")
      }
    }
    let replacing = Thread { #expect(stage.replace(by: next) == "nothing") }
    next.begun.take()
    stage.host.close(waiting: .zero)
    next.goOn.add()
    replacing.join()
    #expect(stage.reports.withLock { $0.filter { $0.contains("as well as it can") } } == [])
    #expect(eventually { stage.diary.all.contains("1 shuts down") })
  }

  @Test func `nothing is made where it could not take the place of the one that asks for it`() throws {
    let stage = try KeeperStage()
    let made = Guarded(0)
    let box = Keeper.Box {
      do throws(Refusal) {
        _ = try stage.host.loader.replace("Keeper") { host, registration in
          made.withLock { $0 += 1 }
          return Keeper.register(host, registration)
        }
        return nil
      } catch {
        return .text(error.reason)
      }
    }
    #expect(try stage.host.mediator.call("Keeper", "run", ["box": .object(Object(box))]) == "still_busy")
    #expect(made.withLock { $0 } == 0)
  }

  @Test func `a next one that hangs as it is shut down holds nothing that it was never given`() throws {
    let stage = try KeeperStage(hold: .milliseconds(50))
    let (lingering, reply) = linger(stage, stage.first)
    let next = stage.role { role in
      let (begun, goOn) = (role.begun, role.goOn)
      role.shutdown = {
        begun.add()
        goOn.take()
      }
    }
    let (replacing, outcome) = replacing(stage, by: next)
    next.begun.take()
    #expect(!stage.isHeld)
    #expect(stage.call("who") == 1)
    next.goOn.add()
    replacing.join()
    #expect(outcome.withLock { $0 } == "still_busy")
    stage.first.goOn.add()
    lingering.join()
    #expect(reply.withLock { $0 } == 1)
  }

  @Test func `what an observer holds is given back beside whoever replaces its component`() throws {
    final class Held: Sendable {
      let (begun, goOn) = (Supply(), Supply())
      /// What goes with the observer.
      final class Part: Sendable {
        let held: Held
        init(_ held: Held) { self.held = held }
        deinit {
          held.begun.add()
          held.goOn.take()
        }
      }
    }
    let held = Held()
    let observation = Guarded<ComponentKit.Observation?>(nil)
    let stage = try KeeperStage(saves: false, step: .seconds(1)) { first in
      first.start = { mediator in
        let part = Held.Part(held)
        let begun = try mediator.observe("Ticker.ticked") { _ in _ = part }
        observation.withLock { $0 = begun }
      }
    }
    let replaced = Supply()
    Thread {
      #expect(stage.replace() == "2")
      replaced.add()
    }.detach()
    held.begun.take()
    #expect(replaced.take(within: 10))
    #expect(stage.call("who") == 2)
    held.goOn.add()
    #expect(eventually { stage.diary.all.contains("1 shuts down") })
    observation.withLock { $0 = nil }
  }

  /// Saves, and does what it is told when it hears something.
  private struct Hearer: Component {
    static let act = Guarded<@Sendable () -> Void>({})
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
    var observers: [ComponentKit.Observer] {
      ComponentKit.Observer("Ticker.ticked") { _ in
        let act = Hearer.act.withLock { $0 }
        act()
      }
    }
    var lifecycle: [LifeStep] { LifeStep.save { .int(1) } }
  }

  @Test func `an observer of its own can't have a component replaced, and is not waited for`() throws {
    var settings = Settings()
    settings.holdLimit = .seconds(60)
    let host = Host(settings)
    try host.register(Hearer.self)
    try host.register(Ticker.self)
    let outcome = Guarded<String?>(nil)
    Hearer.act.withLock { act in
      act = {
        do throws(Refusal) {
          _ = try host.loader.replace("Hearer") { Hearer.register($0, $1) }
          outcome.withLock { $0 = "replaced" }
        } catch {
          let reason = error.reason
          outcome.withLock { $0 = reason }
        }
      }
    }
    _ = try host.mediator.call("Ticker", "tick", ["number": 1])
    #expect(eventually { outcome.withLock { $0 == "still_busy" } })
  }
}
