import Glibc
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// What a component's step hears when it takes too long.
@Suite(.serialized, .offPool) struct GivenUpStepTests {
  private static let slow = Guarded<LifeStep.Kind?>(nil)
  private static let heard = Guarded<[String]>([])

  private struct Slow: Component {
    private let slow = GivenUpStepTests.slow.withLock { $0 }
    init(mediator: Mediator) {}
    var actions: [Action] { Action("answer") { _ in true } }

    private func take(_ kind: LifeStep.Kind, _ call: borrowing Call) {
      guard kind == slow else { return }
      while !call.isCancelled { sched_yield() }
      GivenUpStepTests.heard.withLock { $0.append(kind.rawValue) }
    }

    var lifecycle: [LifeStep] {
      LifeStep.start { call in take(.start, call) }
      LifeStep.save { call in
        take(.save, call)
        return 1
      }
      LifeStep.restore { state, call in take(.restore, call) }
    }
  }

  @Test(arguments: [LifeStep.Kind.start, .save, .restore])
  func `it hears that it is given up`(kind: LifeStep.Kind) throws {
    Self.heard.withLock { $0 = [] }
    Self.slow.withLock { $0 = kind == .save ? .save : nil }
    var settings = Settings()
    settings.stepLimit = .seconds(1)
    let host = Host(settings)
    try host.register(Slow.self)
    Self.slow.withLock { $0 = kind == .save ? nil : kind }
    let outcome = Result { () throws(Refusal) in try host.loader.replace("Slow", Slow.register) }
    switch (kind, outcome) {
    case (.start, .failure(let refusal)): #expect(refusal.reason == "start_failed")
    case (.save, .failure(let refusal)): #expect(refusal.reason == "save_failed")
    case (.restore, .failure(let refusal)): #expect(refusal.reason == "restore_failed")
    default: Issue.record("\(kind) ended with \(outcome)")
    }
    #expect(eventually { Self.heard.withLock { $0 } == [kind.rawValue] })
    #expect(try host.mediator.call("Slow", "answer") == true)
    host.close()
  }

  private struct Timed: Component {
    static let told = Guarded<[String: Duration?]>([:])
    init(mediator: Mediator) {}
    var actions: [Action] { Action("answer") { _ in true } }

    private func note(_ kind: LifeStep.Kind, _ call: borrowing Call) {
      let timeLeft = call.timeLeft
      Timed.told.withLock { $0[kind.rawValue] = timeLeft }
    }

    var lifecycle: [LifeStep] {
      LifeStep.start { call in note(.start, call) }
      LifeStep.save { call in
        note(.save, call)
        return 1
      }
      LifeStep.restore { _, call in note(.restore, call) }
    }
  }

  @Test func `each is told how long it has`() throws {
    var settings = Settings()
    settings.stepLimit = .seconds(77)
    let host = Host(settings)
    try host.register(Timed.self)
    #expect(try host.loader.replace("Timed", Timed.register) != nil)
    let told = Timed.told.withLock { $0 }
    #expect(told.keys.sorted() == ["restore", "save", "start"])
    #expect(told.values.allSatisfy { $0.map { $0 > .zero && $0 <= .seconds(77) } == true })
    host.close()
  }
}
