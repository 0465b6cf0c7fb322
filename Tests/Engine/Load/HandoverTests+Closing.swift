import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

// A host that is closed in the middle of a replacement.
extension HandoverTests {
  @Test func `a host that closes while calls end has nothing saved`() throws {
    let stage = try KeeperStage()
    let (lingering, reply) = linger(stage, stage.first)
    let (replacing, outcome) = replacing(stage, by: stage.role())
    stage.host.close(waiting: .zero)
    stage.first.goOn.add()
    lingering.join()
    replacing.join()
    #expect(reply.withLock { $0 } == 1 && outcome.withLock { $0 } == "nothing")
    #expect(eventually { stage.diary.all.count == 3 })
    #expect(stage.diary.all.sorted() == ["1 shuts down", "1 starts", "2 shuts down"])
  }

  @Test(arguments: [LifeStep.Kind.save, .restore])
  func `a host that closes during a step has no further one run, and both are shut down`(_ step: LifeStep.Kind) throws {
    func waiting(_ role: Keeper.Role) -> @Sendable () -> Void {
      let (begun, goOn) = (role.begun, role.goOn)
      return {
        begun.add()
        goOn.take()
      }
    }
    let stage = try KeeperStage { first in
      let wait = waiting(first)
      if step == .save { first.save = { _ in wait() } }
    }
    let next = stage.role { if step == .restore { $0.restore = waiting($0) } }
    let role = step == .save ? stage.first : next
    let replacing = Thread { #expect(stage.replace(by: next) == "nothing") }
    role.begun.take()
    stage.host.close(waiting: .zero)
    role.goOn.add()
    replacing.join()
    let steps = ["1 starts", "1 saves"] + (step == .save ? [] : ["2 restores 0"])
    #expect(eventually { stage.diary.all.count == steps.count + 2 })
    #expect(stage.diary.all.prefix(steps.count) == steps[...])
    #expect(stage.diary.all.dropFirst(steps.count).sorted() == ["1 shuts down", "2 shuts down"])
    #expect(stage.reports.withLock { $0.filter { $0.contains("without the state") } } == [])
  }

  @Test func `a host that closes while the next one registers has nothing held or saved`() throws {
    let stage = try KeeperStage()
    let change = Keeper.playing(stage.role()) {
      try? stage.host.loader.replace("Keeper") { host, registration in
        stage.host.close()
        return Keeper.register(host, registration)
      }
    }
    #expect(change == nil)
    #expect(stage.diary.all == ["1 starts", "1 shuts down", "2 shuts down"])
  }

  @Test func `no call runs in the one before once the host is closed, though nobody has taken that out yet`() throws {
    let stage = try KeeperStage(saves: false)
    // What is resolved has found the old one's action already.
    let who = stage.host.mediator.resolved("Keeper", "who")
    #expect(try who.call() == 1)
    let next = try Keeper.playing(stage.role()) { () throws(Refusal) in
      try stage.host.loader.stage("Keeper", { Keeper.register($0, $1) }, Loader.Source())
    }
    try stage.host.loader.begin(next)
    let (isIn, before) = stage.host.loader.put(next)
    #expect(isIn)
    stage.host.close()
    #expect(failure { () throws(Failure) in try who.call() }?.reason == "closed")
    // Its turn comes now.
    try #require(before).retire(waiting: .seconds(60))
    #expect(stage.diary.all.count == 4)
    #expect(stage.diary.all.sorted() == ["1 shuts down", "1 starts", "2 shuts down", "2 starts"])
  }
}
