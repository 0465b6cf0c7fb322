import ComponentHost
import ComponentKit

/// What goes before what, found as a call would find it: by paths that the patterns themselves take.
struct RouteOrder {
  private var table = RouteTable()
  private let components: [LoadedComponent]
  // By the routes' texts, of which there are no two alike.
  private var before: [String: [String]] = [:]

  init(_ routes: [(route: Route, owner: RouteOwner)], _ components: [LoadedComponent]) {
    self.components = components
    // They are in a table already, so they fit into this one.
    for (route, owner) in routes { try? table.add([route], owner: owner) }
    for (route, _) in routes {
      let (host, path) = route.sample
      let matches = matches(host, path, route.scheme)
      for (place, later) in matches.enumerated() {
        for earlier in matches[..<place] where before[later]?.contains(earlier) != true {
          before[later, default: []].append(earlier)
        }
      }
    }
  }

  /// What takes some of a route's paths before it: other routes, and open actions that a path of one part names.
  func before(_ route: Route) -> [String] {
    let (host, path) = route.sample
    let routes = before["\(route)"] ?? []
    if path.count != 1 || route.isOfWords { return routes }
    return routes
      + openActions(of: host).filter { matches(host, [$0], route.scheme).contains("\(route)") }.map { "\(host).\($0)" }
  }

  /// What a URL of a key's component and name leads to before the key.
  func before(_ key: LoadedKey, of component: LoadedComponent) -> [String] {
    let own = String(key.name.dropFirst(component.name.count + 1))
    let leadsThere = key.target == component.name && key.action == own
    return matches(component.name, [own], nil)
      + (leadsThere || !openActions(of: component.name).contains(own) ? [] : ["\(component.name).\(own)"])
  }

  private func matches(_ host: String, _ path: [String], _ scheme: String?) -> [String] {
    table.matches(scheme: scheme ?? "app", host: host, path: path).map { "\($0.route)" }
  }

  private func openActions(of host: String) -> [String] {
    components.flatMap(\.targets).first { $0.name == host }?.actions.filter(\.isRemote).map(\.name) ?? []
  }
}

extension Route {
  /// Whether it takes one path only.
  fileprivate var isOfWords: Bool {
    !(host + pattern).utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "*") }
  }

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
