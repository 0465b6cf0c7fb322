import ComponentHost
import ComponentKit

/// What goes before what, found as a call would find it: by paths that the patterns themselves take.
struct RouteOrder {
  private var table = RouteTable()
  private let components: [LoadedComponent]
  // By what tells one route from another.
  private var before: [String: [String]] = [:]

  init(_ routes: [(route: Route, owner: RouteOwner)], _ components: [LoadedComponent]) {
    self.components = components
    // They are in a table already, so they fit into this one.
    for (route, owner) in routes { try? table.add([route], owner: owner) }
    for (route, _) in routes {
      let (host, path) = route.sample
      let matches = matches(host, path, route.scheme)
      for (place, later) in matches.enumerated() {
        let key = later.route.key
        for earlier in matches[..<place].map({ "\($0.route)" }) where before[key]?.contains(earlier) != true {
          before[key, default: []].append(earlier)
        }
      }
    }
  }

  /// What takes some of a route's paths before it: other routes, and open actions that a path of one part names.
  func before(_ route: Route) -> [String] {
    let host = route.sample.host
    let actions = openActions(of: host).filter { action in
      matches(host, [action], route.scheme).contains { $0.route.key == route.key && !$0.precedesAction }
    }
    return (before[route.key] ?? []) + actions.map { "\(host).\($0)" }
  }

  /// What a URL of a key's component and name leads to before the key.
  func before(_ key: LoadedKey, of component: LoadedComponent) -> [String] {
    let own = String(key.name.dropFirst(component.name.count + 1))
    let leadsThere = key.target == component.name && key.action == own
    return matches(component.name, [own], nil).filter(\.precedesKey).map { "\($0.route)" }
      + (leadsThere || !openActions(of: component.name).contains(own) ? [] : ["\(component.name).\(own)"])
  }

  private func matches(_ host: String, _ path: [String], _ scheme: String?) -> [RouteMatch] {
    Array(table.matches(scheme: scheme ?? "app", host: host, path: path))
  }

  private func openActions(of host: String) -> [String] {
    components.flatMap(\.targets).first { $0.name == host }?.actions.filter(\.isRemote).map(\.name) ?? []
  }
}

extension Route {
  /// What tells it from all others: a text may be there once for each priority.
  fileprivate var key: String { "\(priority) \(self)" }

  /// A host part and a path that it takes, as long as the pattern is.
  fileprivate var sample: (host: String, path: [String]) {
    let bare = pattern.filter { $0 != "(" && $0 != ")" }
    return (Route.sample(host[...]), bare.split(separator: "/").map(Route.sample))
  }

  // What can be read as the part's type.
  private static func sample(_ part: Substring) -> String {
    guard part.first == ":" || part.first == "*" else { return String(part) }
    let bare = part.last == "?" ? part.dropLast() : part
    for (type, text) in [("<int>", "0"), ("<bool>", "true"), ("<double>", "0.5"), ("<date>", "2000-01-01T00:00:00Z")]
    where bare.hasSuffix(type) { return text }
    return "x"
  }
}
