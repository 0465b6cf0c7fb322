import ComponentHost
import ComponentKit

/// The routes that lead callers from outside somewhere, as far as they go before something else: a path is told as what the
/// host asks first there.
struct OpenRoutes: Sendable {
  // By their host parts; nil is any.
  private var rivals: [String?: [Rival]] = [:]

  /// - Parameter isOpen: whether callers from outside reach an action: what they don't reach goes before nothing.
  init(_ routes: [Route], _ isOpen: (_ target: String, _ action: String) -> Bool) {
    for route in routes where isOpen(route.target, route.action) {
      for shape in route.shapes {
        rivals[shape.host.word, default: []].append(Rival(route, shape))
      }
    }
  }

  /// Whether one takes the path of an action before the action does.
  func precedeAction(_ target: String, _ action: String) -> Bool {
    contain(target, [.word(action)]) { rival, isWhole in
      rival.priority > 0 || rival.priority == 0 && isWhole && rival.isWords
    }
  }

  /// Whether one takes the path of a map key before the key does.
  func precedeKey(_ component: String, _ key: String) -> Bool {
    contain(component, [.word(key)]) { rival, isWhole in
      rival.priority > 0 || rival.priority == 0 && isWhole && rival.shape.host.word != nil
    }
  }

  /// Whether one of a higher priority takes all the paths that a way to read the pattern of a route takes.
  func cover(_ route: Route, _ shape: RouteShape) -> Bool {
    contain(shape.host.word, shape.parts) { rival, _ in rival.priority > route.priority }
  }

  // Whether there is one that takes such paths, and goes first: by its whole pattern, or else because nothing else does.
  private func contain(
    _ host: String?, _ parts: [RouteShape.Part], _ goesFirst: (_ rival: Rival, _ isWhole: Bool) -> Bool
  ) -> Bool {
    if rivals.isEmpty { return false }
    let isMeant = { (rival: Rival) in rival.takes(parts).map { goesFirst(rival, $0) } ?? false }
    if let host, rivals[host]?.contains(where: isMeant) == true { return true }
    return rivals[nil]?.contains(where: isMeant) ?? false
  }
}

private struct Rival: Sendable {
  let shape: RouteShape
  let priority: Int
  /// Whether nothing in it is a parameter.
  let isWords: Bool
  private let takesLonger: Bool

  init(_ route: Route, _ shape: RouteShape) {
    (self.shape, priority, takesLonger) = (shape, route.priority, route.takesLonger)
    isWords = shape.host.word != nil && shape.parts.allSatisfy { $0.word != nil }
  }

  /// Whether it takes all paths of that form, by the whole of its pattern; nil where it does not take them.
  func takes(_ parts: [RouteShape.Part]) -> Bool? {
    for (place, part) in shape.parts.enumerated() {
      guard place < parts.count else { return nil }
      if case .rest = part { return true }
      guard part.takes(parts[place]) else { return nil }
    }
    if parts.count == shape.parts.count { return true }
    return takesLonger ? false : nil
  }
}

extension RouteShape.Part {
  fileprivate var word: String? { if case .word(let word) = self { word } else { nil } }

  // Whether it takes all that the other one takes, as far as can be told by their forms.
  fileprivate func takes(_ other: RouteShape.Part) -> Bool {
    switch (self, other) {
    case (.rest, _): true
    case (_, .rest): false
    case (.word(let own), .word(let word)): own.utf8.elementsEqual(word.utf8)
    case (.word, .parameter): false
    case (.parameter(_, nil), _), (.parameter(_, .text?), _): true
    case (.parameter(_, let own), .parameter(_, let form)): own == form
    case (.parameter(_, .bool?), .word(let word)): ["true", "false", "yes", "no"].contains(word)
    case (.parameter(_, .int?), .word(let word)): Int(word) != nil
    case (.parameter(_, .double?), .word(let word)): Double(word) != nil
    case (.parameter, .word): false
    }
  }
}
