import ComponentKit

/// Which of many routes may take a URL that another one takes as well, without a look at each of them.
package struct RouteRivals {
  private let paths: [RoutePaths?]
  // By host part, and below that by scheme; nil is any.
  private var roots: [ByteKey?: [ByteKey?: Node]] = [:]

  /// What the parts of patterns so far have led to: the places of routes in the list.
  private final class Node {
    /// The word that led here; empty where none did.
    let text: String
    var literals: [ByteKey: Node] = [:]
    var parameters: [RouteForm: Node] = [:]
    /// Those whose patterns end here, and those that take more than this.
    var ends: [Int] = []
    var open: [Int] = []

    init(_ text: String = "") { self.text = text }
  }

  package init(_ paths: [RoutePaths?]) {
    self.paths = paths
    for (place, path) in paths.enumerated() {
      guard let path else { continue }
      let (host, scheme) = (path.host.map { ByteKey($0) }, path.scheme.map { ByteKey($0) })
      let root = roots[host]?[scheme] ?? Node()
      roots[host, default: [:]][scheme] = root
      for reading in path.readings { RouteRivals.add(place, reading, below: root) }
    }
  }

  private static func add(_ place: Int, _ reading: RoutePaths.Reading, below root: Node) {
    var node = root
    for part in reading.pattern.parts {
      switch part {
      case .literal(let text):
        let child = node.literals[ByteKey(text)] ?? Node(text)
        node.literals[ByteKey(text)] = child
        node = child
      case .parameter(let form):
        let child = node.parameters[form] ?? Node()
        node.parameters[form] = child
        node = child
      case .rest: break
      }
    }
    if reading.isOpen { node.open.append(place) } else { node.ends.append(place) }
  }

  /// The places of those that may meet the route at a place, itself among them. Not each of them has to.
  package func rivals(of place: Int) -> Set<Int> {
    guard let path = paths[place] else { return [] }
    var found: Set<Int> = []
    for root in Self.fitting(path.host, roots).flatMap({ Self.fitting(path.scheme, $0) }) {
      for reading in path.readings { collect(root, reading.pattern.parts[...], reading.isOpen, &found) }
    }
    return found
  }

  private static func fitting<T>(_ name: String?, _ all: [ByteKey?: T]) -> [T] {
    guard let name else { return Array(all.values) }
    return [all[ByteKey(name)], all[nil]].compactMap { $0 }
  }

  private func collect(_ node: Node, _ parts: ArraySlice<RoutePattern.Part>, _ isOpen: Bool, _ found: inout Set<Int>) {
    found.formUnion(node.open)
    let rest = parts.dropFirst()
    switch parts.first {
    case nil, .rest:
      found.formUnion(node.ends)
      guard isOpen else { return }
      for child in node.literals.values { collect(child, [], true, &found) }
      for child in node.parameters.values { collect(child, [], true, &found) }
    case .literal(let text):
      if let child = node.literals[ByteKey(text)] { collect(child, rest, isOpen, &found) }
      for (form, child) in node.parameters where form.value(text) != nil { collect(child, rest, isOpen, &found) }
    case .parameter(let form):
      for child in node.literals.values where form.value(child.text) != nil { collect(child, rest, isOpen, &found) }
      for child in node.parameters.values { collect(child, rest, isOpen, &found) }
    }
  }
}
