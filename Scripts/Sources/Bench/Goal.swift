/// What a figure should be.
enum Goal {
  /// At most so much, in the figure's unit.
  case atMost(Double)
  /// At most so many times its floor.
  case ratio(Double)
  /// At least so many times its floor.
  case atLeastRatio(Double)
  /// So many allocations for each, or fewer.
  case allocations(Double)

  /// Nil where it was not measured.
  func isMet(by measured: Measured) -> Bool? {
    switch self {
    case .atMost(let limit): measured.figure.median <= limit
    case .ratio(let limit): measured.ratio.median <= limit
    case .atLeastRatio(let limit): measured.ratio.median >= limit
    case .allocations(let limit): measured.allocations.map { $0 <= limit }
    }
  }

  func text(_ unit: Unit) -> String {
    switch self {
    case .atMost(let limit): "≤ \(unit.text(limit))"
    case .ratio(let limit): "≤ \(limit.plain) x"
    case .atLeastRatio(let limit): "≥ \(limit.plain) x"
    case .allocations(let limit): limit == 0 ? "no allocation" : "≤ \(limit.plain) allocations"
    }
  }
}
