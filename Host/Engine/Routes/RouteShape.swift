public import ComponentKit

/// One way to read the pattern of a route, for whoever writes it in another form: with all of its parts, or without some
/// that may be missing.
public struct RouteShape: Sendable, Equatable {
  public enum Part: Sendable, Equatable {
    /// This text, as it is once nothing in it is percent-encoded.
    case word(String)
    /// Any part that can be read as the type, if the pattern says one; it becomes a parameter.
    case parameter(String, TypeForm?)
    /// All parts that are left, at least one; they become a parameter.
    case rest(String)
  }

  /// A word, or a parameter.
  public let host: Part
  public let parts: [Part]
}

extension Route {
  /// All ways to read its pattern, the whole of it first; none where it is wrong.
  public var shapes: [RouteShape] {
    guard let variants = try? compiled() else { return [] }
    return variants.map { variant in
      var parts: [RouteShape.Part] = []
      for (place, part) in variant.parts.enumerated() {
        let capture = variant.captures.first { $0.place == place }
        switch (part, capture) {
        case (.literal(let word), _): parts.append(.word(word))
        case (.rest, let capture?): parts.append(.rest(capture.name))
        case (_, let capture?): parts.append(.parameter(capture.name, capture.isLoose ? nil : capture.form?.type))
        // Whatever is no word has a name.
        case (_, nil): break
        }
      }
      return RouteShape(host: hostName.map { .parameter($0, nil) } ?? .word(host), parts: parts)
    }
  }
}

extension RouteForm {
  fileprivate var type: TypeForm {
    switch self {
    case .int: .int
    case .bool: .bool
    case .double: .double
    case .date: .date
    case .text: .text
    }
  }
}
