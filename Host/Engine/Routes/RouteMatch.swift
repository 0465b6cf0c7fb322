package import ComponentKit

/// A route that leads a path somewhere.
package struct RouteMatch: Sendable {
  let entry: RouteEntry
  /// What the host part and the path say, in their order, and then the fixed ones.
  package let parameters: Fields
  /// Whether the path is longer than the pattern, which takes it since nothing else does.
  package let isNearest: Bool
  /// Which way of reading the route's pattern leads there.
  let variant: Int

  package var route: Route { entry.route }
  var owner: RouteOwner { entry.owner }

  init(_ end: RouteEnd, host: String, _ path: [String], isNearest: Bool) {
    entry = end.entry
    variant = end.variant
    self.isNearest = isNearest
    let (route, captures) = (end.entry.route, end.entry.variants[end.variant].captures)
    var fields: [Fields.Element] = []
    fields.reserveCapacity(captures.count + route.fixed.count + 1)
    if let name = route.hostName { fields.append((name, .text(host))) }
    for capture in captures {
      // The part fits, or this would be no match.
      let value =
        capture.form.map { $0.value(path[capture.place]) ?? .null }
        ?? .text(path[capture.place...].joined(separator: "/"))
      fields.append((capture.name, value))
    }
    for field in route.fixed { fields.append(field) }
    parameters = Fields(unique: fields)
  }

  /// The parameters of host part and path for which the pattern says no type: the action may make of the texts what it
  /// declares.
  var loose: [String] {
    (route.hostName.map { [$0] } ?? []) + captures.filter(\.isLoose).map(\.name)
  }

  func isLoose(_ name: String) -> Bool { loose.contains(name) }

  /// The parameters of host part and path, and what each part is read as; nil for a rest.
  var said: [(name: String, form: RouteForm?)] {
    (route.hostName.map { [($0, .text)] } ?? []) + captures.map { ($0.name, $0.form) }
  }

  private var captures: [RoutePattern.Capture] { entry.variants[variant].captures }

  /// Where it stands in the one order of all that may answer a URL.
  var rank: Rank {
    if entry.route.hostName != nil { return isNearest ? .nearestOfAnyHost : .anyHost }
    if isNearest { return .nearest }
    return entry.variants[variant].captures.isEmpty ? .words : .pattern
  }

  /// Among what has one priority, the lower goes first. The action that the path names and the map key have the
  /// priority 0; the action comes behind the words, the key behind the patterns.
  enum Rank: Int, Comparable {
    case words, pattern, nearest, anyHost, nearestOfAnyHost

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  /// Whether it goes before the action that the path names.
  package var precedesAction: Bool { route.priority > 0 || route.priority == 0 && rank == .words }
  /// Whether it goes before the map key.
  package var precedesKey: Bool { route.priority > 0 || route.priority == 0 && rank <= .pattern }
}
