import ComponentKit
import TestDice
import Testing

@testable import ComponentHost

/// The table finds what the rule says, for whatever routes and paths.
@Suite struct RoutePropertyTests {
  @Test(arguments: 0..<8)
  func `the table and the plain rule agree`(seed: Int) {
    var dice = SignatureDice(seed: UInt64(seed))
    var (conflicts, found) = (0, 0)
    let rounds = isThreadSanitized ? 10 : 250
    for _ in 0..<rounds {
      var (table, reference) = (RouteTable(), RouteReference())
      for _ in 0..<1 + dice.below(40) {
        let (route, owner) = (dice.route(), SignatureDice.owners[dice.below(4)])
        let isNew = reference.add(route, owner)
        do throws(RouteFault) {
          try table.add([route], owner: owner)
          #expect(isNew, "\(route)")
        } catch {
          #expect(!isNew && error.reason == .conflict, "\(error)")
          conflicts += 1
        }
      }
      found += compare(table, reference, &dice)
      let leaving = SignatureDice.owners[dice.below(4)]
      #expect(table.remove(owner: leaving) == reference.items.count { $0.owner == leaving })
      reference.remove(leaving)
      found += compare(table, reference, &dice)
    }
    // It is no test if nothing clashes and nothing is found.
    #expect(conflicts > rounds)
    #expect(found > rounds * 10)
  }

  @Test(arguments: 0..<4)
  func `routes that go one by one leave the table that never had them`(seed: Int) throws {
    var dice = SignatureDice(seed: UInt64(seed))
    var gone = 0
    for _ in 0..<(isThreadSanitized ? 3 : 40) {
      var table = RouteTable()
      var kept: [(route: Route, owner: RouteOwner)] = []
      for _ in 0..<1 + dice.below(20) {
        let (route, owner) = (dice.route(), SignatureDice.owners[dice.below(4)])
        if (try? table.add([route], owner: owner)) != nil { kept.append((route, owner)) }
      }
      while !kept.isEmpty {
        let (route, owner) = kept.remove(at: dice.below(kept.count))
        let isGone = table.remove(route, owner: owner)
        #expect(isGone, "\(route)")
        var rest = RouteTable()
        for (route, owner) in kept { try rest.add([route], owner: owner) }
        #expect(structure(of: table) == structure(of: rest), "\(route)")
        gone += 1
      }
    }
    #expect(gone > 10)
  }

  private func compare(_ table: RouteTable, _ reference: RouteReference, _ dice: inout SignatureDice) -> Int {
    #expect(table.count == reference.items.count)
    var found = 0
    for _ in 0..<20 {
      let (scheme, host) = (["app", "web", "x"][dice.below(3)], ["H", "H", "H.Sub"][dice.below(3)])
      let path = dice.path()
      let expected = reference.matches(scheme, host, path)
      let actual = table.matches(scheme: scheme, host: host, path: path).map { match in
        "\(match.route) \(match.parameters.map { "\($0.key)=\($0.value)" }.joined(separator: " "))"
      }
      #expect(actual == expected, "\(scheme)://\(host) \(path) in \(table.routes.map(\.route.description))")
      found += expected.count
    }
    return found
  }
}
