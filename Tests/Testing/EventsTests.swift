import ComponentKit
import ComponentTesting
import Testing

struct EventsTests {
  struct Rung: Event, Equatable {
    static let name = "Bell.rung"
    var times: Int
  }

  /// Rings when a neighbour says so, and when it is called.
  struct Bell: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var events: [EventDeclaration] {
      EventDeclaration(Rung.self)
      EventDeclaration("Bell.silent")
    }
    var observers: [Observer] {
      Observer("Door.knocked") { [mediator] notice in
        try mediator.publish(Rung(times: notice.value.int ?? 0))
      }
    }
    var actions: [Action] {
      Action("ring") { [mediator] call in
        try mediator.publish(Rung(times: try call.int("times")))
        try mediator.publish("Bell.silent")
        return nil
      }
      Action("wrong") { [mediator] _ in
        try mediator.publish("Bell.rung", ["times": "many"])
        return nil
      }
    }
  }

  @Test func `what a component publishes is kept for the test`() throws {
    let bench = try Bench(Bell.self)
    #expect(bench.published.isEmpty)
    _ = try bench.mediator.call("Bell", "ring", ["times": 2])
    #expect(
      bench.published == [
        PublishedEvent("Bell.rung", ["times": 2]), PublishedEvent("Bell.silent"),
      ])
    #expect(try bench.published(Rung.self) == [Rung(times: 2)])
    bench.forgetPublished()
    #expect(bench.published.isEmpty)
  }

  @Test func `a test publishes in a neighbour's name, and the component has heard it then`() throws {
    let bench = try Bench(Bell.self)
    for times in 1...3 { try bench.publish("Door.knocked", .int(times)) }
    #expect(try bench.published(Rung.self) == [Rung(times: 1), Rung(times: 2), Rung(times: 3)])
    // Nobody observes this one.
    try bench.publish("Door.opened")
  }

  @Test func `a value of another form fails in a test although nobody else would look at it`() throws {
    let bench = try Bench(Bell.self)
    let failed = failure { () throws(Failure) in try bench.mediator.call("Bell", "wrong") }
    #expect(failed?.reason == "invalid_value")
    #expect(bench.published.isEmpty)
  }

  @Test func `a test publishes no nonsense`() throws {
    let bench = try Bench(Bell.self)
    for (name, value): (String, Value) in [("Door", 1), ("host:loaded", 1), ("Door.knocked", .object(Object(Thing())))]
    {
      let failed = failure { () throws(Failure) in
        try bench.publish(name, value)
        return Value.null
      }
      #expect(failed?.code == .invalidParameters)
    }
  }

  private final class Thing: Sendable {}
}
