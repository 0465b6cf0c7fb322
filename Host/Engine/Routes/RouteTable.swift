import ComponentABI

/// All routes, as a value: copies are free and share what they have in common, and none changes under its reader.
///
/// What a lookup costs depends on the length of the path, not on how many routes there are, and no path makes
/// it visit more places than `reachLimit`.
package struct RouteTable: Sendable {
  private var hosts = SharedMap<RouteNode>()
  // The routes of any host part.
  private var anyHost: RouteNode?
  private var owners = SharedMap<Share>()
  package private(set) var count = 0

  /// No path can be led through more places than this by the routes of its host part, dead ends included, nor by those of
  /// any host part; routes that would make it so are refused.
  package static let reachLimit = 1000

  /// How many routes an owner has, in all and for which host parts.
  private struct Share {
    var count = 0
    var hosts = SharedMap<Int>()

    /// With so many more for a host part, or fewer; nil where none is left.
    func adding(_ change: Int, for host: TextKey) -> Share? {
      let number = (hosts.value(host) ?? 0) + change
      let share = Share(count: count + change, hosts: hosts.setting(number > 0 ? number : nil, for: host))
      return share.hosts.isEmpty ? nil : share
    }
  }

  // How many routes a component may have.
  private let componentLimit: Int

  package init(componentLimit: Int = Int(COMPONENT_ROUTE_LIMIT)) { self.componentLimit = componentLimit }

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
    let share = owners.value(entry.owner.key) ?? Share()
    if case .component = entry.owner, share.count >= componentLimit {
      throw entry.route.fault(
        "\(entry.owner) has \(componentLimit) routes already, and that is the most: take out what is not needed, or "
          + "write parameters in place of literals", .tooMany)
    }
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
    owners = owners.setting(share.adding(1, for: host), for: entry.owner.key)
    count += 1
  }

  /// Takes an owner's routes out, and says how many there were.
  @discardableResult
  package mutating func remove(owner: RouteOwner) -> Int {
    guard let own = owners.value(owner.key) else { return 0 }
    owners = owners.setting(nil, for: owner.key)
    own.hosts.forEach { host, _ in remove(from: host) { $0.owner == owner } }
    count -= own.count
    return own.count
  }

  /// Takes the route of an owner out that has the pattern, the scheme and the priority of this one; false where there is
  /// none, or `isMeant` says no.
  @discardableResult
  package mutating func remove(
    _ route: Route, owner: RouteOwner, where isMeant: (_ there: Route, _ generation: Int) -> Bool = { _, _ in true }
  ) -> Bool {
    guard let (host, root, entry) = find(route, owner, isMeant) else { return false }
    set(entry.variants.indices.reduce(root) { $0?.removing(entry, $1) }, for: host)
    uncount(1, of: owner, host)
    return true
  }

  /// Whether a generation of an owner has this very route.
  func has(_ route: Route, owner: RouteOwner, generation: Int) -> Bool {
    find(route, owner) { $0 == route && $1 == generation } != nil
  }

  private func find(
    _ route: Route, _ owner: RouteOwner, _ isMeant: (_ there: Route, _ generation: Int) -> Bool
  ) -> (host: TextKey, root: RouteNode, entry: RouteEntry)? {
    let host = TextKey(route.hostName == nil ? route.host : RouteTable.any)
    guard let variants = try? route.compiled(), let root = root(host),
      let entry = root.ends(variants[0].parts[...])?.first(
        scheme: route.scheme,
        {
          $0.owner == owner && $0.route.host == route.host && $0.route.pattern == route.pattern
            && $0.route.priority == route.priority && isMeant($0.route, $0.generation)
        })
    else { return nil }
    return (host, root, entry)
  }

  /// Takes some of an owner's routes out, of all host parts, and says how many there were.
  @discardableResult
  package mutating func remove(owner: RouteOwner, _ isMeant: (_ route: Route, _ generation: Int) -> Bool) -> Int {
    var hosts: [TextKey] = []
    owners.value(owner.key)?.hosts.forEach { host, _ in hosts.append(host) }
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
    owners = owners.setting((owners.value(owner.key) ?? Share()).adding(-removed, for: host), for: owner.key)
    count -= removed
  }

  /// Whether an owner has any.
  func hasRoutes(of owner: RouteOwner) -> Bool { owners.value(owner.key) != nil }

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
  mutating func removeAll() { self = RouteTable(componentLimit: componentLimit) }

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
