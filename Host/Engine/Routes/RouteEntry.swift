import ComponentKit

/// A route in the table.
final class RouteEntry: Sendable {
  let route: Route
  let owner: RouteOwner
  /// Which of a component's generations brought it; 0 where nobody else's can take its place.
  let generation: Int
  /// Its pattern with all of its optional parts, and without some of them.
  let variants: [RoutePattern]

  init(_ route: Route, _ owner: RouteOwner, generation: Int = 0) throws(RouteFault) {
    variants = try route.compiled()
    self.route = route
    self.owner = owner
    self.generation = generation
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

  /// The route with its owner, for a message; `variant` says which parts of the pattern are meant.
  func described(_ variant: Int) -> String {
    let meant = variants[variant].captures.map(\.name)
    let missing = (variants.first?.captures ?? []).filter { !meant.contains($0.name) }.map { quoted($0.name) }
    let without = missing.isEmpty ? "" : " (without \(missing.joined(separator: " and ")))"
    return "\(quoted(route.description)) of \(owner)\(without)"
  }
}

/// A route that ends at a place of the table, and those of lower priority beside it.
final class RouteEnd: Sendable {
  let entry: RouteEntry
  /// Which way of reading its pattern leads there.
  let variant: Int
  let next: RouteEnd?
  /// How many there are from here on.
  let count: Int
  /// Whether one of them has a priority.
  let isRanked: Bool

  init(_ entry: RouteEntry, _ variant: Int, _ next: RouteEnd?) {
    count = 1 + (next?.count ?? 0)
    isRanked = entry.route.priority != 0 || next?.isRanked == true
    self.entry = entry
    self.variant = variant
    self.next = next
  }

  /// With one more route, in the order of their priorities.
  func adding(_ entry: RouteEntry, _ variant: Int) throws(RouteFault) -> RouteEnd {
    let (own, new) = (self.entry.route.priority, entry.route.priority)
    guard own != new else {
      throw RouteFault(
        .conflict,
        "\(self.entry.described(self.variant)) and \(entry.described(variant)) are equally specific: "
          + "change or remove one of them, or give one a priority", rival: self.entry.owner)
    }
    if own < new { return RouteEnd(entry, variant, self) }
    let rest = try next.map { rest throws(RouteFault) in try rest.adding(entry, variant) }
    return RouteEnd(self.entry, self.variant, rest ?? RouteEnd(entry, variant, nil))
  }

  func removing(_ isMeant: (RouteEntry) -> Bool) -> RouteEnd? {
    let rest = next?.removing(isMeant)
    if isMeant(entry) { return rest }
    return rest === next ? self : RouteEnd(entry, variant, rest)
  }

  var all: [RouteEnd] { [self] + (next?.all ?? []) }
}

/// The routes that end at one place of the table: those for each scheme, and those for any.
struct RouteEnds: Sendable {
  private(set) var schemes = SharedMap<RouteEnd>()
  private(set) var any: RouteEnd?
  // How many the scheme with most of them has, and whether a scheme has one with a priority. Of many schemes not all are
  // looked at for each that comes or goes.
  private var most = 0
  private var hasRankedSchemes = false

  var isEmpty: Bool { any == nil && schemes.isEmpty }

  /// With one more route, of which one way of reading it is meant.
  mutating func add(_ entry: RouteEntry, _ variant: Int) throws(RouteFault) {
    let key = entry.route.scheme.map { TextKey($0) }
    let there = key.map { schemes.value($0) } ?? any
    let end = try there.map { end throws(RouteFault) in try end.adding(entry, variant) }
    let grown = end ?? RouteEnd(entry, variant, nil)
    guard let key else { return any = grown }
    schemes = schemes.setting(grown, for: key)
    most = max(most, grown.count)
    hasRankedSchemes = hasRankedSchemes || grown.isRanked
  }

  /// Takes one route out.
  mutating func remove(_ entry: RouteEntry) {
    guard let key = entry.route.scheme.map({ TextKey($0) }) else {
      any = any?.removing { $0 === entry }
      return
    }
    guard let old = schemes.value(key) else { return }
    schemes = schemes.setting(old.removing { $0 === entry }, for: key)
    if old.count == most, !schemes.contains({ $0.count == old.count }) {
      most = 0
      schemes.forEach { most = max(most, $1.count) }
    }
    if old.isRanked { hasRankedSchemes = schemes.contains(\.isRanked) }
  }

  /// The one of a scheme for which `isMeant` says so.
  func first(scheme: String?, _ isMeant: (RouteEntry) -> Bool) -> RouteEntry? {
    var end = scheme.map { schemes.value(TextKey($0)) } ?? any
    while let one = end {
      if isMeant(one.entry) { return one.entry }
      end = one.next
    }
    return nil
  }

  /// Takes routes out.
  mutating func remove(_ isMeant: (RouteEntry) -> Bool) {
    any = any?.removing(isMeant)
    var left = schemes
    (most, hasRankedSchemes) = (0, false)
    schemes.forEach { key, end in
      let rest = end.removing(isMeant)
      if rest !== end { left = left.setting(rest, for: key) }
      most = max(most, rest?.count ?? 0)
      hasRankedSchemes = hasRankedSchemes || rest?.isRanked == true
    }
    schemes = left
  }

  /// In the order in which they are listed.
  var all: [RouteEnd] {
    var all: [RouteEnd] = []
    schemes.forEach { all += $1.all }
    all.sort {
      ($0.entry.route.scheme ?? "", -$0.entry.route.priority) < ($1.entry.route.scheme ?? "", -$1.entry.route.priority)
    }
    return all + (any?.all ?? [])
  }

  /// How many routes more than one may be found here.
  var surplus: Int { max(0, most - 1) + max(0, (any?.count ?? 0) - 1) }

  /// Whether one of them has a priority.
  var isRanked: Bool { hasRankedSchemes || any?.isRanked == true }
}
