import Synchronization
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

// Calls that are made within a call stay with the generation that the outermost one has entered.
extension HandoverTests {
  private static let asksAgain: Fields = ["target": "Keeper"]

  /// The next generation, which was not put into the table yet.
  private func make(_ stage: KeeperStage, _ role: Keeper.Role) throws -> Generation {
    let next = try Keeper.playing(role) { () throws(Refusal) in
      try stage.host.loader.stage("Keeper", { Keeper.register($0, $1) }, Loader.Source())
    }
    try stage.host.loader.begin(next)
    return next
  }

  @Test func `also where it was taken out and another one was loaded since`() throws {
    let stage = try KeeperStage(saves: false)
    let old = try #require(stage.host.loader.loaded["Keeper"])
    let (lingering, reply) = linger(stage, stage.first, Self.asksAgain)
    _ = stage.host.loader.inTurn(of: old.name) { gone in stage.host.loader.takeOut(old, &gone) }
    stage.host.loader.vacate("Keeper")
    try Keeper.playing(stage.role()) { try stage.host.register(Keeper.self) }
    #expect(stage.call("who") == 2)
    stage.first.goOn.add()
    lingering.join()
    #expect(reply.withLock { $0 } == 1)
    #expect(eventually { stage.host.loader.loaded["Keeper"]?.follows.load(ordering: .acquiring) == false })
  }

  @Test func `also where the one after it has handed its state over to a third one`() throws {
    let stage = try KeeperStage(saves: false)
    let (lingering, reply) = linger(stage, stage.first, Self.asksAgain)
    #expect(stage.replace { $0.saves = true } == "2")
    #expect(stage.replace { $0.label = 3 } == "3")
    #expect(stage.call("who") == 3)
    stage.first.goOn.add()
    lingering.join()
    #expect(reply.withLock { $0 } == 1)
  }

  @Test func `also while the next one is in the table and the one before is not out of it`() throws {
    let stage = try KeeperStage(saves: false)
    let (lingering, reply) = linger(stage, stage.first, Self.asksAgain)
    let (isIn, before) = stage.host.loader.put(try make(stage, stage.role()))
    #expect(isIn)
    stage.first.goOn.add()
    lingering.join()
    #expect(reply.withLock { $0 } == 1)
    try #require(before).retire(waiting: .seconds(60))
    #expect(stage.call("who") == 2)
  }

  @Test func `also out of one of its functions, as long as these are called`() throws {
    let stage = try KeeperStage(saves: false)
    let function = try #require(try stage.host.mediator.call("Keeper", "asker").function)
    let (_, before) = stage.host.loader.put(try make(stage, stage.role()))
    let old = try #require(before)
    old.takeOut()
    stage.host.loader.settle("Keeper")
    #expect(stage.call("who") == 2)
    #expect(try stage.host.mediator.call(function) == 1)
    old.beginEnd().wait(.seconds(60))
    #expect(stage.call("who") == 2)
    let late = failure { () throws(Failure) in try stage.host.mediator.call(function) }
    #expect(late?.reason == "component_gone")
  }

  /// Keeps the last call that it got.
  private struct Deferrer: Component {
    static let kept = Guarded<DeferredCall?>(nil)
    init(mediator: Mediator) {}
    var actions: [Action] { Action.deferring("who") { call in Deferrer.kept.withLock { $0 = call } } }
  }

  @Test(arguments: [false, true])
  func `but nothing runs in it any more once it is shut down`(isRemoved: Bool) throws {
    let stage = try KeeperStage(saves: false) { first in
      let (begun, goOn) = (first.begun, first.goOn)
      first.shutdown = {
        begun.add()
        goOn.take()
      }
    }
    Deferrer.kept.withLock { $0 = nil }
    try stage.host.register(Deferrer.self)
    let (lingering, reply) = linger(stage, stage.first, ["target": "Deferrer"])
    stage.first.goOn.add()
    #expect(eventually { Deferrer.kept.withLock { $0 != nil } })
    let call = try #require(Deferrer.kept.withLock { $0 })
    #expect(call.reply(5))
    lingering.join()
    #expect(reply.withLock { $0 } == 5)
    let old = try #require(stage.host.loader.loaded["Keeper"])
    let leaving = Thread {
      if isRemoved {
        _ = stage.host.loader.inTurn(of: old.name) { gone in stage.host.loader.takeOut(old, &gone) }
      } else {
        #expect(stage.replace() == "2")
      }
    }
    stage.first.begun.take()
    // The call that it is made within began in the one that is just being shut down.
    let late = Guarded<Int??>(nil)
    stage.host.mediator.start("Keeper", "who", within: call) { result in
      let label = try? result.get().int
      late.withLock { $0 = label }
    }
    if isRemoved { stage.host.loader.vacate("Keeper") }
    #expect(eventually { late.withLock { $0 != nil } })
    #expect(late.withLock { $0 } == (isRemoved ? .some(nil) : 2))
    stage.first.goOn.add()
    leaving.join()
  }

