import ComponentKit

// Why a URL fits no route, for people.
extension Host {
  /// The routes of a URL's host part that come nearest to taking its path, and why each does not. Of those that have most
  /// parts in common with it a few are enough.
  func misses(_ url: CallURL) -> [Step] {
    var misses: [Miss] = []
    for (route, owner) in allRoutes where route.host.utf8.elementsEqual(url.host.utf8) || route.hostName != nil {
      guard let variants = try? route.compiled(), let miss = Miss(url, route, owner, variants) else { continue }
      // What takes any host part says nothing about this one if it begins with a word that the path has not.
      let beginsWithWord = if case .literal = variants.first?.parts.first { true } else { false }
      if miss.common > 0 || route.hostName == nil || !beginsWithWord { misses.append(miss) }
    }
    let nearest = misses.enumerated().sorted {
      (-$0.element.common, $0.element.kind.rawValue, $0.offset) < (
        -$1.element.common, $1.element.kind.rawValue, $1.offset
      )
    }
    return nearest.prefix(3).map { Step(.route, "\($0.element)", isObstacle: true) }
  }
}

private struct Miss: CustomStringConvertible {
  let route: Route
  let owner: RouteOwner
  /// How many parts of the path fit before one does not.
  private(set) var common = -1
  private(set) var kind = Kind.length
  private var why = ""

  /// What does not fit: the nearest is a part that the pattern has a variable for, in a path of the same length.
  enum Kind: Int { case form, word, length }

  /// Nil where the route takes the path.
  init?(_ url: CallURL, _ route: Route, _ owner: RouteOwner, _ variants: [RoutePattern]) {
    (self.route, self.owner) = (route, owner)
    for variant in variants {
      let (common, why, kind) = Miss.look(url.path, variant, route.takesLonger)
      guard let why else {
        guard let scheme = route.scheme, scheme != url.scheme else { return nil }
        (self.common, self.why) = (url.path.count + 1, "it is for the scheme \(quoted(scheme))")
        continue
      }
      if common > self.common || common == self.common && kind.rawValue < self.kind.rawValue {
        (self.common, self.why, self.kind) = (common, why, kind)
      }
    }
  }

  var description: String { "\(route) of \(owner) does not take it: \(why)" }

  // The first part that does not fit, and why; nil where all do.
  private static func look(
    _ path: [String], _ pattern: RoutePattern, _ takesLonger: Bool
  ) -> (common: Int, why: String?, Kind) {
    let isAsLong = path.count == pattern.parts.count
    for (place, part) in pattern.parts.enumerated() {
      guard place < path.count else {
        return (place, "the path ends before \(words(part, at: place, pattern))", .length)
      }
      switch part {
      // By bytes, as the table compares them.
      case .literal(let word) where !word.utf8.elementsEqual(path[place].utf8):
        return (place, "\(shown(path[place])) is not \(quoted(word))", isAsLong ? .word : .length)
      case .parameter(let form) where form.value(path[place]) == nil:
        return (place, "\(shown(path[place])) is no \(form.name)", isAsLong ? .form : .length)
      case .rest:
        guard let slashed = path[place...].first(where: { $0.utf8.contains(UInt8(ascii: "/")) }) else {
          return (path.count, nil, .form)
        }
        return (place, "\(shown(slashed)) has a slash within it, which a rest can't hold", .form)
      default: break
      }
    }
    if isAsLong || takesLonger { return (path.count, nil, .form) }
    return (pattern.parts.count, "it ends before \(shown(path[pattern.parts.count]))", .length)
  }

  private static func words(_ part: RoutePattern.Part, at place: Int, _ pattern: RoutePattern) -> String {
    if case .literal(let word) = part { return quoted(word) }
    return quoted((part == .rest ? "*" : ":") + (pattern.captures.first { $0.place == place }?.name ?? ""))
  }

  private static func shown(_ part: String) -> String { quoted(excerpt(part)) }
}
