import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// How many routes a component may have.
@Suite(.offPool, .serialized) struct RouteLimitTests {
  struct Shop: Component {
    static let count = Guarded(0)
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("find") { _ in nil }.remote
      Action("add") { [mediator] call in
        try mediator.add(Path(try call.text("pattern"), "find"))
        return nil
      }
      Action("remove") { [mediator] call in .bool(try mediator.remove(Path(try call.text("pattern"), "find"))) }
    }
    var paths: [Path] { (0..<Shop.count.withLock { $0 }).map { Path("/own/\($0)", "find") } }
  }

  private func host(_ own: Int) throws -> Host {
    var settings = Settings()
    settings.routeLimit = 3
    let host = Host(settings)
    Shop.count.withLock { $0 = own }
    try host.register(Shop.self)
    return host
  }

  private func add(_ host: Host, _ pattern: String) -> Failure? {
    failure { () throws(Failure) in try host.mediator.call("Shop", "add", ["pattern": .text(pattern)]) }
  }

  @Test func `a component has so many routes, and one more when it takes one out`() throws {
    let host = try host(2)
    #expect(add(host, "/a") == nil)
    let refused = try #require(add(host, "/b"))
    #expect(refused.code == .invalidParameters && refused.reason == "too_many_routes")
    #expect(
      refused.message
        == "the route '//Shop/b': the component 'Shop' has 3 routes already, and that is the most: take out what is not "
        + "needed, or write parameters in place of literals")
    #expect(host.allRoutes.count == 3)
    #expect(try host.mediator.call("Shop", "remove", ["pattern": "/a"]) == true)
    #expect(add(host, "/b") == nil && add(host, "/c")?.reason == "too_many_routes")
    // What is not there leaves all as it is.
    #expect(try host.mediator.call("Shop", "remove", ["pattern": "/a"]) == false)
    #expect(add(host, "/c")?.reason == "too_many_routes")
    // The program's own are its own business.
    try host.add((0..<5).map { Route("/more/\($0)", host: "Shop", to: "Shop", "find") })
    #expect(host.allRoutes.count == 8)
    host.close()
  }

  @Test func `a component that registers more is refused whole`() throws {
    let refusal = #expect(throws: Refusal.self) { try host(4) }
    #expect(refusal?.reason == "too_many_routes")
    #expect(
      refusal?.message.hasPrefix("the route '//Shop/own/3': the component 'Shop' has 3 routes already") == true)
  }

  @Test func `the next generation has as many again, whatever the one before has published`() throws {
    let host = try host(1)
    #expect(add(host, "/a") == nil && add(host, "/b") == nil && add(host, "/c") != nil)
    Shop.count.withLock { $0 = 3 }
    try host.replace(Shop.self)
    #expect(host.allRoutes.count == 3 && add(host, "/c")?.reason == "too_many_routes")
    host.close()
  }
}
