/// A pattern that was read.
struct RoutePattern: Sendable {
  /// What a part of the path must be.
  enum Part: Sendable, Equatable {
    case literal(String)
    case parameter(RouteForm)
    /// This part and all behind it.
    case rest
  }

  /// Where a parameter comes from.
  struct Capture: Sendable {
    let name: String
    /// The index of the part.
    let place: Int
    /// What the part is read as; nil for a rest.
    let form: RouteForm?
    /// Whether the pattern says no type: the text then becomes what the action declares.
    let isLoose: Bool
  }

  var parts: [Part] = []
  /// In the order of their places.
  var captures: [Capture] = []
  /// How many parts there must be; those behind may be missing.
  var required = 0

  /// No pattern has more parts.
  static let partLimit = 32
}
