package import ComponentKit

/// A route that leads a path somewhere.
package struct RouteMatch: Sendable {
  let entry: RouteEntry
  /// What the path says, in its order, and then the fixed ones.
  package let parameters: Fields

  package var route: Route { entry.route }
  var owner: RouteOwner { entry.owner }

  init(_ entry: RouteEntry, _ path: [String]) {
    self.entry = entry
    var fields: [Fields.Element] = []
    fields.reserveCapacity(entry.pattern.captures.count + entry.route.fixed.count)
    for capture in entry.pattern.captures where capture.place < path.count {
      // The part fits, or this would be no match.
      let value =
        capture.form.map { $0.value(path[capture.place]) ?? .null }
        ?? .text(path[capture.place...].joined(separator: "/"))
      fields.append((capture.name, value))
    }
    for field in entry.route.fixed { fields.append(field) }
    parameters = Fields(unique: fields)
  }

  /// The parameters of the path for which the pattern says no type: the action may make of the texts what it declares.
  var loose: [String] {
    let captured = parameters.count - entry.route.fixed.count
    return entry.pattern.captures.prefix(captured).filter(\.isLoose).map(\.name)
  }
}
