import ComponentKit
import TestDice
import Testing

@testable import ComponentHost

/// What finding a route costs, counted in places of the table that are visited, dead ends included.
@Suite struct RouteVisitsTests {
  @Test func `it depends on the path, not on the number of routes`() throws {
    let shapes: [(name: String, path: [String], visits: Int, route: (Int) -> Route)] = [
      ("distinct words", ["w7", "1"], 3, { Route("/w\($0)/:id", host: "h", to: "T", "x") }),
      ("words behind a word", ["a", "w7", "b"], 4, { Route("/a/w\($0)/b", host: "h", to: "T", "x") }),
      ("words behind parameters", ["1", "2", "w7"], 4, { Route("/:a/:b/w\($0)", host: "h", to: "T", "x") }),
      ("host parts", ["w", "1"], 3, { Route("/w/:id<int>", host: $0 == 7 ? "h" : "h\($0)", to: "T", "x") }),
      ("schemes", ["w"], 2, { Route("/w", host: "h", to: "T", "x", scheme: $0 == 7 ? "app" : "x\($0)") }),
      ("nothing there", ["none", "1"], 1, { Route("/w\($0)/:id", host: "h", to: "T", "x") }),
      (
        "words and every type", ["7", "7"], 21,
        { number in
          // Every combination of the word 7 and the types for two parts, and otherwise more words.
          let forms = ["7", ":a<int>", ":a<bool>", ":a<double>", ":a<date>", ":a"]
          guard number < 36 else { return Route("/w\(number)/:b<int>", host: "h", to: "T", "x") }
          let second = forms[number % 6].replacing(":a", with: ":b")
          return Route("/\(forms[number / 6])/\(second)", host: "h", to: "T", "x")
        }
      ),
    ]
    for shape in shapes {
      for number in [40, 2_000] {
        var table = RouteTable()
        try table.add((0..<number).map(shape.route), owner: .program)
        #expect(table.count == number)
        var matches = table.matches(scheme: "app", host: "h", path: shape.path)
        while matches.next() != nil {}
        // `7` is neither a bool nor a date: the root, 4 of its places and 4 below each of them.
        #expect(matches.visits == shape.visits, "\(number) routes: \(shape.name)")
      }
    }
  }

  @Test func `a hundred thousand routes are no more than ten`() throws {
    for number in [10, 1_000, 10_000] + (isThreadSanitized ? [] : [100_000]) {
      var table = RouteTable()
      try table.add(
        (0..<number).map { Route("/w\($0)/:id<int>", host: "h", to: "T", "x") }
          + [Route("/:a/:b", host: "h", to: "T", "x")], owner: .program)
      var matches = table.matches(scheme: "app", host: "h", path: ["w9", "1"])
      #expect(Array(matches).map(\.route.pattern) == ["/w9/:id<int>", "/:a/:b"])
      while matches.next() != nil {}
      #expect(matches.visits == 5)
    }
  }

  /// Every pattern of that many parts from these.
  private func product(_ parts: [String], _ length: Int) -> [String] {
    (0..<length).reduce([""]) { patterns, place in
      patterns.flatMap { pattern in
        parts.map { "\(pattern)/\($0.replacing(":", with: ":p\(place)"))" }
      }
    }
  }

  @Test func `the worst that can be registered is within the limit, and the limit is what is visited`() throws {
    // Each part of the path fits all of these.
    let parts = ["1", ":<int>", ":<bool>", ":<double>", ":"]
    var table = RouteTable()
    // All of them lead nowhere: what comes behind is never there.
    try table.add(product(parts, 3).map { Route("\($0)/end", host: "h", to: "T", "x") }, owner: .program)
    var matches = table.matches(scheme: "app", host: "h", path: ["1", "1", "1", "none"])
    #expect(matches.next() == nil)
    #expect(matches.visits == 1 + 5 + 25 + 125)

    // Five levels would be 3906 places: routes are added as long as they stay within the limit.
    var full = RouteTable()
    var refused = 0
    for pattern in product(parts, 5) {
      do throws(RouteFault) {
        try full.add([Route(pattern, host: "h", to: "T", "x")], owner: .program)
      } catch {
        #expect(error.reason == .ambiguous)
        refused += 1
      }
    }
    #expect(refused > 2000)
    var worst = full.matches(scheme: "app", host: "h", path: ["1", "1", "1", "1", "1"])
    var found = 0
    while worst.next() != nil { found += 1 }
    #expect(found == full.count)
    #expect(worst.visits == RouteTable.reachLimit)
  }

