/// All routes, as a value: copies are free and share what they have in common, and none changes under its reader.
///
/// What a lookup costs depends on the length of the path, not on how many routes there are, and no path makes
/// it visit more places than `reachLimit`.
package struct RouteTable: Sendable {
  private var hosts = SharedMap<RouteNode>()
  // How many routes an owner has for which host parts.
  private var owners = SharedMap<SharedMap<Int>>()
  package private(set) var count = 0

  /// No path can be led through more places than this, dead ends included; routes that would make it so are refused.
  package static let reachLimit = 1000

  package init() {}

  var isEmpty: Bool { count == 0 }

  /// Adds routes: all of them or, if one is wrong or as specific as another, none.
  package mutating func add(_ routes: some Collection<Route>, owner: RouteOwner) throws(RouteFault) {
    var table = self
    for route in routes { try table.add(try RouteEntry(route, owner)) }
    self = table
  }

  private mutating func add(_ entry: RouteEntry) throws(RouteFault) {
    let host = TextKey(entry.route.host)
    var root = hosts.value(host) ?? RouteNode()
    // A pattern with optional parts is one pattern for each that may be left out.
    for length in entry.pattern.required...entry.pattern.parts.count {
      root = try root.adding(entry, length: length)
    }
    guard root.reach <= RouteTable.reachLimit else {
      throw entry.route.fault(
        "with it some path might have to be followed through \(root.reach) places of the table, the limit is "
          + "\(RouteTable.reachLimit): write literals in place of parameters, or shorter patterns", .ambiguous)
    }
    hosts = hosts.setting(root, for: host)
    let owner = entry.owner.key
    let own = owners.value(owner) ?? SharedMap()
    owners = owners.setting(own.setting((own.value(host) ?? 0) + 1, for: host), for: owner)
    count += 1
  }

  /// Takes an owner's routes out, and says how many there were.
  @discardableResult
  package mutating func remove(owner: RouteOwner) -> Int {
    guard let own = owners.value(owner.key) else { return 0 }
    owners = owners.setting(nil, for: owner.key)
    var removed = 0
    own.forEach { host, number in
      hosts = hosts.setting(hosts.value(host)?.removing(owner), for: host)
      removed += number
    }
    count -= removed
    return removed
  }

  /// Takes all routes out.
  mutating func removeAll() { self = RouteTable() }

  /// The routes for a path, from the most to the least specific.
  ///
  /// - Parameters:
  ///   - scheme: in lower case.
  ///   - path: the parts, decoded.
  package func matches(scheme: String, host: String, path: [String]) -> RouteMatches {
    RouteMatches(root(of: host), scheme: scheme, path: path)
  }

  /// Where the paths of a host part are followed from; nil where it has no routes.
  func root(of host: String) -> RouteNode? { hosts.isEmpty ? nil : hosts.value(TextKey(host)) }

  /// Every route with its owner, sorted by host part, and within it part by part as the paths are followed.
  package var routes: [(route: Route, owner: RouteOwner)] {
    var roots: [(host: String, root: RouteNode)] = []
    hosts.forEach { roots.append(($0.text, $1)) }
    roots.sort { $0.host < $1.host }
    var entries: [RouteEntry] = []
    for (_, root) in roots { root.list(into: &entries) }
    return entries.map { ($0.route, $0.owner) }
  }
}
