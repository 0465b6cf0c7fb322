import Synchronization
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// The order of events where a component hands its state over to the next generation.
@Suite(.serialized, .offPool, .timeLimit(.minutes(5))) struct HandoverTests {
  /// A call of an action that waits, on a thread of its own.
  func linger(_ stage: KeeperStage, _ role: Keeper.Role, _ parameters: Fields = [:]) -> (Thread, Guarded<Int?>) {
    let reply = Guarded<Int?>(nil)
    let thread = Thread {
      let label = stage.call("linger", parameters)
      reply.withLock { $0 = label }
    }
    role.begun.take()
    return (thread, reply)
  }

  /// A replacement on a thread of its own, which has begun to hold calls.
  func replacing(_ stage: KeeperStage, by role: Keeper.Role) -> (Thread, Guarded<String?>) {
    let outcome = Guarded<String?>(nil)
    let thread = Thread {
      let word = stage.replace(by: role)
      outcome.withLock { $0 = word }
    }
    #expect(eventually { stage.isHeld })
    return (thread, outcome)
  }

  @Test func `the old one saves, the new one restores and starts, then the old one is shut down`() throws {
    let stage = try KeeperStage()
    for count in 1...3 { #expect(stage.call("add") == count) }
    #expect(stage.replace() == "2")
    #expect(stage.call("add") == 4)
    #expect(stage.call("who") == 2)
    #expect(
      stage.diary.all == ["1 starts", "1 saves", "2 restores 3", "2 starts", "1 shuts down"])
    #expect(stage.reports.withLock { $0 } == [])
  }

  @Test func `calls under way end in the old one, and new ones are held for the new one`() throws {
    let stage = try KeeperStage()
    let (lingering, reply) = linger(stage, stage.first)
    let (replacing, outcome) = replacing(stage, by: stage.role())
    // It waits as for a load.
    let hasted = failure { () throws(Failure) in
      try stage.host.mediator.call("Keeper", "who", timeLimit: .milliseconds(30))
    }
    #expect(hasted?.code == .timedOut)
    let held = Guarded<Int?>(nil)
    let calling = Thread {
      let label = stage.call("who")
      held.withLock { $0 = label }
    }
    #expect(eventually { stage.callersHeld == 1 })
    #expect(stage.diary.all == ["1 starts"])
    stage.first.goOn.add()
    for thread in [lingering, replacing, calling] { thread.join() }
    #expect(reply.withLock { $0 } == 1)
    #expect(held.withLock { $0 } == 2)
    #expect(outcome.withLock { $0 } == "2")
  }

  @Test func `where the new one does not start, the old one gets its state back and the calls`() throws {
    let stage = try KeeperStage()
    #expect(stage.call("add") == 1)
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in
        goOn.take()
        throw Failure(.failed, "", "the port is taken")
      }
    }
    let (replacing, outcome) = replacing(stage, by: next)
    let held = Guarded<Int?>(nil)
    let calling = Thread {
      let count = stage.call("add")
      held.withLock { $0 = count }
    }
    #expect(eventually { stage.callersHeld == 1 })
    next.goOn.add()
    replacing.join()
    calling.join()
    #expect(outcome.withLock { $0 } == "start_failed")
    #expect(held.withLock { $0 } == 2)
    #expect(stage.call("who") == 1)
    #expect(
      stage.diary.all == [
        "1 starts", "1 saves", "2 restores 1", "2 starts", "2 shuts down", "1 restores 1", "1 starts",
      ])
    #expect(stage.replace() == "3")
    #expect(stage.call("add") == 3)
  }

  @Test func `where the old one does not save, it goes on as if nothing had been`() throws {
    let stage = try KeeperStage()
    #expect(stage.replace { $0.save = { _ in throw Failure(.failed, "", "not now") } } == "2")
    #expect(stage.call("add") == 1)
    #expect(stage.replace { $0.label = 3 } == "save_failed")
    #expect(stage.call("add") == 2)
    #expect(stage.call("who") == 2)
  }

  @Test func `a save that hangs is given up, and the old one answers`() throws {
    let stage = try KeeperStage(step: .seconds(1))
    let hanging = stage.role { role in
      let goOn = role.goOn
      role.save = { _ in goOn.take() }
    }
    #expect(stage.replace(by: hanging) == "2")
    #expect(stage.replace { $0.label = 3 } == "save_failed")
    #expect(stage.call("who") == 2)
    hanging.goOn.add()
  }

  @Test func `a state that is refused is reported, and the new one starts without`() throws {
    let stage = try KeeperStage()
    #expect(stage.call("add") == 1)
    #expect(stage.replace { $0.restore = { throw Failure(.failed, "", "that is of another age") } } == "2")
    #expect(stage.call("add") == 1)
    #expect(
      stage.reports.withLock { $0 } == [
        "generation 2 of Keeper starts without the state of generation 1: that is of another age"
      ])
  }

  @Test func `a restore that hangs gives the old one its place back`() throws {
    let stage = try KeeperStage(step: .seconds(1))
    #expect(stage.call("add") == 1)
    let next = stage.role { role in
      let goOn = role.goOn
      role.restore = { goOn.take() }
    }
    #expect(stage.replace(by: next) == "restore_failed")
    #expect(stage.call("add") == 2)
    #expect(stage.diary.all == ["1 starts", "1 saves", "2 restores 1", "1 restores 1", "1 starts"])
    next.goOn.add()
    #expect(eventually { stage.diary.all.last == "2 shuts down" })
  }

  @Test func `calls that don't end leave the old one in its place, with nothing saved`() throws {
    let stage = try KeeperStage(hold: .milliseconds(200))
    let (lingering, reply) = linger(stage, stage.first)
    #expect(stage.replace() == "still_busy")
    #expect(stage.call("who") == 1)
    stage.first.goOn.add()
    lingering.join()
    #expect(reply.withLock { $0 } == 1)
    #expect(stage.diary.all == ["1 starts", "2 shuts down"])
    #expect(stage.replace { $0.label = 3 } == "3")
  }

  @Test(arguments: ["Keeper", "Passer"])
  func `a call within one that is under way goes to the old one while others are held`(_ target: String) throws {
    let stage = try KeeperStage()
    let (lingering, reply) = linger(stage, stage.first, ["target": .text(target)])
    let (replacing, outcome) = replacing(stage, by: stage.role())
    stage.first.goOn.add()
    lingering.join()
    replacing.join()
    #expect(reply.withLock { $0 } == 1)
    #expect(outcome.withLock { $0 } == "2")
    #expect(stage.call("who") == 2)
  }

  @Test(arguments: ["Keeper", "Passer"])
  func `without a save nothing is held, and calls within an old one stay with it`(_ target: String) throws {
    let stage = try KeeperStage(saves: false)
    let (lingering, reply) = linger(stage, stage.first, ["target": .text(target)])
    #expect(stage.replace() == "2")
    #expect(stage.call("who") == 2)
    #expect(stage.call("who", of: "Passer") == 2)
    stage.first.goOn.add()
    lingering.join()
    #expect(reply.withLock { $0 } == 1)
    #expect(eventually { stage.diary.all == ["1 starts", "2 starts", "1 shuts down"] })
    #expect(stage.call("who") == 2)
    #expect(eventually { stage.host.loader.loaded["Keeper"]?.follows.load(ordering: .acquiring) == false })
  }

  @Test func `a deferred call of an old generation is replied to by it`() throws {
    let stage = try KeeperStage(saves: false)
    let ended = Guarded<Int?>(nil)
    stage.host.mediator.start("Keeper", "later") { result in
      let label = try? result.get().int
      ended.withLock { $0 = label }
    }
    stage.first.begun.take()
    let old = try #require(stage.host.loader.loaded["Keeper"])
    #expect(stage.replace() == "2")
    // Its own generation has the call, and nobody else.
    #expect(stage.call("reply") == nil && old.state == .draining)
    #expect(ended.withLock { $0 } == nil && old.callCount == 1)
    stage.host.close(waiting: .milliseconds(1))
  }

  @Test func `a function is held with its component, and is over with it`() throws {
    let stage = try KeeperStage()
    let function = try #require(try stage.host.mediator.call("Keeper", "function").function)
    #expect(try stage.host.mediator.call(function) == 1)
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in goOn.take() }
    }
    let (replacing, _) = replacing(stage, by: next)
    #expect(eventually { stage.diary.all.last == "2 starts" })
    let hasted = failure { () throws(Failure) in
      try stage.host.mediator.call(function, timeLimit: .milliseconds(30))
    }
    #expect(hasted?.code == .timedOut)
    next.goOn.add()
    replacing.join()
    let late = failure { () throws(Failure) in try stage.host.mediator.call(function) }
    #expect(late?.reason == "component_gone")
  }

  @Test func `a function that was held goes on where the new one fails`() throws {
    let stage = try KeeperStage()
    let function = try #require(try stage.host.mediator.call("Keeper", "function").function)
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in
        goOn.take()
        throw Failure(.failed, "", "no")
      }
    }
    let (replacing, _) = replacing(stage, by: next)
    #expect(eventually { stage.diary.all.last == "2 starts" })
    let label = Guarded<Int?>(nil)
    let calling = Thread {
      let reply = try? stage.host.mediator.call(function).int
      label.withLock { $0 = reply }
    }
    #expect(eventually { stage.host.loader.loaded["Keeper"]?.decision.waiters == 1 })
    next.goOn.add()
    replacing.join()
    calling.join()
    #expect(label.withLock { $0 } == 1)
  }
}
