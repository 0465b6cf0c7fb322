import ComponentHost
import ComponentKit
import Testing

@Suite struct RegistrationTests {
  struct Old: Component {
    static let version = Version(1, 4, 9)
    init(mediator: Mediator) {}
    var actions: [Action] { Action("answer", "") { _ in 42 } }
  }

  struct Wants: Component {
    static let needs = [Need("Old", from: Version(1, 5), optional: true)]
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] { Action("ask", "") { [mediator] _ in try mediator.call("Old", "answer") } }
  }

  @Test func `a neighbour older than needed is refused where it is called`() throws {
    let host = Host()
    try host.register(Old.self)
    try host.register(Wants.self)
    #expect(try host.mediator.call("Old", "answer") == 42)
    let failed = failure { () throws(Failure) in try host.mediator.call("Wants", "ask") }
    #expect(failed == Failure(.refused, "component_refused", "Wants needs Old 1.5.0 or newer, but 1.4.9 is installed"))
  }

  struct Doubly: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x", "") { _ in nil } }
    var own: Target { Target("Till") {} }
  }

  @Test func `a component's own target has no other name`() {
    #expect {
      try Host().register(Doubly.self)
    } throws: { error in
      (error as? Refusal)?.message.hasSuffix(
        "'own' is the component's own target and has no name of its own, not 'Till': leave the name out, or list it in 'targets'"
      ) == true
    }
  }

  struct Needy: Component {
    static let needs = [Need("Missing")]
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x", "") { _ in nil } }
  }

  @Test func `a component without what it needs is refused`() {
    #expect {
      try Host().register(Needy.self)
    } throws: { error in
      (error as? Refusal)?.message == "it needs the component 'Missing', which is not there"
    }
  }

  struct Twice: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("same", "") { _ in 1 }
      Action("same", "") { _ in 2 }
    }
  }

  struct Empty: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {}
  }

  struct Misnamed: Component {
    static let name = "No such name"
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x", "") { _ in nil } }
  }

  struct Crowd: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { (0..<10_000).map { Action("a\($0)", "") { _ in nil } } }
  }

  static func refusal<C: Component>(_ component: C.Type) -> String? {
    let host = Host()
    do throws(Refusal) {
      try host.register(component)
      return nil
    } catch {
      // Nothing of it counts.
      let failed = failure { () throws(Failure) in try host.mediator.call(C.name, "a0") }
      #expect(failed?.reason == "no_such_component" || failed?.reason == "invalid_name")
      return error.message
    }
  }

  @Test func `a faulty registration is refused whole`() {
    #expect(RegistrationTests.refusal(Twice.self) == "it registers the action 'Twice.same' twice")
    #expect(RegistrationTests.refusal(Empty.self) == "it registers no action at all")
    #expect(RegistrationTests.refusal(Misnamed.self) == "'No such name' is no component's name")
    #expect(RegistrationTests.refusal(Crowd.self) == "it registers more than 4096 actions")
  }

  struct Early: Component {
    static let heard = Guarded<Failure?>(nil)
    init(mediator: Mediator) {
      do throws(Failure) { _ = try mediator.call("Early", "x") } catch { Early.heard.withLock { $0 = error } }
    }
    var actions: [Action] { Action("x", "") { _ in nil } }
  }

  @Test func `a call from inside register fails instead of waiting for itself`() throws {
    let host = Host()
    try host.register(Early.self)
    #expect(
      Early.heard.withLock { $0 } == Failure(.failed, "not_registered", "calls can't be made from inside register"))
    #expect(try host.mediator.call("Early", "x") == .null)
  }

  struct Ends: Component {
    static let ended = Guarded(0)
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x", "") { _ in nil } }
    func shutdown() { Ends.ended.withLock { $0 += 1 } }
  }

  @Test func `closing shuts each component down once`() throws {
    let host = Host()
    try host.register(Ends.self)
    host.close()
    host.close()
    #expect(Ends.ended.withLock { $0 } == 1)
  }
}
