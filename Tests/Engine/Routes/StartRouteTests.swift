import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// Routes that a component changes before it answers.
@Suite(.offPool, .serialized) struct StartRouteTests {
  static let change = Guarded<@Sendable (Mediator) throws -> Void>({ _ in })

  struct Shop: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] { Action("find") { call in .map(call.parameters) }.remote }
    var paths: [Path] {
      Path("/own/:id", "find")
      Path("/late", "find")
    }
    var lifecycle: [LifeStep] {
      LifeStep.start { [mediator] in try StartRouteTests.change.withLock { $0 }(mediator) }
    }
  }

  private func host(_ change: @escaping @Sendable (Host, Mediator) throws -> Void) throws -> Host {
    var settings = Settings()
    settings.routeLimit = 3
    let host = Host(settings)
    try host.add([Route("/taken/:x", host: "Shop", to: "Else", "run")])
    StartRouteTests.change.withLock { $0 = { [unowned host] in try change(host, $0) } }
    defer { StartRouteTests.change.withLock { $0 = { _ in } } }
    try host.register(Shop.self)
    return host
  }

  private func routes(_ host: Host) -> [String] {
    host.allRoutes.filter { $0.owner == .component("Shop") }.map(\.route.description).sorted()
  }

  @Test func `what its start adds and takes out answers once it does`() throws {
    let before = Guarded<[String]?>(nil)
    let host = try host { host, mediator in
      try mediator.add(Path("/early/:id", "find"))
      let (taken, missing) = (try mediator.remove(Path("/late", "find")), try mediator.remove(Path("/no", "find")))
      #expect(taken && !missing)
      before.withLock { $0 = host.allRoutes.map(\.route.description) }
    }
    #expect(before.withLock { $0 } == ["//Shop/taken/:x"])
    #expect(routes(host) == ["//Shop/early/:id", "//Shop/own/:id"])
    #expect(try host.mediator.open("app://Shop/early/7") == ["id": "7"])
    // From now on as ever.
    let mediator = Mediator(try #require(host.seat(of: "Shop")))
    try mediator.add(Path("/now", "find"))
    #expect(try mediator.remove(Path("/early/:id", "find")))
    #expect(routes(host) == ["//Shop/now", "//Shop/own/:id"])
    host.close()
  }

  @Test func `in its start as well a component has so many routes, and no two of one form`() throws {
    let said = Guarded<[String?]>([])
    let host = try host { _, mediator in
      for path in [Path("/own/:other", "find"), Path("/one", "find"), Path("/two", "find"), Path("/x", "no")] {
        let failure = failure { () throws(Failure) in
          try mediator.add(path)
          return nil
        }
        said.withLock { $0.append(failure?.reason) }
      }
    }
    #expect(said.withLock { $0 } == ["conflicting_routes", nil, "too_many_routes", "no_such_action"])
    #expect(routes(host) == ["//Shop/late", "//Shop/one", "//Shop/own/:id"])
    host.close()
  }

  @Test func `the very same route once more stays as it is, also in a start that runs again`() throws {
    let again = Guarded(0)
    let host = try host { _, mediator in
      for _ in 1...2 { try mediator.add(Path("/early/:id", "find")) }
      again.withLock { $0 += 1 }
    }
    let mediator = Mediator(try #require(host.seat(of: "Shop")))
    try mediator.add(Path("/early/:id", "find"))
    #expect(routes(host) == ["//Shop/early/:id", "//Shop/late", "//Shop/own/:id"] && again.withLock(\.self) == 1)
    #expect(try mediator.remove(Path("/late", "find")))
    let other = failure { () throws(Failure) in
      try mediator.add(Path("/early/:id", "find", fixed: ["x": 1]))
      return nil
    }
    #expect(other?.reason == "conflicting_routes")
    host.close()
  }

  @Test func `a route that another has refuses the component`() throws {
    let refusal = #expect(throws: Refusal.self) {
      try host { _, mediator in try mediator.add(Path("/taken/:y", "find")) }
    }
    #expect(refusal?.reason == "conflicting_routes")
  }
}
