import ComponentKit

/// The URLs that a route takes, so far as to say which of them another route takes as well.
package struct RoutePaths: Sendable {
  /// The host part; nil for any.
  package let host: String?
  /// Nil for any.
  package let scheme: String?
  let readings: [Reading]

  package init(_ route: Route) throws(RouteFault) {
    readings = try route.compiled().map { Reading(pattern: $0, takesLonger: route.takesLonger) }
    host = route.hostName == nil ? route.host : nil
    scheme = route.scheme
  }

  /// A URL, as far as routes look at it.
  package struct Sample: Sendable, Hashable {
    package let scheme: String
    package let host: String
    package let path: [String]
  }

  /// What stands for a scheme that no route names.
  package static let anyScheme = "any"

  /// URLs that both take: one for each two ways to read the patterns that meet, and one more that is longer where both
  /// take longer paths. None where no URL fits both.
  package func shared(with other: RoutePaths) -> [Sample] {
    guard Self.canMeet(scheme, other.scheme), Self.canMeet(host, other.host) else { return [] }
    return readings.flatMap { own in
      other.readings.flatMap { own.shared(with: $0) }.map { path in
        Sample(
          scheme: scheme ?? other.scheme ?? Self.anyScheme, host: host ?? other.host ?? Reading.anyText, path: path)
      }
    }
  }

  // Nil is any.
  private static func canMeet(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return true }
    return a.isSame(as: b)
  }

  /// One way to read the pattern.
  struct Reading {
    let pattern: RoutePattern
    let takesLonger: Bool

    fileprivate static let anyText = "x"
    // For each form a text that as few others as can be take for theirs.
    private static let samples = [anyText, "2000-01-01T00:00:00Z", "0.5", "true", "0"]

    var isOpen: Bool { takesLonger || pattern.parts.last == .rest }

    fileprivate func shared(with other: Reading) -> [[String]] {
      var path: [String] = []
      for place in 0..<max(pattern.parts.count, other.pattern.parts.count) {
        guard let part = part(place), let text = other.part(place).flatMap({ Self.text(part, $0) }) else { return [] }
        path.append(text)
      }
      return isOpen && other.isOpen ? [path, path + [Self.anyText]] : [path]
    }

    // What it takes at a place of the path; nil where the path has to be shorter.
    private func part(_ place: Int) -> RoutePattern.Part? {
      place < pattern.parts.count ? pattern.parts[place] : isOpen ? .rest : nil
    }

    // A text that both take.
    private static func text(_ a: RoutePattern.Part, _ b: RoutePattern.Part) -> String? {
      switch (a, b) {
      case (.literal(let text), let other), (let other, .literal(let text)): other.takes(text) ? text : nil
      default: samples.first { a.takes($0) && b.takes($0) }
      }
    }
  }
}

extension RoutePattern.Part {
  fileprivate func takes(_ text: String) -> Bool {
    switch self {
    case .literal(let literal): literal.isSame(as: text)
    case .parameter(let form): form.value(text) != nil
    case .rest: true
    }
  }
}

extension String {
  // As the table tells them apart: by their bytes.
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
