import ComponentKit
import TestDice

@testable import ComponentHost

/// The rule in its plainest form, to compare the table with: a list of routes that is sorted for each path.
struct RouteReference {
  struct Item {
    let route: Route
    let owner: RouteOwner
    /// The parts of the pattern, once with each number of optional ones.
    let shapes: [[Substring]]
  }

  private(set) var items: [Item] = []

  /// False if a route of the same shape is there.
  mutating func add(_ route: Route, _ owner: RouteOwner) -> Bool {
    let parts = route.pattern.split(separator: "/")
    let optional = parts.count { $0.last == "?" }
    let shapes = (parts.count - optional...parts.count).map { Array(parts.prefix($0)) }
    let item = Item(route: route, owner: owner, shapes: shapes)
    let clash = items.contains { other in
      other.route.host == route.host && other.route.scheme == route.scheme
        && other.shapes.contains { shape in shapes.contains { $0.map(rank) == shape.map(rank) } }
    }
    if !clash { items.append(item) }
    return !clash
  }

  mutating func remove(_ owner: RouteOwner) { items.removeAll { $0.owner == owner } }

  /// The text forms of the routes with their parameters, in order.
  func matches(_ scheme: String, _ host: String, _ path: [String]) -> [String] {
    var found: [(ranks: [String], text: String)] = []
    for item in items where item.route.host == host && (item.route.scheme ?? scheme) == scheme {
      for shape in item.shapes {
        guard let fields = fields(shape, path) else { continue }
        let parameters = (fields + item.route.fixed.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
        found.append((shape.map(rank) + [item.route.scheme == nil ? "2" : "1"], "\(item.route) \(parameters)"))
      }
    }
    return found.sorted { $0.ranks.lexicographicallyPrecedes($1.ranks) }.map(\.text)
  }

  // What sorts parts by the rule; equal for parts of the same shape.
  private func rank(_ part: Substring) -> String {
    if part.first == "*" { return "9" }
    guard part.first == ":" else { return "1\(part)" }
    let type = part.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }
    return ["int": "2", "bool": "3", "double": "4", "date": "5"][type] ?? "6"
  }

  private func fields(_ shape: [Substring], _ path: [String]) -> [String]? {
    var fields: [String] = []
    for (place, part) in shape.enumerated() {
      guard place < path.count else { return nil }
      let name = part.dropFirst().prefix { $0.isLetter || $0.isNumber }
      if part.first == "*" {
        let rest = path[place...]
        if rest.contains(where: { $0.contains("/") }) { return nil }
        return fields + ["\(name)=\(Value.text(rest.joined(separator: "/")))"]
      }
      guard part.first == ":" else {
        if part != path[place] { return nil }
        continue
      }
      guard let value = value(rank(part), path[place]) else { return nil }
      fields.append("\(name)=\(value)")
    }
    return shape.count == path.count ? fields : nil
  }

  // Only as many texts as the dice throw.
  private func value(_ rank: String, _ text: String) -> Value? {
    switch rank {
    case "2": ["1": 1, "0": 0, "-7": -7][text]
    case "3": ["1": true, "0": false, "true": true, "no": false][text]
    case "4": ["1": 1.0, "0": 0.0, "-7": -7.0, "2.5": 2.5][text]
    case "5": text.hasPrefix("2026") ? .text(text) : nil
    default: .text(text)
    }
  }
}

extension SignatureDice {
  static let owners: [RouteOwner] = [.program, .component("H"), .policy("a"), .policy("b")]

  /// A route that often meets others.
  mutating func route() -> Route {
    var parts = (0..<below(5)).map { place -> String in
      let texts = ["a", "b", "1", "true", "2026-11-21T09:30:00Z", "é", "a b"]
      if below(2) == 0 { return texts[below(texts.count)] }
      return ":p\(place)" + ["", "", "<int>", "<bool>", "<double>", "<date>", "<text>"][below(7)]
    }
    switch below(5) {
    case 0: parts.append("*rest")
    case 1:
      var place = parts.count
      while place > 0, parts[place - 1].first == ":", below(3) > 0 {
        place -= 1
        parts[place] += "?"
      }
    default: break
    }
    return Route(
      "/" + parts.joined(separator: "/"), host: below(4) == 0 ? "H.Sub" : "H", to: "H", "x",
      fixed: below(4) == 0 ? ["fixed": .int(below(9))] : [:], scheme: [nil, nil, "app", "web"][below(4)])
  }

  mutating func path() -> [String] {
    let texts = ["a", "b", "1", "1", "0", "-7", "2.5", "true", "no", "2026-11-21T09:30:00Z", "é", "a b", "a/b", "c"]
    return (0..<below(6)).map { _ in texts[below(texts.count)] }
  }
}
