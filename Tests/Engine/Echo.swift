import ComponentKit

/// What most of these tests call: a component linked into the test.
struct Echo: Component {
  static let summary = "Gives back what it gets"
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  var actions: [Action] {
    Action("int", "One int") { call in .int(try call.int("id")) }
    Action("all", "All parameters") { call in .map(call.parameters) }
    Action("first", "The parameter x") { call in call.value("x") ?? .null }
    Action("fail", "Fails as it is told") { call in
      throw Failure(.denied, "told_to", try call.text("why"), details: ["key": 1])
    }
    Action("again", "Calls itself for ever") { [mediator] call in
      try mediator.call("Echo", "again", ["n": .int(try call.int("n") + 1)])
    }
    Action("via", "Calls another action of any target") { [mediator] call in
      try mediator.call(try call.text("target"), try call.text("action"), call.value("with")?.map ?? [:])
    }
    Action("later", "Waits a moment") { call async throws -> Value in
      try await Task.sleep(for: .milliseconds(5))
      return .text(try call.text("name"))
    }
    Action("awaitAgain", "Awaits itself for ever") { [mediator] call async throws -> Value in
      try await mediator.call("Echo", "awaitAgain")
    }
    Action.deferring("keep", "Keeps its call for the test") { call in Kept.byEcho.keep(call) }
    Action.deferring("drop", "Drops its call") { _ in }
    Action("steps", "Tells three steps") { call in
      for step in 1...3 { call.progress(Double(step) / 4, "step \(step)") }
      call.progress(nil, "more")
      return 3
    }
    Action("timeLeft", "How long the caller waits") { call in
      call.timeLeft.map { .double($0 / .seconds(1)) } ?? .null
    }
    Action("callBack", "Calls a function with 1 to n") { [mediator] call in
      let function = try call.function("function")
      for n in 1...(try call.int("n")) { _ = try mediator.call(function, ["n": .int(n)]) }
      return .null
    }
    Action("boom", "Throws an error of its own") { _ in throw Broken() }
  }

  var targets: [Target] {
    Target("Sub", "A target below") {
      Action("name", "") { call in .text("\(call.target).\(call.action)") }
    }
  }
}

struct Broken: Error, CustomStringConvertible { var description: String { "it broke" } }

/// The call that an action kept last, for one suite.
final class Kept: Sendable {
  static let byEcho = Kept()
  static let byCounter = Kept()

  let call = Guarded<DeferredCall?>(nil)

  func keep(_ new: DeferredCall) { call.withLock { $0 = new } }

  func take() -> DeferredCall? {
    call.withLock { call in
      defer { call = nil }
      return call
    }
  }
}

/// The failure of what must fail.
func failure(_ body: () throws(Failure) -> Value) -> Failure? {
  do throws(Failure) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

extension Result {
  var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
