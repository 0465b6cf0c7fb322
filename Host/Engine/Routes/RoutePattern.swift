import ComponentKit

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

/// What a part of a path can be read as, the most specific first.
enum RouteForm: UInt8, CaseIterable, Sendable {
  case int, bool, double, date, text

  // Written out: Swift would make it by reflection, for 8 % of the instructions of a call's process.
  var name: String {
    switch self {
    case .int: "int"
    case .bool: "bool"
    case .double: "double"
    case .date: "date"
    case .text: "text"
    }
  }

  /// The value of a part, by the same rules as the command line's; nil where it can't be read so.
  func value(_ part: String) -> Value? {
    switch self {
    case .int: return Scalar.typed(part, .int)
    case .bool: return Scalar.typed(part, .bool)
    case .double: return Scalar.typed(part, .double)
    case .date: return Timestamp(part) == nil ? nil : .text(part)
    case .text: return .text(part)
    }
  }
}
