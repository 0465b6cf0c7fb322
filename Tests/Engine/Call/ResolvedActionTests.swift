import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Actions that are called over and over.
@Suite struct ResolvedActionTests {
  struct One: Component {
    static let name = "Number"
    init(mediator: Mediator) {}
    var actions: [Action] { Action("get") { call in .list([1, call.value("x") ?? .null]) } }
  }

  struct Two: Component {
    static let name = "Number"
    init(mediator: Mediator) {}
    var actions: [Action] { Action("get") { _ in 2 } }
  }

  @Test func `it takes parameters, and fails as any call does`() throws {
    let host = Host()
    try host.register(One.self)
    let get = host.mediator.resolved("Number", "get")
    for number in 0..<3 { #expect(try get.call(["x": .int(number)]) == [1, .int(number)]) }
    let none = host.mediator.resolved("Number", "set")
    for _ in 0..<2 {
      #expect(failure { () throws(Failure) in try none.call() }?.reason == "no_such_action")
    }
    #expect(
      failure { () throws(Failure) in try get.call(["x": 1, "x": 2]) }?.message
        == "the parameters are invalid: the key 'x' occurs twice")
  }

  @Test func `it is there when the component comes, and gone when the host is closed`() throws {
    let host = Host()
    let get = host.mediator.resolved("Number", "get")
    #expect(failure { () throws(Failure) in try get.call() }?.reason == "no_such_component")
    try host.register(Two.self)
    #expect(try get.call() == 2)
    host.close()
    #expect(failure { () throws(Failure) in try get.call() }?.reason == "closed")
  }

  @Test func `one place serves several hosts, each with its own component`() throws {
    let (first, second) = (Host(), Host())
    try first.register(One.self)
    try second.register(Two.self)
    var place = component_place()
    withUnsafeMutablePointer(to: &place) { place in
      for _ in 0..<3 {
        #expect(ResolvedActionTests.ask(first, place) == .success([1, nil]))
        #expect(ResolvedActionTests.ask(second, place) == .success(2))
      }
      second.close()
      #expect(ResolvedActionTests.ask(first, place) == .success([1, nil]))
      #expect(throws: Failure.self) { try ResolvedActionTests.ask(second, place)?.get() }
    }
  }

  private static func ask(_ host: Host, _ place: UnsafeMutablePointer<component_place>) -> Result<Value, Failure>? {
    ask(host.mediator, place)
  }

  private static func ask(
    _ mediator: Mediator, _ place: UnsafeMutablePointer<component_place>
  ) -> Result<Value, Failure>? {
    let ear = Ear()
    var request = ear.request("Number", "get")
    request.place = place
    _ = mediator.host.pointee.call(mediator.host, &request)
    return ear.outcomes.last
  }

  struct Hasty: Component {
    // Only this test's thread has to do with it.
    nonisolated(unsafe) static let place = UnsafeMutablePointer<component_place>.allocate(capacity: 1)
    static let heard = Guarded<Result<Value, Failure>?>(nil)
    init(mediator: Mediator) {
      let outcome = ResolvedActionTests.ask(mediator, Hasty.place)
      Hasty.heard.withLock { $0 = outcome }
    }
    var actions: [Action] { Action("x") { _ in nil } }
  }

  @Test func `a place that knows the action is no way past the registration`() throws {
    let host = Host()
    try host.register(Two.self)
    Hasty.place.initialize(to: component_place())
    #expect(ResolvedActionTests.ask(host, Hasty.place) == .success(2))
    try host.register(Hasty.self)
    #expect(
      Hasty.heard.withLock { $0 }
        == .failure(Failure(.failed, "not_registered", "calls can't be made from inside register")))
  }

  @Test func `interceptors see its calls`() throws {
    let host = Host()
    try host.register(One.self)
    let get = host.mediator.resolved("Number", "get")
    _ = try get.call()
    host.add(Interceptor("answers") { $0.reply("mine") })
    #expect(try get.call() == "mine")
  }
}