  @Test func `deep backtracking is bounded however long the patterns are`() throws {
    // Two ways at each of 31 parts, all of which fail at the last one.
    var table = RouteTable()
    var added = 0
    var dice = SignatureDice(seed: 1)
    for _ in 0..<500 {
      let pattern = (0..<31).map { dice.below(2) == 0 ? "/a" : "/:p\($0)" }.joined() + "/end"
      do throws(RouteFault) {
        try table.add([Route(pattern, host: "h", to: "T", "x")], owner: .program)
        added += 1
      } catch {
        #expect(error.reason == .ambiguous)
      }
    }
    #expect(added > 30)
    var matches = table.matches(
      scheme: "app", host: "h", path: Array(repeating: "a", count: 31) + ["none"])
    #expect(matches.next() == nil)
    #expect(matches.visits > 500)
    #expect(matches.visits <= RouteTable.reachLimit)
  }

  @Test func `a route that would make it too much is refused in words, and removing makes room again`() throws {
    var table = RouteTable()
    for place in 0..<8 {
      let before = String(repeating: "/a", count: place)
      try table.add([Route("\(before)/a", host: "h", to: "T", "x")], owner: .program)
    }
    let patterns = product(["a", ":"], 9)
    var fault: RouteFault?
    for pattern in patterns {
      do throws(RouteFault) {
        try table.add([Route(pattern, host: "h", to: "T", "x")], owner: .policy("p"))
      } catch {
        fault = fault ?? error
      }
    }
    #expect(
      fault?.description
        == "the route '//h/:p0/:p1/:p2/:p3/:p4/a/a/:p7/:p8': with it some path might have to be followed through 1001 places of "
        + "the table, the limit is 1000: write literals in place of parameters, or shorter patterns")
    let count = table.count
    table.remove(owner: .policy("p"))
    #expect(table.count == 8)
    for pattern in patterns { try? table.add([Route(pattern, host: "h", to: "T", "x")], owner: .policy("p")) }
    #expect(table.count == count)
  }

  @Test func `a place says the same of its routes, whether others were taken out or were never there`() throws {
    var dice = SignatureDice(seed: 1)
    func fresh(_ entries: [RouteEntry]) throws -> RouteNode {
      try entries.reduce(RouteNode()) { try $0.adding($1, 0) }
    }
    func check(_ node: RouteNode, _ there: [RouteEntry]) throws {
      #expect(node.reach == (try fresh(there)).reach)
      #expect(node.isRanked == there.contains { $0.route.priority != 0 })
    }
    for _ in 0..<100 {
      var (node, there): (RouteNode, [RouteEntry]) = (RouteNode(), [])
      for _ in 0..<20 {
        if !there.isEmpty, dice.below(3) == 0 {
          node = node.removing(there.remove(at: dice.below(there.count)), 0) ?? RouteNode()
        } else {
          let route = Route(
            ["/", "/a", "/:b", "/*c"][dice.below(4)], host: "H", to: "H", "x",
            scheme: [nil, "s", "t", "u"][dice.below(4)], priority: [0, 0, 0, 1, 2][dice.below(5)],
            takesLonger: dice.below(2) == 0)
          guard let entry = try? RouteEntry(route, .program), let grown = try? node.adding(entry, 0) else { continue }
          node = grown
          there.append(entry)
        }
        try check(node, there)
      }
      node = node.removing { $0.route.scheme == "s" || $0.route.priority == 1 } ?? RouteNode()
      there.removeAll { $0.route.scheme == "s" || $0.route.priority == 1 }
      try check(node, there)
    }
  }
}
