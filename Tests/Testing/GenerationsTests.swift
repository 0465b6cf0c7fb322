import ComponentHost
import ComponentKit
import ComponentTesting
import Testing

/// A component on the bench that is replaced.
struct GenerationsTests {
  /// Counts, hands its count over, and writes down what is done with it.
  private struct Counter: Component {
    static let version = Version(1)
    let mediator: Mediator
    let count = Guarded(0)
    init(mediator: Mediator) { self.mediator = mediator }
    var events: [EventDeclaration] { EventDeclaration("Counter.counted") }
    var actions: [Action] {
      Action("count") { [mediator, count] _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        try mediator.publish("Counter.counted", .int(number))
        return .int(number)
      }
    }
    var lifecycle: [LifeStep] {
      LifeStep.save { [count] in .int(count.withLock { $0 }) }
      LifeStep.restore { [count] state in count.withLock { $0 = state.int ?? -1 } }
      LifeStep.memoryPressure { throw Failure(.failed, "", "there is nothing to give back") }
    }
    func shutdown() { mediator.log(.info, "version 1 ends") }
  }

  private struct Next: Component {
    static let name = "Counter"
    static let version = Version(2)
    let mediator: Mediator
    let count = Guarded(0)
    init(mediator: Mediator) { self.mediator = mediator }
    var events: [EventDeclaration] {
      EventDeclaration("Counter.counted")
      EventDeclaration("Counter.halved")
    }
    var actions: [Action] {
      Action("halve") { [mediator, count] _ in
        try mediator.publish("Counter.halved")
        return .int(count.withLock { $0 } / 2)
      }
    }
    var lifecycle: [LifeStep] {
      LifeStep.restore { [count] state in count.withLock { $0 = state.int ?? -1 } }
    }
  }

  private struct Failing: Component {
    static let name = "Counter"
    init(mediator: Mediator) {}
    var actions: [Action] { Action("count") { _ in nil } }
    var lifecycle: [LifeStep] { LifeStep.start { throw Failure(.failed, "", "the door is locked") } }
  }

  @Test func `a component hands its state to the next generation, and is shut down`() throws {
    let bench = try Bench(Counter.self)
    for number in 1...4 { #expect(try bench.mediator.call("Counter", "count") == .int(number)) }
    try bench.replace(with: Next.self)
    #expect(bench.registered.version == Version(2))
    #expect(bench.log.map(\.message) == ["version 1 ends"])
    #expect(try bench.mediator.call("Counter", "halve") == 2)
    #expect(throws: Failure.self) { try bench.mediator.call("Counter", "count") }
    #expect(bench.published.map(\.event) == Array(repeating: "Counter.counted", count: 4) + ["Counter.halved"])
  }

  @Test func `where the next generation does not start the one before goes on with its state`() throws {
    let bench = try Bench(Counter.self)
    _ = try bench.mediator.call("Counter", "count")
    let refusal = #expect(throws: Refusal.self) { try bench.replace(with: Failing.self) }
    #expect(refusal?.reason == "start_failed")
    #expect(refusal?.message == "its start failed: the door is locked")
    #expect(bench.registered.version == Version(1))
    #expect(try bench.mediator.call("Counter", "count") == 2)
  }

  @Test func `only the same component takes its place, and none where the bench is closed`() throws {
    struct Other: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("x") { _ in nil } }
    }
    let bench = try Bench(Counter.self)
    #expect(throws: Refusal("wrong_name", "'Other' can't take the place of 'Counter'")) {
      try bench.replace(with: Other.self)
    }
    bench.close()
    #expect(#expect(throws: Refusal.self) { try bench.replace(with: Next.self) }?.reason == "closed")
  }

  @Test func `what can't give memory back is reported`() throws {
    let bench = try Bench(Counter.self)
    bench.relieveMemory()
    #expect(
      bench.reports.map(\.message) == ["Counter does not give memory back: there is nothing to give back"])
  }

  @Test(.builtSample) func `a component from its file is replaced by a fresh copy of it`() throws {
    let bench = try Bench(file: Built.component("Sample"))
    let first = bench.registered
    try bench.replace(file: Built.component("Sample"))
    #expect(bench.registered.version == first.version)
    #expect(bench.registered.generation == 2)
    #expect(throws: Refusal("wrong_name", "'libOther.so' can't take the place of 'Sample'")) {
      try bench.replace(file: "libOther.so")
    }
  }
}
