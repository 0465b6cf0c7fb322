import ComponentKit
import Testing

@testable import ComponentHost

/// Routes that can't be there together.
@Suite struct RouteConflictTests {
  @Test(arguments: [
    ("//h/", "//h/", "'//h/' of the program", "'//h/' of the component 'h'"),
    ("//h/books", "//h/books", "'//h/books' of the program", "'//h/books' of the component 'h'"),
    ("//h/:id", "//h/:name", "'//h/:id' of the program", "'//h/:name' of the component 'h'"),
    ("//h/:id", "//h/:id<text>", "'//h/:id' of the program", "'//h/:id<text>' of the component 'h'"),
    ("//h/:a<int>", "//h/:b<int>", "'//h/:a<int>' of the program", "'//h/:b<int>' of the component 'h'"),
    ("//h/:a<date>/x", "//h/:b<date>/x", "'//h/:a<date>/x' of the program", "'//h/:b<date>/x' of the component 'h'"),
    ("//h/*a", "//h/*b", "'//h/*a' of the program", "'//h/*b' of the component 'h'"),
    ("//h/x/:a/*b", "//h/x/:c/*d", "'//h/x/:a/*b' of the program", "'//h/x/:c/*d' of the component 'h'"),
    ("a://h/:id", "A://h/:name", "'a://h/:id' of the program", "'a://h/:name' of the component 'h'"),
    ("a://h/*a", "a://h/*b", "'a://h/*a' of the program", "'a://h/*b' of the component 'h'"),
    ("//h/:id?", "//h/", "'//h/:id?' of the program (without 'id')", "'//h/' of the component 'h'"),
    ("//h/", "//h/:id?", "'//h/' of the program", "'//h/:id?' of the component 'h' (without 'id')"),
    ("//h/:id?", "//h/:name", "'//h/:id?' of the program", "'//h/:name' of the component 'h'"),
    (
      "//h/:a?/:b?/:c?", "//h/:d", "'//h/:a?/:b?/:c?' of the program (without 'b' and 'c')",
      "'//h/:d' of the component 'h'"
    ),
    (
      "//h/x/:a?", "//h/x/:a<int>?", "'//h/x/:a?' of the program (without 'a')",
      "'//h/x/:a<int>?' of the component 'h' (without 'a')"
    ),
  ])
  func `two routes of the same shape are an error that names both owners`(
    first: String, second: String, one: String, other: String
  ) throws {
    var table = RouteTable()
    try table.add([Route(parsing: first, to: "h", "x")], owner: .program)
    let before = table.routes.map(\.route)
    do throws(RouteFault) {
      try table.add([route(second)], owner: .component("h"))
      Issue.record("no fault")
    } catch {
      #expect(
        error.description
          == "\(one) and \(other) are equally specific: change or remove one of them, or give one a priority")
      #expect(error.reason == .conflict)
    }
    #expect(table.routes.map(\.route) == before)
  }

  @Test(arguments: [
    ("//h/a", "//h/A"), ("//h/a", "//i/a"), ("//h/a", "a://h/a"), ("a://h/a", "b://h/a"), ("//h/:a", "//h/:a<int>"),
    ("//h/:a<int>", "//h/:a<bool>"), ("//h/:a<double>", "//h/:a<date>"), ("//h/:a", "//h/a"), ("//h/:a", "//h/*a"),
    ("//h/", "//h/*a"), ("//h/:a/b", "//h/a/:b"), ("//h/:a<int>?", "//h/:a"), ("//h/x/:a?", "//h/x/*b"),
    ("a://h/:x?", "//h/:x?"), ("//h/caf\u{e9}", "//h/cafe\u{301}"),
  ])
  func `routes of different shapes live together`(first: String, second: String) throws {
    for pair in [[first, second], [second, first]] {
      var table = RouteTable()
      for text in pair { try table.add([route(text)], owner: .program) }
      #expect(table.count == 2)
      #expect(table.routes.count == 2)
    }
  }

  @Test func `a batch conflicts within itself, and with a policy file`() throws {
    var table = RouteTable()
    try table.add([Route("/:x<int>", host: "h", to: "T", "x")], owner: .policy("/etc/a\u{1b}[2Jb.json"))
    #expect(
      fault(&table, ["//h/a", "//h/b", "//h/:y<int>"], .program)
        == "'//h/:x<int>' of the policy file '/etc/a\\u{1b}[2Jb.json' and '//h/:y<int>' of the program are equally specific: "
        + "change or remove one of them, or give one a priority")
    #expect(
      fault(&table, ["//h/a", "//h/b", "//h/a"], .program)
        == "'//h/a' of the program and '//h/a' of the program are equally specific: change or remove one of them, or give one a priority"
    )
    #expect(table.count == 1)
    #expect(table.routes.map(\.route.pattern) == ["/:x<int>"])
    #expect(table.matches(scheme: "x", host: "h", path: ["a"]).map(\.route.pattern) == [])
  }

  @Test func `a fault anywhere in a batch leaves the table as it was`() throws {
    var table = RouteTable()
    try table.add([Route("/keep/:id", host: "h", to: "T", "x")], owner: .program)
    let before = structure(of: table)
    #expect(fault(&table, ["//h/a", "//i/b", "//h/:x<int>", "//h/keep/:other"], .program) != nil)
    #expect(structure(of: table) == before)
    var routes = try (0..<20).map { try route("//host\($0)/a") }
    routes.append(Route("/a*", host: "h", to: "T", "x"))
    #expect(throws: RouteFault.self) { try table.add(routes, owner: .policy("p")) }
    #expect(structure(of: table) == before)
  }

  @Test(arguments: [
    ("//Shop/a", "Shop", nil), ("//Shop.Sub/a", "Shop.Other", nil),
    ("//Shops/a", "Shop", "host part 'Shops'"), ("//shop/a", "Shop", "host part 'shop'"),
    ("//Reader.Shop/a", "Shop", "host part 'Reader.Shop'"), ("//Shop/a", "Reader", "target 'Reader'"),
    ("//Shop/a", "Shops.Shop", "target 'Shops.Shop'"),
  ])
  func `a component routes its own host parts to its own targets`(text: String, target: String, wrong: String?) throws {
    var table = RouteTable()
    let route = try Route(parsing: text, to: target, "x")
    let expected = wrong.map {
      "the route '\(text)': its \($0) does not belong to the component 'Shop', whose routes lie within 'Shop' and 'Shop.…'"
    }
    do throws(RouteFault) {
      try table.add([route], owner: .component("Shop"))
      #expect(expected == nil)
    } catch {
      #expect(error.description == expected)
      #expect(error.reason == .foreign)
    }
    // Everybody else may.
    var other = RouteTable()
    try other.add([route], owner: .program)
    other.removeAll()
    try other.add([route], owner: .policy("p"))
  }

  private func route(_ text: String) throws(RouteFault) -> Route { try Route(parsing: text, to: "h", "x") }

  private func fault(_ table: inout RouteTable, _ texts: [String], _ owner: RouteOwner) -> String? {
    do throws(RouteFault) {
      var routes: [Route] = []
      for text in texts { routes.append(try route(text)) }
      try table.add(routes, owner: owner)
      return nil
    } catch {
      return error.description
    }
  }
}

/// Everything that is in a table, down to the last empty place.
func structure(of table: RouteTable) -> String {
  var text = ""
  dump(table, to: &text)
  return text
}
