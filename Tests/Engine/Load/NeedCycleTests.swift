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
}
