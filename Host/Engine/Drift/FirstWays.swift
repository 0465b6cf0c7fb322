import ComponentKit

/// What answers the URLs of a component first, as far as that is its own affair: in the order of a host, its routes, the
/// actions that a path names, and its map keys.
struct FirstWays {
  struct End: Hashable {
    let target: String
    let action: String
  }

  /// Where a URL leads, and by what.
  struct Way {
    let end: End
    let title: String
  }

  private static let name = "its own name"

  // Of each action whether it is open to callers from outside.
  private let ends: [End: Bool]
  private var keys: [End: Way] = [:]
  private var routes: [Route] = []
  private var paths: [RoutePaths] = []
  private var table = RouteTable()

  init(_ face: FaceDescription) {
    let actions = face.targets.flatMap { target in
      target.actions.map { (End(target: target.name, action: $0.name), $0.isRemote) }
    }
    ends = Dictionary(actions) { first, _ in first }
    for target in face.targets {
      for way in target.ways {
        let end = End(target: target.name, action: way.action)
        // Of what is not told nobody knows, and what is not open is not reached.
        if ends[end] == false { continue }
        switch way.kind {
        case .route: add(way, end)
        case .key: addKey(way, end, of: face.component)
        }
      }
    }
  }

  private mutating func add(_ way: FaceWay, _ end: End) {
    // Of a face that somebody edited the routes may be none.
    guard
      let route = try? Route(
        parsing: way.name, to: end.target, end.action, priority: way.priority, takesLonger: way.takesLonger),
      let path = try? RoutePaths(route), (try? table.add([route], owner: .program)) != nil
    else { return }
    routes.append(route)
    paths.append(path)
  }

  // A URL has its own way to write a key: the component's name is the host part.
  private mutating func addKey(_ way: FaceWay, _ end: End, of component: String) {
    guard way.name.hasPrefix("\(component)_") else { return }
    keys[End(target: component, action: String(way.name.dropFirst(component.count + 1)))] = Way(
      end: end, title: way.title)
  }

  /// Whether that way is there as well, wherever it leads.
  func keeps(_ way: Way) -> Bool {
    way.title == FirstWays.name || keys.values.contains { $0.title == way.title }
      || routes.contains { $0.title == way.title }
  }

  /// Whether a route of the same text leads there.
  func hasSameRoute(as way: Way, to end: End) -> Bool {
    routes.contains { $0.target == end.target && $0.action == end.action && $0.title == way.title }
  }

  func first(_ url: RoutePaths.Sample) -> Way? {
    let name = url.path.count == 1 ? End(target: url.host, action: url.path[0]) : nil
    let action = name.flatMap { ends[$0] == true ? Way(end: $0, title: FirstWays.name) : nil }
    let key = name.flatMap { keys[$0] }
    var matches = table.matches(scheme: url.scheme, host: url.host, path: url.path).makeIterator()
    guard let match = matches.next() else { return action ?? key }
    if let action, !match.precedesAction { return action }
    if action == nil, let key, !match.precedesKey { return key }
    return Way(
      end: End(target: match.route.target, action: match.route.action), title: match.route.title)
  }

  /// URLs by which it shows what goes first here and did not before: those that a route which is new, or has another
  /// priority, has in common with a route of before, and those that have the name of an action or a key.
  func samples(since old: FirstWays) -> [RoutePaths.Sample] {
    let before = Set(old.routes.map(Known.init))
    let changed = routes.indices.filter { !before.contains(Known(routes[$0])) }
    let isNew = ends.contains { $0.value && old.ends[$0.key] != true } || keys.contains { old.keys[$0.key] == nil }
    if changed.isEmpty, !isNew { return [] }
    let all = old.paths + changed.map { paths[$0] }
    let rivals = RouteRivals(all)
    var samples = changed.indices.flatMap { place in
      rivals.rivals(of: old.paths.count + place).filter { $0 < old.paths.count }.sorted()
        .flatMap { all[$0].shared(with: all[old.paths.count + place]) }
    }
    let schemes = Set(routes.compactMap(\.scheme)).sorted() + [RoutePaths.anyScheme]
    let names = Set(old.ends.keys).union(ends.keys).union(old.keys.keys).union(keys.keys)
    for name in names.sorted(by: { ($0.target, $0.action) < ($1.target, $1.action) }) {
      samples += schemes.map { RoutePaths.Sample(scheme: $0, host: name.target, path: [name.action]) }
    }
    return samples
  }

  // What tells a route from others, and where it leads.
  private struct Known: Hashable {
    let text: String
    let priority: Int
    let end: End

    init(_ route: Route) {
      (text, priority) = (route.description, route.priority)
      end = End(target: route.target, action: route.action)
    }
  }
}

extension RoutePaths.Sample {
  /// As somebody would write it.
  var text: String {
    let scheme = scheme == RoutePaths.anyScheme ? "app" : scheme
    return excerpt("\(CallURL(scheme: scheme, host: host, path: path))")
  }
}

// What goes before what.
extension Drift {
  /// URLs that lead to another action than before although their way is still there: something else goes first now.
  mutating func compareOrder() {
    if whole.targets.map(\.reach) == component.targets.map(\.reach) { return }
    let (old, new) = (FirstWays(whole), FirstWays(component))
    let samples = new.samples(since: old)
    if samples.isEmpty { return }
    let known = before.ends.intersection(component.ends)
    var told: Set<[String]> = []
    for url in samples {
      guard let was = old.first(url), let now = new.first(url), was.end != now.end, known.contains(was.end),
        // What is gone, or leads elsewhere itself, is told at the way.
        new.keeps(was), !old.hasSameRoute(as: now, to: was.end),
        told.insert([was.end.target, was.end.action, now.title]).inserted
      else { continue }
      add(
        .routeChanged, breaks: true, was.end.target, was.end.action,
        message: "\(url.text) now leads to \(now.end.target).\(now.end.action), by \(now.title), which goes first")
    }
  }
}

extension Route {
  fileprivate var title: String { "the route '\(self)'" }
}

extension FaceDescription {
  fileprivate var ends: Set<FirstWays.End> {
    Set(targets.flatMap { target in target.actions.map { FirstWays.End(target: target.name, action: $0.name) } })
  }
}

extension FaceDescription.Target {
  // What its URLs depend on.
  fileprivate var reach: [String] {
    actions.map { "\($0.name) \($0.isRemote)" } + ways.map { "\($0.kind) \($0.name) \($0.priority) \($0.action)" }
  }
}
