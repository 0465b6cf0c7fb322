import ComponentKit

/// One way to read a pattern: with all of its optional parts, or without some of them.
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

  private(set) var parts: [Part] = []
  /// In the order of their places.
  private(set) var captures: [Capture] = []

  init(_ pieces: [RoutePiece.Single]) {
    for piece in pieces {
      if let name = piece.name {
        captures.append(Capture(name: name, place: parts.count, form: piece.form, isLoose: piece.isLoose))
      }
      parts.append(piece.part)
    }
  }

  /// No pattern has more parts.
  static let partLimit = 32
  /// No pattern can be read in more ways.
  static let variantLimit = 32
}

/// A piece of a pattern as it is written.
enum RoutePiece {
  struct Single {
    let part: RoutePattern.Part
    /// Nil for a word.
    var name: String?
    var form: RouteForm?
    var isLoose = false
  }

  case single(Single)
  /// What may be missing.
  case group([RoutePiece])

  /// All the ways to read pieces, the whole of them first; nil where there are too many.
  static func variants(of pieces: [RoutePiece]) -> [[Single]]? {
    var variants: [[Single]] = [[]]
    for piece in pieces {
      switch piece {
      case .single(let single): variants = variants.map { $0 + [single] }
      case .group(let inner):
        guard let with = Self.variants(of: inner), variants.count * (with.count + 1) <= RoutePattern.variantLimit else {
          return nil
        }
        variants = (with + [[]]).flatMap { tail in variants.map { $0 + tail } }
      }
    }
    return variants
  }
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
