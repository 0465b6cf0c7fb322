import ComponentHost
import ComponentKit

/// What goes before what, found as a call would find it: by URLs that both take. What nobody outside reaches goes before
/// nothing.
struct RouteOrder {
  /// A route, and whether callers from outside get there.
  struct Way {
    let route: Route
    let owner: RouteOwner
    let isReached: Bool
  }

  private let ways: [Way]
  private let paths: [RoutePaths?]
  private let components: [LoadedComponent]
  // Other names of components in map keys.
  private let aliases: [String: String]
  // Whether callers from outside reach an action.
  private let isReached: (_ target: String, _ action: String) -> Bool
  private var table = RouteTable()
  // The routes' places in the list, by what tells one from another.
  private var places: [String: Int] = [:]
  // The schemes that the routes of each host part name; nil is any host part.
  private var schemes: [String?: Set<String>] = [:]
  private var orders: [RoutePaths.Sample: [Int: Int]] = [:]
  // Before each route: the places of others, and the names of actions and keys.
  private var routesBefore: [Set<Int>]
  private var namesBefore: [[String]]

  init(
    _ ways: [Way], _ components: [LoadedComponent], _ aliases: [String: String],
    _ isReached: @escaping (_ target: String, _ action: String) -> Bool
  ) {
    self.ways = ways
    self.components = components
    self.aliases = aliases
    self.isReached = isReached
    paths = ways.map { try? RoutePaths($0.route) }
    routesBefore = Array(repeating: [], count: ways.count)
    namesBefore = Array(repeating: [], count: ways.count)
    for (place, way) in ways.enumerated() {
      // They are in a table already, so they fit into this one.
      try? table.add([way.route], owner: way.owner)
      places[way.route.key] = place
      if let path = paths[place], let scheme = path.scheme { schemes[path.host, default: []].insert(scheme) }
    }
    compareRoutes()
    orders = [:]
    compareWithNames()
  }

  /// What takes some of a route's paths before it: other routes, and the open actions and keys that such a path names.
  func before(_ place: Int) -> [String] {
    routesBefore[place].sorted().map { "\(ways[$0].route)" } + namesBefore[place]
  }

  /// What URLs that form a key lead to before the key. A key that has its action's name goes with it.
  func before(_ key: LoadedKey, of component: LoadedComponent) -> [String] {
    var names: [String] = []
    for form in forms(key, component) {
      for match in matches(form.host, form.part) where form.isAction ? match.precedesAction : match.precedesKey {
        guard let place = places[match.route.key], ways[place].isReached else { continue }
        if !names.contains("\(match.route)") { names.append("\(match.route)") }
      }
      if !form.isAction, isReached(form.host, form.part) { names.append("\(form.host).\(form.part)") }
    }
    return names
  }

  // A URL whose host part and path form a key, which may be taken apart at each '_', and begin with an alias.
  private struct Form {
    let host: String
    let part: String
    /// Whether the path names the key's own action.
    let isAction: Bool
  }

  private func forms(_ key: LoadedKey, _ component: LoadedComponent) -> [Form] {
    let rest = key.name.dropFirst(component.name.count)
    // An alias goes before a component of that name.
    let own = aliases[component.name] == nil ? [component.name] : []
    let names = own + aliases.filter { $0.value == component.name }.map(\.key).sorted()
    return names.flatMap { name in
      let text = name + rest
      return text.indices.filter { text[$0] == "_" }.map { place in
        let (host, part) = (String(text[..<place]), String(text[text.index(after: place)...]))
        return Form(host: host, part: part, isAction: key.target == host && key.action == part)
      }
    }.filter { !$0.host.isEmpty && !$0.part.isEmpty }
  }

  private mutating func compareRoutes() {
    let rivals = RouteRivals(paths)
    for (place, one) in paths.enumerated() {
      guard let one else { continue }
      for rival in rivals.rivals(of: place) where rival > place {
        guard let other = paths[rival] else { continue }
        for sample in one.shared(with: other) { compare(place, rival, sample) }
      }
    }
  }

  private mutating func compare(_ one: Int, _ other: Int, _ sample: RoutePaths.Sample) {
    let order = order(of: sample)
    let (ownRank, otherRank) = (order[one] ?? .max, order[other] ?? .max)
    if ownRank == otherRank { return }
    let (first, second) = ownRank < otherRank ? (one, other) : (other, one)
    if ways[first].isReached { routesBefore[second].insert(first) }
  }

  // How the routes that take a URL follow each other, by their places in the list.
  private mutating func order(of sample: RoutePaths.Sample) -> [Int: Int] {
    if let known = orders[sample] { return known }
    var order: [Int: Int] = [:]
    for match in table.matches(scheme: sample.scheme, host: sample.host, path: sample.path) {
      if let place = places[match.route.key], order[place] == nil { order[place] = order.count }
    }
    if orders.count == RouteOrder.keptOrders { orders = [:] }
    orders[sample] = order
    return order
  }

  // Where many routes take the same paths they are told apart by few URLs.
  private static let keptOrders = 64

  private mutating func compareWithNames() {
    for target in components.flatMap(\.targets) {
      for action in target.actions.map(\.name) where isReached(target.name, action) {
        put("\(target.name).\(action)", before: matches(target.name, action).filter { !$0.precedesAction })
      }
    }
    for component in components {
      for key in component.keys where isReached(key.target, key.action) {
        for form in forms(key, component) where !form.isAction {
          put(key.name, before: matches(form.host, form.part).filter { !$0.precedesKey })
        }
      }
    }
  }

  private mutating func put(_ name: String, before matches: [RouteMatch]) {
    for match in matches {
      guard let place = places[match.route.key], !namesBefore[place].contains(name) else { continue }
      namesBefore[place].append(name)
    }
  }

  // The routes that take a path of one part, whatever the scheme.
  private func matches(_ host: String, _ part: String) -> [RouteMatch] {
    // And one that none of them names.
    let named = (schemes[host] ?? []).union(schemes[nil] ?? [])
    return (named.sorted() + [RoutePaths.anyScheme]).flatMap {
      Array(table.matches(scheme: $0, host: host, path: [part]))
    }
  }
}

extension Route {
  /// What tells it from all others: a text may be there once for each priority.
  fileprivate var key: String { "\(priority) \(self)" }
}
