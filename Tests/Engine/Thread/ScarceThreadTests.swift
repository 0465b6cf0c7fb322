import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// What becomes of components while the system has no thread left.
@Suite(.serialized, .offPool, .timeLimit(.minutes(1))) struct ScarceThreadTests {
  private final class System: Sendable {
    /// So many starts of a thread fail.
    let failures = Guarded(0)

    func host(limit: Duration = .seconds(60)) -> Host {
      var settings = Settings()
      settings.stepLimit = limit
      settings.spawn = { [failures] body in
        let fails = failures.withLock { failures in
          if failures > 0 { failures -= 1 }
          return failures > 0
        }
        return fails ? false : Worker.run(body)
      }
      return Host(settings)
    }
  }

  private struct Keeping: Component {
    static let diary = Guarded<[String]>([])
    static let kept = Guarded<DeferredCall?>(nil)
    static let starts = Guarded(true)
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("x") { _ in 1 }
      Action.deferring("later") { call in Keeping.kept.withLock { $0 = call } }
    }
    var lifecycle: [LifeStep] {
      if Keeping.starts.withLock({ $0 }) {
        LifeStep.start { Keeping.diary.withLock { $0.append("start") } }
      }
    }
    func shutdown() { Keeping.diary.withLock { $0.append("shutdown") } }
  }

  private func prepare(starts: Bool) {
    Keeping.diary.withLock { $0 = [] }
    Keeping.starts.withLock { $0 = starts }
  }

  @Test func `a step waits for a thread`() throws {
    prepare(starts: true)
    let system = System()
    let host = system.host()
    system.failures.withLock { $0 = 5 }
    try host.register(Keeping.self)
    #expect(Keeping.diary.withLock { $0 } == ["start"])
  }

  @Test func `one that gets none is not run, and its component is refused until it is needed again`() throws {
    prepare(starts: true)
    let system = System()
    let host = system.host(limit: .seconds(1))
    system.failures.withLock { $0 = .max }
    let refusal = #expect(throws: Refusal.self) { try host.register(Keeping.self) }
    #expect(refusal?.message == "its start failed: Keeping.start was not run: the system has no thread left")
    #expect(refusal?.retry != .whenFileChanges)
    #expect(Keeping.diary.withLock { $0 } == ["shutdown"])
    system.failures.withLock { $0 = 0 }
    try host.register(Keeping.self)
    #expect(Keeping.diary.withLock { $0 } == ["shutdown", "start"])
  }

  @Test func `what was replaced is shut down by who replaces it, or who closes the host`() throws {
    prepare(starts: false)
    let system = System()
    let host = system.host()
    try host.register(Keeping.self)
    system.failures.withLock { $0 = .max }
    _ = try host.loader.replace("Keeping") { Keeping.register($0, $1) }
    #expect(Keeping.diary.withLock { $0 } == ["shutdown"])
    let ended = Supply()
    host.mediator.start("Keeping", "later") { _ in ended.add() }
    let second = try #require(host.loader.loaded["Keeping"])
    _ = try host.loader.replace("Keeping") { Keeping.register($0, $1) }
    #expect(second.state == .draining)
    #expect(Keeping.kept.withLock { $0?.reply(1) } == true)
    ended.take()
    Keeping.kept.withLock { $0 = nil }
    host.close()
    #expect(host.generations.allSatisfy { $0.state == .retired })
    #expect(Keeping.diary.withLock { $0 } == ["shutdown", "shutdown", "shutdown"])
  }

  @Test func `what still has calls then is shut down with the next that is replaced when there are threads`() throws {
    prepare(starts: false)
    let system = System()
    let host = system.host()
    try host.register(Keeping.self)
    system.failures.withLock { $0 = .max }
    host.mediator.start("Keeping", "later") { _ in }
    let first = try #require(host.loader.loaded["Keeping"])
    _ = try host.loader.replace("Keeping") { Keeping.register($0, $1) }
    let call = try #require(Keeping.kept.withLock { $0 })
    #expect(first.state == .draining)
    host.mediator.start("Keeping", "later") { _ in }
    system.failures.withLock { $0 = 0 }
    _ = try host.loader.replace("Keeping") { Keeping.register($0, $1) }
    #expect(call.reply(1))
    #expect(eventually { first.state == .retired })
    #expect(Keeping.kept.withLock { $0?.reply(1) } == true)
    Keeping.kept.withLock { $0 = nil }
    host.close()
  }

  private struct Saving: Component {
    static let saved = Guarded<@Sendable () -> Void>({})
    private let number = Guarded(0)
    init(mediator: Mediator) {}
    var actions: [Action] {
      let number = number
      Action("add") { _ in
        .int(
          number.withLock { number in
            number += 1
            return number
          })
      }
    }
    var lifecycle: [LifeStep] {
      let number = number
      LifeStep.save {
        Saving.saved.withLock { $0 }()
        return .int(number.withLock { $0 })
      }
      LifeStep.restore { state in number.withLock { $0 = state.int ?? 0 } }
    }
  }

  @Test func `a state that the next one gets no thread to take goes back`() throws {
    let system = System()
    let host = system.host(limit: .seconds(1))
    try host.register(Saving.self)
    #expect(try host.mediator.call("Saving", "add") == 1)
    Saving.saved.withLock { $0 = { system.failures.withLock { $0 = .max } } }
    let refusal = #expect(throws: Refusal.self) { try host.loader.replace("Saving", Saving.register) }
    #expect(refusal?.reason == "restore_failed" && refusal?.retry == .whenCallsEnd)
    Saving.saved.withLock { $0 = {} }
    system.failures.withLock { $0 = 0 }
    #expect(try host.mediator.call("Saving", "add") == 2)
    #expect(try host.loader.replace("Saving", Saving.register)?.kind == .replaced(generation: 3))
    #expect(try host.mediator.call("Saving", "add") == 3)
    host.close()
  }
}
