import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

@Suite struct RouteTableTests {
  @Test func `routes are listed by host part, and as their paths are followed`() throws {
    var table = RouteTable()
    try table.add(
      ["/*r", "/:t", "/:i<int>/b", "/b", "/a/:x?", "/a", "/:i<int>", "/"].filter { $0 != "/a" }
        .map { Route($0, host: "h", to: "T", "x") }, owner: .program)
    try table.add(
      ["/b", "/"].map { Route($0, host: "Shop", to: "Shop", "x") }, owner: .component("Shop"))
    try table.add(
      [
        Route("/:t", host: "h", to: "T", "x", scheme: "web"), Route("/:t", host: "h", to: "T", "x", scheme: "app"),
        Route("/*r", host: "h", to: "T", "x", scheme: "app"),
      ], owner: .policy("p"))
    #expect(
      table.routes.map { "\($0.route) \($0.owner)" } == [
        "//Shop/ the component 'Shop'", "//Shop/b the component 'Shop'", "//h/ the program", "//h/a/:x? the program",
        "//h/b the program", "//h/:i<int> the program", "//h/:i<int>/b the program",
        "app://h/:t the policy file 'p'", "web://h/:t the policy file 'p'", "//h/:t the program",
        "app://h/*r the policy file 'p'", "//h/*r the program",
      ])
    #expect(table.count == 12)
  }

  // What everybody declares in the tests of removal.
  private static let declared: [(owner: RouteOwner, routes: [String])] = [
    (.program, ["//Shop/:a/:b?", "//Shop/x/y/z", "app://Shop/*r", "//Shop/:i<int>", "//other/a", "//other/b/:c/d"]),
    (.component("Shop"), ["//Shop/:a/b", "//Shop/x/y", "//Shop/*r", "//Shop.Sub/a", "web://Shop/*s", "//Shop/"]),
    (.component("Shops"), ["//Shops/a", "//Shops/:b?"]),
    (.policy("/etc/a"), ["//Shop/:i<int>/:j<date>", "//Shop/x/y/:z", "app://Shop.Sub/a"]),
    (.policy("/etc/b"), ["//Shop/:i<double>/:j<date>/deep/:er/*still"]),
  ]

  private func table(of owners: [RouteOwner]) throws -> RouteTable {
    var table = RouteTable()
    for (owner, routes) in RouteTableTests.declared where owners.contains(owner) {
      try add(routes, owner, to: &table)
    }
    return table
  }

  private func add(_ texts: [String], _ owner: RouteOwner, to table: inout RouteTable) throws {
    let target = if case .component(let name) = owner { name } else { "T" }
    try table.add(texts.map { try Route(parsing: $0, to: target, "x") }, owner: owner)
  }

  @Test func `an owner takes its routes along, and nothing stays of them`() throws {
    let owners = RouteTableTests.declared.map(\.owner)
    for choice in 0..<(1 << owners.count) {
      let (staying, leaving) = owners.enumerated().reduce(into: ([RouteOwner](), [RouteOwner]())) { result, owner in
        if choice & 1 << owner.offset == 0 { result.0.append(owner.element) } else { result.1.append(owner.element) }
      }
      var table = try table(of: owners)
      for owner in leaving {
        let number = RouteTableTests.declared.first { $0.owner == owner }?.routes.count
        #expect(table.remove(owner: owner) == number)
        #expect(table.remove(owner: owner) == 0)
      }
      #expect(structure(of: table) == structure(of: try self.table(of: staying)))
      #expect(table.count == table.routes.count)
      #expect(table.routes.allSatisfy { staying.contains($0.owner) })
    }
  }

  @Test func `the routes of an earlier generation go from every host part, and no other's`() throws {
    let own = RouteOwner.component("Shop")
    var table = RouteTable()
    let texts = ["//Shop/a", "//Shop.Back/a", "//Shop/b/:y", "app://Shop/:x"]
    try table.add(texts.map { try Route(parsing: $0, to: "Shop", "x") }, owner: own, generation: 1)
    try table.add([Route(parsing: "//Shop/b", to: "Shop", "x")], owner: own, generation: 2)
    try add(["//Shop/c"], .program, to: &table)
    // One that is replaced takes none of its successor's out.
    let isOthers = try table.remove(Route(parsing: "//Shop/b", to: "Shop", "x"), owner: own) { $1 == 1 }
    #expect(!isOthers)
    let removed = table.remove(owner: own) { $1 != 2 }
    #expect(removed == 4)
    #expect(Set(table.routes.map { "\($0.route)" }) == ["//Shop/b", "//Shop/c"])
    #expect(table.remove(owner: own) == 1)
    #expect(table.count == 1)
  }

  @Test func `a route is taken out of many as fast as out of few`() throws {
    func time(_ count: Int) throws -> Duration {
      let routes = (0..<count).map { Route("/p\($0)/:id", host: "h", to: "T", "x") }
      var table = RouteTable()
      try table.add(routes, owner: .program)
      return processorTime {
        for route in routes.prefix(100) { table.remove(route, owner: .program) }
      }
    }
    _ = try time(200)
    // Sixteen times as long if the others were visited.
    let (few, many) = (try (0..<5).map { _ in try time(500) }.min(), try (0..<5).map { _ in try time(8000) }.min())
    #expect(try #require(many) < #require(few) * 6)
  }

  @Test func `what was removed can be added again`() throws {
    let owners = RouteTableTests.declared.map(\.owner)
    let whole = try table(of: owners)
    var table = whole
    for (owner, routes) in RouteTableTests.declared {
      table.remove(owner: owner)
      try add(routes, owner, to: &table)
      #expect(structure(of: table) == structure(of: whole))
    }
    table.removeAll()
    #expect(table.isEmpty)
    #expect(structure(of: table) == structure(of: RouteTable()))
    for (owner, routes) in RouteTableTests.declared.reversed() { try add(routes, owner, to: &table) }
    #expect(table.routes.map(\.route) == whole.routes.map(\.route))
  }

  @Test func `what is removed is freed`() throws {
    final class Thing: Sendable {}
    weak var thing: Thing?
    var table = RouteTable()
    try table.add([Route("/a/:b?", host: "h", to: "T", "x")], owner: .program)
    do {
      let made = Thing()
      thing = made
      let route = Route("/a/:b/:c?", host: "h", to: "T", "x", fixed: ["thing": .object(Object(made))])
      #expect(throws: RouteFault.self) {
        try table.add([route, Route("/a", host: "h", to: "T", "x")], owner: .policy("p"))
      }
      #expect(throws: RouteFault.self) { try table.add([route], owner: .policy("p")) }
      try table.add(
        [Route("/a/:b/:c/:d?", host: "h", to: "T", "x", fixed: ["thing": .object(Object(made))])], owner: .policy("p"))
    }
    #expect(thing != nil)
    let before = table
    table.remove(owner: .policy("p"))
    #expect(thing != nil)
    withExtendedLifetime(before) {}
    #expect(table.count == 1)
    _ = consume before
    #expect(thing == nil)
  }

  @Test func `a copy keeps what it has`() throws {
    var table = try table(of: [.program])
    let before = table
    let text = structure(of: before)
    try add(["//Shop/x/y"], .component("Shop"), to: &table)
    #expect(table.count == before.count + 1)
    table.remove(owner: .program)
    #expect(table.count == 1)
    #expect(structure(of: before) == text)
  }
}
