/// All routes, as a value: copies are free and share what they have in common, and none changes under its reader.
///
/// What a lookup costs depends on the length of the path, not on how many routes there are, and no path makes
/// it visit more places than `reachLimit`.
package struct RouteTable: Sendable {
  private var hosts = SharedMap<RouteNode>()
  // The routes of any host part.
  private var anyHost: RouteNode?
  // How many routes an owner has for which host parts.
  private var owners = SharedMap<SharedMap<Int>>()
  package private(set) var count = 0

  /// No path can be led through more places than this by the routes of its host part, dead ends included, nor by those of
  /// any host part; routes that would make it so are refused.
  package static let reachLimit = 1000

  package init() {}

  var isEmpty: Bool { count == 0 }

  /// Adds routes: all of them or, if one is wrong or as specific as another, none.
  package mutating func add(
    _ routes: some Collection<Route>, owner: RouteOwner, generation: Int = 0
  ) throws(RouteFault) {
    var table = self
    for route in routes { try table.add(try RouteEntry(route, owner, generation: generation)) }
    self = table
  }

  private mutating func add(_ entry: RouteEntry) throws(RouteFault) {
    // Those of any host part count as one host part of that name.
    let host = TextKey(entry.route.hostName == nil ? entry.route.host : RouteTable.any)
    var root = root(host) ?? RouteNode()
    for variant in entry.variants.indices { root = try root.adding(entry, variant) }
    guard root.reach <= RouteTable.reachLimit else {
      throw entry.route.fault(
        "with it some path might have to be followed through \(root.reach) places of the table, the limit is "
          + "\(RouteTable.reachLimit): write literals in place of parameters, or shorter patterns", .ambiguous)
    }
    set(root, for: host)
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
      remove(from: host) { $0.owner == owner }
      removed += number
    }
    count -= removed
    return removed
  }

  /// Takes the route of an owner out that has the pattern, the scheme and the priority of this one; false where there is
  /// none, or `isMeant` says no.
  @discardableResult
  package mutating func remove(
    _ route: Route, owner: RouteOwner, where isMeant: (_ there: Route, _ generation: Int) -> Bool = { _, _ in true }
  ) -> Bool {
    let host = TextKey(route.hostName == nil ? route.host : RouteTable.any)
    guard let variants = try? route.compiled(), let root = root(host),
      let entry = root.ends(variants[0].parts[...])?.first(
        scheme: route.scheme,
        {
          $0.owner == owner && $0.route.host == route.host && $0.route.pattern == route.pattern
            && $0.route.priority == route.priority && isMeant($0.route, $0.generation)
        })
    else { return false }
    set(entry.variants.indices.reduce(root) { $0?.removing(entry, $1) }, for: host)
    uncount(1, of: owner, host)
    return true
  }

  /// Takes some of an owner's routes out, of all host parts, and says how many there were.
  @discardableResult
  package mutating func remove(owner: RouteOwner, _ isMeant: (_ route: Route, _ generation: Int) -> Bool) -> Int {
    var hosts: [TextKey] = []
    owners.value(owner.key)?.forEach { host, _ in hosts.append(host) }
    return hosts.reduce(0) { $0 + remove(owner: owner, from: $1, isMeant) }
  }

  private mutating func remove(
    owner: RouteOwner, from key: TextKey, _ isMeant: (_ route: Route, _ generation: Int) -> Bool
  ) -> Int {
    var removed = Set<ObjectIdentifier>()
    remove(from: key) { entry in
      guard entry.owner == owner, isMeant(entry.route, entry.generation) else { return false }
      removed.insert(ObjectIdentifier(entry))
      return true
    }
    uncount(removed.count, of: owner, key)
    return removed.count
  }

  private mutating func uncount(_ removed: Int, of owner: RouteOwner, _ host: TextKey) {
    let own = owners.value(owner.key) ?? SharedMap()
    let number = (own.value(host) ?? 0) - removed
    let left = own.setting(number > 0 ? number : nil, for: host)
    owners = owners.setting(left.isEmpty ? nil : left, for: owner.key)
    count -= removed
  }

  private func root(_ host: TextKey) -> RouteNode? {
    host.matches(TextKey(RouteTable.any)) ? anyHost : hosts.value(host)
  }

  private mutating func set(_ root: RouteNode?, for host: TextKey) {
    if host.matches(TextKey(RouteTable.any)) { anyHost = root } else { hosts = hosts.setting(root, for: host) }
  }

  private mutating func remove(from host: TextKey, _ isMeant: (RouteEntry) -> Bool) {
    set(root(host)?.removing(isMeant), for: host)
  }

  // No host part is written so.
  private static let any = ":"

  /// Takes all routes out.
  mutating func removeAll() { self = RouteTable() }

  /// The routes for a path, from the most to the least specific.
  ///
  /// - Parameters:
  ///   - scheme: in lower case.
  ///   - path: the parts, decoded.
  package func matches(scheme: String, host: String, path: [String]) -> RouteMatches {
    RouteMatches(roots(of: host) ?? Roots(own: nil, any: nil), scheme: scheme, host: host, path: path)
  }

  /// Where paths are followed from.
  struct Roots {
    let own: RouteNode?
    let any: RouteNode?
  }

  /// Where the paths of a host part are followed from; nil where it has no routes.
  func roots(of host: String) -> Roots? {
    if isEmpty { return nil }
    let own = hosts.isEmpty ? nil : hosts.value(TextKey(host))
    return own == nil && anyHost == nil ? nil : Roots(own: own, any: anyHost)
  }

  /// Every route with its owner, sorted by host part, those of any at the end, and within it part by part as the paths are followed.
  package var routes: [(route: Route, owner: RouteOwner)] {
    var roots: [(host: String, root: RouteNode)] = []
    hosts.forEach { roots.append(($0.text, $1)) }
    roots.sort { $0.host < $1.host }
    var entries: [RouteEntry] = []
    for (_, root) in roots { root.list(into: &entries) }
    anyHost?.list(into: &entries)
    return entries.map { ($0.route, $0.owner) }
  }
}
