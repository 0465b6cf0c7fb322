import ComponentKit

/// A route in the table.
final class RouteEntry: Sendable {
  let route: Route
  let owner: RouteOwner
  let pattern: RoutePattern

  init(_ route: Route, _ owner: RouteOwner) throws(RouteFault) {
    pattern = try route.compiled()
    self.route = route
    self.owner = owner
    if case .component(let name) = owner { try check(name) }
  }

  // As with targets: no component routes what belongs to a neighbour.
  private func check(_ component: String) throws(RouteFault) {
    for (what, name) in [("host part", route.host), ("target", route.target)]
    where ComponentName.root(of: name.utf8) != component {
      throw route.fault(
        "its \(what) \(quoted(name)) does not belong to \(owner), whose routes lie within '\(component)' and '\(component).…'",
        .foreign)
    }
  }

  /// The route with its owner, for a message; `length` says how many parts of the pattern are meant.
  func described(length: Int) -> String {
    let missing = pattern.captures.filter { $0.place >= length }.map { quoted($0.name) }
    let without = missing.isEmpty ? "" : " (without \(missing.joined(separator: " and ")))"
    return "\(quoted(route.description)) of \(owner)\(without)"
  }
}

/// The routes that end at one place of the table: one for each scheme, and one for any.
struct RouteEnds: Sendable {
  private(set) var schemes = SharedMap<RouteEntry>()
  private(set) var any: RouteEntry?

  var isEmpty: Bool { any == nil && schemes.isEmpty }

  /// With one more route, of which so many parts are meant.
  mutating func add(_ entry: RouteEntry, length: Int) throws(RouteFault) {
    let key = entry.route.scheme.map { TextKey($0) }
    if let other = key.map({ schemes.value($0) }) ?? any {
      throw RouteFault(
        .conflict,
        "\(other.described(length: length)) and \(entry.described(length: length)) are equally specific: "
          + "change or remove one of them")
    }
    if let key {
      schemes = schemes.setting(entry, for: key)
    } else {
      any = entry
    }
  }

  /// Takes an owner's routes out.
  mutating func remove(_ owner: RouteOwner) {
    if any?.owner == owner { any = nil }
    var left = schemes
    schemes.forEach { key, entry in
      if entry.owner == owner { left = left.setting(nil, for: key) }
    }
    schemes = left
  }

  /// In the order in which they are listed.
  var all: [RouteEntry] {
    var all: [RouteEntry] = []
    schemes.forEach { all.append($1) }
    all.sort { ($0.route.scheme ?? "") < ($1.route.scheme ?? "") }
    if let any { all.append(any) }
    return all
  }
}
