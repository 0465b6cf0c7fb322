import ComponentABI
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

// What a hand-over may meet on its way: another one, the host's end, calls of neighbours, turns and instances.
extension HandoverTests {
  @Test func `a replacement from inside a call of the component fails instead of waiting for that`() throws {
    let stage = try KeeperStage()
    let box = Keeper.Box { .text(stage.replace()) }
    #expect(try stage.host.mediator.call("Keeper", "run", ["box": .object(Object(box))]) == "still_busy")
    #expect(stage.replace() == "2")
  }

  @Test func `two that replace do so one after the other`() throws {
    let stage = try KeeperStage()
    #expect(stage.call("add") == 1)
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in goOn.take() }
    }
    let (first, one) = replacing(stage, by: next)
    #expect(eventually { stage.diary.all.last == "2 starts" })
    let two = Guarded<String?>(nil)
    let other = Thread {
      let word = stage.replace(by: stage.role { $0.label = 3 })
      two.withLock { $0 = word }
    }
    #expect(eventually { stage.callersHeld == 1 })
    next.goOn.add()
    first.join()
    other.join()
    #expect([one, two].map { $0.withLock { $0 } } == ["2", "3"])
    #expect(stage.call("add") == 2)
    #expect(stage.call("who") == 3)
  }

  private struct Second: Component {
    static let label = Guarded(1)
    private let own = label.withLock { $0 }
    init(mediator: Mediator) {}
    var actions: [Action] { Action("who") { [own] _ in .int(own) } }
    var lifecycle: [LifeStep] { LifeStep.save { nil } }
  }

  @Test(arguments: [false, true])
  func `another's hand-over waits for one that takes long, no longer than for its steps, and answers meanwhile`(
    _ hangs: Bool
  ) throws {
    let stage = try KeeperStage(step: hangs ? .seconds(1) : .seconds(60))
    Second.label.withLock { $0 = 1 }
    try stage.host.register(Second.self)
    Second.label.withLock { $0 = 2 }
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in goOn.take() }
    }
    let (first, outcome) = replacing(stage, by: next)
    #expect(eventually { stage.diary.all.last == "2 starts" })
    let other = Thread {
      #expect(throws: Never.self) { try stage.host.loader.replace("Second") { Second.register($0, $1) } }
    }
    if !hangs {
      #expect(eventually { stage.callersHeld == 1 })
      // It is not held itself before its turn comes.
      #expect(stage.call("who", of: "Second") == 1)
      next.goOn.add()
    }
    for thread in [first, other] { thread.join() }
    #expect(outcome.withLock { $0 } == (hangs ? "start_failed" : "2"))
    #expect(stage.call("who", of: "Second") == 2)
    if hangs { next.goOn.add() }
    stage.host.close()
  }

  @Test func `a host that closes meanwhile shuts both down`() throws {
    let stage = try KeeperStage()
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in goOn.take() }
    }
    let (replacing, outcome) = replacing(stage, by: next)
    #expect(eventually { stage.diary.all.last == "2 starts" })
    let calling = Thread { #expect(stage.call("who") == nil) }
    #expect(eventually { stage.callersHeld == 1 })
    let closing = Thread { stage.host.close() }
    #expect(eventually { stage.host.loader.isClosed })
    next.goOn.add()
    for thread in [replacing, calling, closing] { thread.join() }
    #expect(outcome.withLock { $0 } == "nothing")
    #expect(eventually { Set(stage.diary.all.suffix(2)) == ["1 shuts down", "2 shuts down"] })
  }

  @Test func `a start that calls a neighbour which is being replaced waits for it`() throws {
    struct Starter: Component {
      static let heard = Guarded<Int?>(nil)
      static let begun = Supply()
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var actions: [Action] { Action("x") { _ in nil } }
      var lifecycle: [LifeStep] {
        LifeStep.start { [mediator] in
          Starter.begun.add()
          let label = try mediator.call("Keeper", "who").int
          Starter.heard.withLock { $0 = label }
        }
      }
    }
    let stage = try KeeperStage()
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in goOn.take() }
    }
    let (replacing, _) = replacing(stage, by: next)
    let starting = Thread { try? stage.host.register(Starter.self) }
    Starter.begun.take()
    #expect(eventually { stage.callersHeld == 1 })
    #expect(Starter.heard.withLock { $0 } == nil)
    next.goOn.add()
    replacing.join()
    starting.join()
    #expect(Starter.heard.withLock { $0 } == 2)
  }

  @Test func `a caller's place stands for the next generation as soon as that was called by it`() throws {
    for saves in [true, false] {
      let stage = try KeeperStage(saves: saves)
      let (table, ear) = (stage.host.mediator.host, Ear())
      var place = component_place()
      func call() -> Int? {
        withUnsafeMutablePointer(to: &place) { place in
          var request = ear.request("Keeper", "who")
          request.place = place
          _ = table.pointee.call(table, &request)
          return place.entry?.pointee.generation.takeUnretainedValue().number
        }
      }
      #expect(call() == 1)
      #expect(stage.replace() == "2")
      #expect(eventually { stage.host.loader.loaded["Keeper"]?.follows.load(ordering: .acquiring) == false })
      #expect(call() == 2)
      #expect(ear.outcomes == [.success(1), .success(2)])
    }
  }

  @Test func `a call between its look-up and its start finds what answers then`() throws {
    for saves in [true, false] {
      let stage = try KeeperStage(saves: saves)
      // What it remembers is found already, and dead when it starts.
      let who = stage.host.mediator.resolved("Keeper", "who")
      #expect(try who.call() == 1)
      #expect(stage.replace() == "2")
      #expect(try who.call() == 2)
    }
  }

  @Test func `a serial target and a kept instance belong to their generation`() throws {
    let stage = try KeeperStage(saves: false) { first in
      let diary = first.diary
      first.clear = { diary.add("1 clears") }
    }
    let diary = stage.diary
    #expect(stage.call("desk", of: "Keeper.Line") == 1)
    let lingering = Thread { #expect(stage.call("linger", of: "Keeper.Line") == 1) }
    stage.first.begun.take()
    // One waits for its turn at the old one, where it began.
    let queued = Guarded<Int?>(nil)
    stage.host.mediator.start("Keeper.Line", "desk") { result in
      let number = try? result.get().int
      queued.withLock { $0 = number }
    }
    #expect(stage.replace { $0.clear = { diary.add("2 clears") } } == "2")
    #expect(stage.call("who", of: "Keeper.Line") == 2, "the new one's turn is its own")
    #expect(stage.call("desk", of: "Keeper.Line") == 2, "and so is its instance")
    #expect(queued.withLock { $0 } == nil)
    #expect(diary.all == ["1 starts", "2 starts"], "a call is in the old one's instance")
    stage.first.goOn.add()
    lingering.join()
    #expect(eventually { queued.withLock { $0 } == 1 })
    #expect(eventually { diary.all == ["1 starts", "2 starts", "1 clears", "1 shuts down"] })
    #expect(stage.call("desk", of: "Keeper.Line") == 2)
    stage.host.close()
    #expect(diary.all.dropFirst(4) == ["2 clears", "2 shuts down"])
  }

  @Test func `with a save the turns of a serial target end before the new one has any`() throws {
    let stage = try KeeperStage()
    let lingering = Thread { #expect(stage.call("linger", of: "Keeper.Line") == 1) }
    stage.first.begun.take()
    let (replacing, outcome) = replacing(stage, by: stage.role())
    let held = Guarded<Int?>(nil)
    let calling = Thread {
      let label = stage.call("who", of: "Keeper.Line")
      held.withLock { $0 = label }
    }
    stage.first.goOn.add()
    for thread in [lingering, replacing, calling] { thread.join() }
    #expect(held.withLock { $0 } == 2)
    #expect(outcome.withLock { $0 } == "2")
  }

  @Test func `no update of what is handed over is lost, however often it is`() throws {
    let stage = try KeeperStage()
    let isOver = Guarded(false)
    let done = Guarded(0)
    let callers = (0..<3).map { _ in
      Thread {
        while !isOver.withLock({ $0 }) {
          guard stage.call("add") != nil else {
            Issue.record("a call was lost")
            return
          }
          done.withLock { $0 += 1 }
        }
      }
    }
    for number in 2...60 { #expect(stage.replace { $0.label = number } == "\(number)") }
    isOver.withLock { $0 = true }
    for caller in callers { caller.join() }
    #expect(stage.call("add") == done.withLock { $0 } + 1)
    #expect(stage.host.generations.filter { $0.name == "Keeper" && $0.state == .live }.map(\.number) == [60])
  }
}