  @Test func `nor once it has saved its state`() throws {
    let stage = try KeeperStage { first in
      let (begun, goOn) = (first.begun, first.goOn)
      first.save = { _ in
        begun.add()
        goOn.take()
      }
    }
    Deferrer.kept.withLock { $0 = nil }
    try stage.host.register(Deferrer.self)
    let (lingering, _) = linger(stage, stage.first, ["target": "Deferrer"])
    stage.first.goOn.add()
    #expect(eventually { Deferrer.kept.withLock { $0 != nil } })
    let call = try #require(Deferrer.kept.withLock { $0 })
    #expect(call.reply(5))
    lingering.join()
    let (replacing, outcome) = replacing(stage, by: stage.role())
    stage.first.begun.take()
    // The call that it is made within began in the one that just saves.
    let count = Guarded<Int?>(nil)
    stage.host.mediator.start("Keeper", "add", within: call) { result in
      let reply = try? result.get().int
      count.withLock { $0 = reply }
    }
    #expect(count.withLock { $0 } == nil)
    stage.first.goOn.add()
    replacing.join()
    #expect(outcome.withLock { $0 } == "2")
    #expect(eventually { count.withLock { $0 } == 1 })
    #expect(stage.call("add") == 2)
  }

  @Test func `a call that has entered the next one stays with that, also by a function of the one before`() throws {
    let stage = try KeeperStage(saves: false)
    let function = try #require(try stage.host.mediator.call("Keeper", "asker").function)
    let (lingering, reply) = linger(stage, stage.first)
    #expect(stage.replace() == "2")
    let box = Keeper.Box { (try? stage.host.mediator.call(function)) ?? -1 }
    #expect(try stage.host.mediator.call("Keeper", "run", ["box": .object(Object(box))]) == 2)
    #expect(try stage.host.mediator.call(function) == 1, "outside of such a call")
    stage.first.goOn.add()
    lingering.join()
    #expect(reply.withLock { $0 } == 1)
  }

  @Test func `within its own calls URLs and questions are its own as well once it was taken out`() throws {
    struct Many: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { (0..<300).map { number in Action("a\(number)") { _ in .int(number) } } }
    }
    let stage = try KeeperStage(saves: false)
    let (begun, goOn, mediator) = (Supply(), Supply(), stage.host.mediator)
    let box = Keeper.Box {
      begun.add()
      goOn.take()
      return [
        (try? mediator.open("app://Keeper/who")) ?? "no URL",
        .bool(mediator.has("Keeper", "who", loading: true) == .yes),
        (try? mediator.call("Keeper", "nothing")) ?? "no stand-in",
      ]
    }
    let reply = Guarded<Value?>(nil)
    let calling = Thread {
      let value = try? mediator.call("Keeper", "run", ["box": .object(Object(box))])
      reply.withLock { $0 = value }
    }
    begun.take()
    let old = try #require(stage.host.loader.loaded["Keeper"])
    _ = stage.host.loader.inTurn(of: old.name) { gone in stage.host.loader.takeOut(old, &gone) }
    // A table that grows drops what was taken out.
    try stage.host.register(Many.self)
    goOn.add()
    calling.join()
    #expect(reply.withLock { $0 } == [1, true, -1])
  }

  /// Answers for what is missing, and misses something itself.
  private struct NotFound: Component {
    static let (begun, goOn) = (Supply(), Supply())
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("notFound") { [mediator] call in
        guard try call.text("action") == "first" else { return "from here" }
        NotFound.begun.add()
        NotFound.goOn.take()
        return try mediator.call("Gone", "second")
      }
    }
  }

  @Test func `the fallback's own calls have it as their fallback when it was taken out`() throws {
    let host = Host()
    try host.register(NotFound.self)
    let reply = Guarded<Value?>(nil)
    let calling = Thread {
      let value = try? host.mediator.call("Gone", "first")
      reply.withLock { $0 = value }
    }
    NotFound.begun.take()
    let fallback = try #require(host.loader.loaded["NotFound"])
    _ = host.loader.inTurn(of: fallback.name) { gone in host.loader.takeOut(fallback, &gone) }
    // From then on the answer is remembered.
    for _ in 1...2 {
      #expect(failure { () throws(Failure) in try host.mediator.call("Gone", "second") }?.reason == "no_such_component")
    }
    NotFound.goOn.add()
    calling.join()
    #expect(reply.withLock { $0 } == "from here")
  }

  @Test func `a thread of its own that is in no call goes by the names once it was taken out`() throws {
    let stage = try KeeperStage(saves: false)
    let (lingering, reply) = linger(stage, stage.first)
    let old = try #require(stage.host.loader.loaded["Keeper"])
    let own = Mediator(UnsafePointer(old.functions.pointee.seat).handle)
    _ = stage.host.loader.inTurn(of: old.name) { gone in stage.host.loader.takeOut(old, &gone) }
    stage.host.loader.vacate("Keeper")
    #expect(failure { () throws(Failure) in try own.call("Keeper", "who") }?.reason == "no_such_component")
    let started = Guarded<String?>(nil)
    own.start("Keeper", "who") { result in
      if case .failure(let failure) = result { started.withLock { $0 = failure.reason } }
    }
    #expect(eventually { started.withLock { $0 } == "no_such_component" })
    stage.first.goOn.add()
    lingering.join()
    #expect(reply.withLock { $0 } == 1)
    #expect(eventually { old.state == .retired })
  }
}
