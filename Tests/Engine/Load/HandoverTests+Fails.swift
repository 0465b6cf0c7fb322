import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

// What becomes of a component whose next generation does not come to answer.
extension HandoverTests {
  @Test(arguments: [true, false])
  func `a start that hangs leaves the old one in its place, and is shut down when it returns`(_ saves: Bool) throws {
    let stage = try KeeperStage(saves: saves, step: .seconds(1))
    #expect(stage.call("add") == 1)
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in goOn.take() }
    }
    #expect(stage.replace(by: next) == "start_failed")
    #expect(stage.call("add") == 2 && stage.call("who") == 1)
    let diary =
      saves
      ? ["1 starts", "1 saves", "2 restores 1", "2 starts", "1 restores 1", "1 starts"] : ["1 starts", "2 starts"]
    #expect(stage.diary.all == diary)
    #expect(stage.reports.withLock { $0 } == [])
    next.goOn.add()
    #expect(eventually { stage.diary.all == diary + ["2 shuts down"] })
    #expect(stage.replace { $0.label = 3 } == "3")
    #expect(stage.call("add") == (saves ? 3 : 1))
  }

  @Test func `an old one that adds a route in its start is started once more with it there`() throws {
    let stage = try KeeperStage { first in
      first.start = { mediator in try mediator.add(Path("/who/:x", "notFound")) }
    }
    #expect(stage.replace { $0.start = { _ in throw Failure(.failed, "", "not today") } } == "start_failed")
    #expect(stage.diary.all.suffix(2) == ["1 restores 0", "1 starts"])
    #expect(stage.reports.withLock { $0 } == [])
    #expect(stage.host.allRoutes.map(\.route.description) == ["//Keeper/who/:x"])
  }

  @Test(arguments: [LifeStep.Kind.restore, .start])
  func `an old one that can't take everything back goes on as well as it can, and that is said`(
    _ step: LifeStep.Kind
  ) throws {
    let isTaken = Guarded(false)
    let stage = try KeeperStage { first in
      let open: @Sendable (LifeStep.Kind) throws -> Void = { now in
        if now == step, isTaken.withLock({ $0 }) { throw Failure(.failed, "", "the port is taken") }
      }
      first.start = { _ in try open(.start) }
      first.restore = { try open(.restore) }
    }
    #expect(stage.call("add") == 1)
    let word = stage.replace { next in
      next.start = { _ in
        isTaken.withLock { $0 = true }
        throw Failure(.failed, "", "not today")
      }
    }
    #expect(word == "start_failed")
    #expect(
      stage.reports.withLock { $0 } == ["generation 1 of Keeper goes on as well as it can: the port is taken"])
    #expect(
      stage.diary.all == [
        "1 starts", "1 saves", "2 restores 1", "2 starts", "2 shuts down", "1 restores 1", "1 starts",
      ])
    #expect(stage.call("who") == 1 && stage.call("add") == 2)
    #expect(stage.replace { $0.label = 3 } == "3")
    #expect(stage.call("add") == 3)
  }

  @Test func `a route that comes in the way while the new one starts leaves the old one its state and its routes`()
    throws
  {
    let stage = try KeeperStage { $0.paths = [Path("/first", "who")] }
    let host = stage.host
    #expect(stage.call("add") == 1)
    let word = stage.replace { next in
      next.paths = [Path("/next", "who")]
      next.start = { _ in try host.add([Route(parsing: "//Keeper/next", to: "Keeper", "add")]) }
    }
    #expect(word == "conflicting_routes")
    #expect(
      stage.diary.all == [
        "1 starts", "1 saves", "2 restores 1", "2 starts", "2 shuts down", "1 restores 1", "1 starts",
      ])
    #expect(stage.call("add") == 2)
    #expect(try host.mediator.open("app://Keeper/first") == 1)
    #expect(host.removeRoutes() == 1)
    let next = stage.role { role in
      (role.label, role.paths) = (3, [Path("/next", "who")])
    }
    #expect(stage.replace(by: next) == "3")
    #expect(try host.mediator.open("app://Keeper/next") == 3)
    #expect(stage.call("add") == 3)
  }
}
