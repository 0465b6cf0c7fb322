import ComponentKit
import Glibc
import Synchronization

/// The sample component in Swift.
struct Sample: Component {
  static let version = Version(1, 2, 3)
  static let summary = "The same in every language"
  static let needs = [
    Need("Good", from: Version(1), optional: true), Need("Elder", from: Version(2), optional: true),
  ]

  let mediator: Mediator
  let givenUp = Count()
  let number = Count()
  let starts = Count()

  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action("echo", "An action") { call in .map(call.parameters) }
    Action("first", "An action") { call in call.value("value") ?? .null }
    Action("add", "An action", add)
    Action("fail", "An action") { call in
      let code = try call.int("code")
      throw Failure(
        Failure.Code(rawValue: Int32(code)), try call.text("reason"), try call.text("message"),
        details: ["code": .int(code)])
    }
    Action("progress", "An action") { call in
      let steps = try call.int("steps")
      for step in 1...steps { call.progress(Double(step) / Double(steps), "step \(step)") }
      return .int(steps)
    }
    Action("later", "An action") { call async throws -> Value in
      try await Task.sleep(for: .milliseconds(2))
      return .text(try call.text("text"))
    }
    Action("nest", "An action") { [mediator] call in
      try mediator.call(try call.text("target"), try call.text("action"), call.value("with")?.map ?? [:])
    }
    Action("open", "An action") { [mediator] call in
      try mediator.open(try call.text("url"), call.value("with")?.map ?? [:])
    }
    Action("has", "An action") { [mediator] call in
      try said(mediator.has(try call.text("target"), call.value("action")?.text, loading: call.has("loading")))
    }
    Action("canOpen", "An action") { [mediator] call in
      try said(mediator.canOpen(try call.text("url"), loading: call.has("loading")))
    }
    Action("letGo", "An action") { [mediator] call in try said(mediator.release(try call.text("target"))) }
    Action("callBack", "An action") { [mediator] call in try mediator.call(try call.function("function"), ["n": 20]) }
    Action("adder", "An action") { call in
      let by = try call.int("by")
      return .function(Function { call in .int(try call.int("n") + by) })
    }
    Action("box", "An action") { _ in .object(Object(Count())) }
    Action("bump", "An action") { call in
      guard let box = try call.object("box").as(Count.self) else {
        throw Failure(.invalidParameters, "foreign_object", "the box is none of mine")
      }
      return .int(box.next())
    }
    Action("untilCancelled", "An action") { call in
      while !call.isCancelled { sched_yield() }
      throw Failure(.cancelled, "seen", "I saw it")
    }
    Action.deferring("untilGivenUp", "An action") { [givenUp] call in
      call.whenCancelled { withExtendedLifetime(call) { _ = givenUp.next() } }
    }
    Action("givenUp", "An action") { [givenUp] _ in .int(givenUp.value) }
    Action("log", "An action") { [mediator] call in
      mediator.log(.warning, try call.text("text"))
      return nil
    }
    Action("keep", "An action") { [number] call in
      number.set(try call.int("n"))
      return .int(number.value)
    }
    Action("kept", "An action") { [number, starts] _ in .int(number.value * 10 + starts.value) }.reads
    Action("publish", "An action") { [mediator] call in
      try mediator.publish(try call.text("event"), call.value("value") ?? .null)
      return nil
    }
    Action("addRoute", "An action") { [mediator] call in
      try mediator.add(Path(try call.text("pattern"), "routed"))
      return true
    }
    Action("removeRoute", "An action") { [mediator] call in
      .bool(try mediator.remove(Path(try call.text("pattern"), "routed")))
    }
    Action("routed", "An action") { call in .map(call.parameters) }.remote
  }

  var lifecycle: [LifeStep] {
    LifeStep.start { [starts] in _ = starts.next() }
    LifeStep.save { [number] in .int(number.value) }
    LifeStep.restore { [number] state in
      guard let state = state.int else {
        throw Failure(.invalidParameters, "no_state", "that is no state of mine")
      }
      number.set(state)
    }
    // What is kept can be told again.
    LifeStep.memoryPressure { [number] in number.set(0) }
  }

  var events: [EventDeclaration] { EventDeclaration("Sample.said", "An event", type: "int?") }

  // What another one says is said again.
  var observers: [Observer] {
    Observer("Other.said") { [mediator] notice in try mediator.publish("Sample.said", notice.value) }
  }

  var targets: [Target] {
    Target("Sub", "A target below", isSerial: true) {
      Action("name", "An action") { call in .text("\(call.target).\(call.action)") }
      Action("notFound", "An action") { call in .text(try call.text("action")) }
    }
    Target("Helpers", "What helpers say") { kit }
    Target("Desk", "A kept instance", lifetime: .kept, instance: { Count() }) { desk in
      desk.action("sit", "An action") { desk, _ in .int(desk.next()) }
    }
    Target("Ways", "Ways to it") { ways }
    Target("Cached", "A cached instance", lifetime: .cached, instance: { Count() }) { desk in
      desk.action("sit", "An action") { desk, _ in .int(desk.next()) }
    }
    Target("Each", "An instance for each call", lifetime: .perCall, instance: { Count() }) { desk in
      desk.action("sit", "An action") { desk, _ in .int(desk.next()) }
    }
    Target("More", "What else helpers say") { more }
    Target("Guard", "Stands before calls") { guarding }
  }

  var paths: [Path] {
    [
      Path("/measures/:unit", "measure", of: "Helpers"),
      Path("/old/:unit", "way", of: "Ways", fixed: ["names": ["a"]], renames: ["was": "also"]),
      Path("/first/:unit", "way", of: "Ways", priority: 1),
      Path("/first/km", "way", of: "Ways", fixed: ["unit": "mi"]),
    ]
  }
  var keys: [Key] { [Key("hinted", "hinted", of: "Helpers", hints: ["hot": true])] }

  func shutdown() { mediator.log(.debug, "closed") }
}

/// The sum; this one is a function, to show that an action need not be a closure.
private func add(_ call: borrowing Call) throws -> Value {
  let (sum, overflow) = try call.int("a").addingReportingOverflow(try call.int("b"))
  if overflow { throw Failure(.invalidParameters, "overflow", "the sum does not fit") }
  return .int(sum)
}

/// What `box` hands out, and what counts the calls that were given up.
final class Count: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func set(_ value: Int) { count.store(value, ordering: .relaxed) }
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

@c(register)
public func register(_ host: HostTable, _ registration: Registration) -> Int32 {
  Sample.register(host, registration)
}

private func said(_ presence: Presence) throws(Failure) -> Value {
  switch presence {
  case .yes: return true
  case .unknown: return nil
  case .no(let failure): throw failure
  }
}
