import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Needs that change with a generation.
@Suite(.serialized, .offPool) struct NeedCycleTests {
  private struct First: Component {
    static let wants = Guarded<[Need]>([])
    static let saves = Guarded(false)
    static let saved = Guarded(0)
    static var needs: [Need] { wants.withLock { $0 } }
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in "there" } }
    var lifecycle: [LifeStep] {
      LifeStep.start {}
      if First.saves.withLock({ $0 }) {
        LifeStep.save {
          First.saved.withLock { $0 += 1 }
          return nil
        }
      }
    }
  }

  private struct Second: Component {
    static let needs = [Need("First")]
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
    var lifecycle: [LifeStep] { LifeStep.start {} }
  }

  private struct Third: Component {
    static let needs = [Need("Second")]
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
  }

  private func replace(_ host: Host, needing names: String...) -> Refusal? {
    First.wants.withLock { $0 = names.map { Need($0) } }
    defer { First.wants.withLock { $0 = [] } }
    do throws(Refusal) {
      _ = try host.loader.replace("First") { First.register($0, $1) }
      return nil
    } catch {
      return error
    }
  }

  @Test func `a generation that would close a circle of needs is refused, as it would be at a start`() throws {
    let host = Host()
    try host.register(First.self)
    try host.register(Second.self)
    try host.register(Third.self)
    let straight = replace(host, needing: "Second")
    #expect(straight?.reason == "circular_needs")
    #expect(straight?.message == "the needs of components form a cycle: First → Second → First")
    #expect(replace(host, needing: "Third")?.message.hasSuffix("First → Third → Second → First") == true)
    #expect(try host.mediator.call("First", "x") == "there")
    #expect(host.loader.loaded["First"]?.number == 1)
    #expect(replace(host) == nil)
  }

  @Test(arguments: [("Absent", "missing_need"), ("Broken", "need_refused"), ("Second", "circular_needs")])
  func `nothing is held or saved for one whose needs keep it from starting`(_ need: String, _ reason: String) throws {
    First.saves.withLock { $0 = true }
    First.saved.withLock { $0 = 0 }
    defer { First.saves.withLock { $0 = false } }
    let workshop = try ElfWorkshop()
    try workshop.write(WatchedHost.versions[0], to: "libBroken.so")
    let host = Host(Settings(directories: [workshop.path]))
    try host.register(First.self)
    try host.register(Second.self)
    let changes = host.loader.changeCount
    #expect(replace(host, needing: need)?.reason == reason)
    // A hold counts as one.
    #expect(host.loader.changeCount == changes)
    #expect(First.saved.withLock { $0 } == 0)
    #expect(host.loader.loaded["First"]?.number == 1)
    #expect(try host.mediator.call("First", "x") == "there")
    #expect(replace(host) == nil)
    #expect(First.saved.withLock { $0 } == 1 && host.loader.changeCount > changes)
  }

  private struct Left: Component {
    static let wants = Guarded<[Need]>([])
    static let begins = Guarded<@Sendable () -> Void>({})
    static var needs: [Need] { wants.withLock { $0 } }
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
    var lifecycle: [LifeStep] { LifeStep.start { Left.begins.withLock { $0 }() } }
  }

  private struct Right: Component {
    static let wants = Guarded<[Need]>([])
    static var needs: [Need] { wants.withLock { $0 } }
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in nil } }
    var lifecycle: [LifeStep] { LifeStep.start {} }
  }

  @Test func `two that are replaced at once can't begin to need each other`() throws {
    var settings = Settings(directories: [])
    settings.stepLimit = .seconds(60)
    let host = Host(settings)
    try host.register(Left.self)
    try host.register(Right.self)
    let (begun, goesOn) = (Supply(), Supply())
    Left.wants.withLock { $0 = [Need("Right")] }
    Left.begins.withLock {
      $0 = {
        begun.add()
        goesOn.take()
      }
    }
    let replacing = Thread {
      #expect((try? host.loader.replace("Left") { Left.register($0, $1) }) != nil)
    }
    #expect(begun.take(within: 60))
    Right.wants.withLock { $0 = [Need("Left")] }
    do throws(Refusal) {
      _ = try host.loader.replace("Right") { Right.register($0, $1) }
      Issue.record("it was replaced")
    } catch {
      #expect(error.message == "the needs of components form a cycle: Left → Right → Left")
      #expect(error.bottom == .whenCallsEnd, "Left may come to nothing, and is tried again")
    }
    goesOn.add()
    replacing.join()
    do throws(Refusal) {
      _ = try host.loader.replace("Right") { Right.register($0, $1) }
      Issue.record("it was replaced")
    } catch {
      #expect(error.bottom != .whenCallsEnd, "and now it has not")
    }
    #expect(host.loader.loaded.mapValues(\.number) == ["Left": 2, "Right": 1])
    host.close()
  }
}
