import ComponentKit
import TestDice
import Testing

@testable import ComponentHost

/// What two routes have in common.
@Suite struct RoutePathsTests {
  private func shared(_ a: String, _ b: String, longer: Bool = false) throws -> [String] {
    let one = try RoutePaths(try Route(parsing: a, to: "H", "x", takesLonger: longer))
    let other = try RoutePaths(try Route(parsing: b, to: "H", "x", takesLonger: longer))
    return one.shared(with: other).map { "\($0.scheme)://\($0.host)/\($0.path.joined(separator: "/"))" }
  }

  @Test(arguments: [
    ("//H/:a/edit", "//H/new/:b", ["any://H/new/edit"]),
    ("app://H/a", "//H/a", ["app://H/a"]),
    ("app://H/a", "web://H/a", []),
    ("//H/a", "//G/a", []),
    ("//H/a", "web://:any/:b", ["web://H/a"]),
    ("//:one/a", "//:two/a", ["any://x/a"]),
    ("//H/:a<int>", "//H/new", []),
    ("//H/:a<int>", "//H/12", ["any://H/12"]),
    ("//H/:a<int>", "//H/:b<bool>", ["any://H/0"]),
    ("//H/:a<double>", "//H/:b", ["any://H/0.5"]),
    ("//H/:a<date>", "//H/:b<double>", []),
    ("//H/read(/:a)/end", "//H/:b/end", ["any://H/read/end"]),
    ("//H/a/:b?", "//H/:c/:d?", ["any://H/a/x", "any://H/a"]),
    ("//H/*a", "//H/b/c", ["any://H/b/c"]),
    ("//H/b/*a", "//H/b", []),
    ("//H/", "//H/", ["any://H/"]),
    ("//H/caf\u{e9}", "//H/cafe\u{301}", []),
  ])
  func `two patterns meet where each takes what the other does at every place`(a: String, b: String, paths: [String])
    throws
  {
    #expect(try shared(a, b) == paths)
    #expect(Set(try shared(b, a)) == Set(paths))
  }

  @Test func `routes that take longer paths meet there as well`() throws {
    #expect(try shared("//H/a", "//H/a/b", longer: true) == ["any://H/a/b", "any://H/a/b/x"])
    #expect(try shared("//H/a", "//H/b", longer: true) == [])
  }

  // Whatever path shows that one route goes before another, one that both are said to share shows it as well.
  @Test(arguments: 0..<4)
  func `shared paths show every order in which two routes can be found`(seed: Int) throws {
    var dice = SignatureDice(seed: UInt64(seed))
    var (orders, alone) = (0, 0)
    let rounds = isThreadSanitized ? 10 : 100
    for _ in 0..<rounds {
      var table = RouteTable()
      for _ in 0..<1 + dice.below(20) { try? table.add([dice.anyRoute()], owner: .program) }
      let routes = table.routes.map(\.route)
      let paths = try routes.map { try RoutePaths($0) }
      var told: Set<[Int]> = []
      let all = RouteRivals(paths)
      for one in routes.indices {
        let rivals = all.rivals(of: one)
        for other in routes.indices where other > one {
          let samples = paths[one].shared(with: paths[other])
          if samples.isEmpty { alone += 1 } else { #expect(rivals.contains(other)) }
          for sample in samples {
            let found = places(table, routes, sample.scheme, sample.host, sample.path).filter {
              [one, other].contains($0)
            }
            #expect(found.count == 2, "\(routes[one]) and \(routes[other]) at \(sample)")
            told.insert(found)
          }
        }
      }
      for _ in 0..<40 {
        let found = places(
          table, routes, ["app", "web", "z"][dice.below(3)], ["H", "H.Sub"][dice.below(2)], dice.path())
        for (place, earlier) in found.enumerated() {
          for later in found[(place + 1)...] {
            orders += 1
            #expect(told.contains([earlier, later]), "\(routes[earlier]) before \(routes[later])")
          }
        }
      }
    }
    // It is no test if no two are found, or all are.
    #expect(orders > rounds && alone > rounds)
  }

  @Test func `of many routes only those are looked at that may meet`() throws {
    var texts = (0..<1000).map { "//H/a\($0)/b" } + (0..<1000).map { "//H\($0)/x" } + (0..<1000).map { "s\($0)://G/x" }
    texts += ["//H/:a<int>/:b", "//H/a7/*rest", "//:any/:b<int>"]
    let rivals = RouteRivals(try texts.map { try RoutePaths(Route(parsing: $0, to: "H", "x")) })
    let found = texts.indices.map { rivals.rivals(of: $0) }
    for place in 0..<3000 { #expect(found[place] == (place == 7 ? [7, 3001] : [place])) }
    #expect(found[3000] == [3000] && found[3001] == [7, 3001] && found[3002] == [3002])
  }

  // The routes that take a path, each once.
  private func places(
    _ table: RouteTable, _ routes: [Route], _ scheme: String, _ host: String, _ path: [String]
  ) -> [Int] {
    var places: [Int] = []
    for match in table.matches(scheme: scheme, host: host, path: path) {
      if let place = routes.firstIndex(of: match.route), !places.contains(place) { places.append(place) }
    }
    return places
  }
}

extension SignatureDice {
  /// A route that may be for any host part, take longer paths and have a priority.
  fileprivate mutating func anyRoute() -> Route {
    let route = route()
    return Route(
      route.pattern, host: below(4) == 0 ? ":any" : route.host, to: "H", "x", scheme: route.scheme,
      priority: [0, 0, 0, 1, -1][below(5)], takesLonger: below(3) == 0 && !route.pattern.contains("*"))
  }
}
