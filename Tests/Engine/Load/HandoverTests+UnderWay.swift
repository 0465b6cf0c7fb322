import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

// What is under way in a component whose calls are held, other than a call that runs.
extension HandoverTests {
  @Test func `the state is saved behind the reply of a deferred call that is open`() throws {
    let stage = try KeeperStage()
    let diary = stage.diary
    stage.host.mediator.start("Keeper", "later") { result in diary.add("\((try? result.get().int) ?? -1) replies") }
    stage.first.begun.take()
    let old = try #require(stage.host.loader.loaded["Keeper"])
    let (replacing, outcome) = replacing(stage, by: stage.role())
    #expect(!old.isAtRest)
    let held = Guarded<Int?>(nil)
    stage.host.mediator.start("Keeper", "who") { result in
      let label = try? result.get().int
      held.withLock { $0 = label }
    }
    let hasted = failure { () throws(Failure) in
      try stage.host.mediator.call("Keeper", "who", timeLimit: .milliseconds(30))
    }
    #expect(hasted?.code == .timedOut)
    #expect(diary.all == ["1 starts"] && held.withLock { $0 } == nil)
    #expect(stage.first.reply())
    replacing.join()
    #expect(outcome.withLock { $0 } == "2")
    #expect(eventually { held.withLock { $0 } == 2 })
    #expect(diary.all == ["1 starts", "1 replies", "1 saves", "2 restores 0", "2 starts", "1 shuts down"])
  }

  @Test func `a function that runs is waited for, and till then others run in the old one`() throws {
    let invocations = Guarded(0)
    let stage = try KeeperStage { first in
      let (begun, goOn) = (first.begun, first.goOn)
      first.invoked = {
        let isFirst = invocations.withLock { invocations in
          invocations += 1
          return invocations == 1
        }
        if !isFirst { return }
        begun.add()
        goOn.take()
      }
    }
    let mediator = stage.host.mediator
    let function = try #require(try mediator.call("Keeper", "function").function)
    let reply = Guarded<Int?>(nil)
    let running = Thread {
      let label = try? mediator.call(function).int
      reply.withLock { $0 = label }
    }
    stage.first.begun.take()
    let (replacing, outcome) = replacing(stage, by: stage.role())
    #expect(try mediator.call(function, timeLimit: .seconds(10)) == 1)
    #expect(stage.diary.all == ["1 starts"])
    stage.first.goOn.add()
    running.join()
    replacing.join()
    #expect(reply.withLock { $0 } == 1 && outcome.withLock { $0 } == "2")
    let late = failure { () throws(Failure) in try mediator.call(function) }
    #expect(late?.reason == "component_gone" && invocations.withLock { $0 } == 2)
  }
}
