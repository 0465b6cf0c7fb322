import ComponentKit

/// What a part of a path can be read as, the most specific first.
enum RouteForm: UInt8, CaseIterable, Sendable {
  case int, bool, double, date, text

  // Written out: Swift would make it by reflection, for a tenth of the instructions of a call's process.
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
