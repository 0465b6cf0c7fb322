/// What a figure should be.
enum Goal {
  /// At most so much, in the figure's unit.
  case atMost(Double)
  /// At most so many times its floor.
  case ratio(Double)
  /// At most so many times another figure, which has the same floor: both are taken as multiples of it.
  case times(Double, of: String)
  /// At least so many times its floor.
  case atLeastRatio(Double)
  /// So many allocations for each, or fewer.
  case allocations(Double)

  /// The figure that has to be measured as well.
  var other: String? { if case .times(_, let other) = self { other } else { nil } }

  /// Nil where it was not measured.
  func isMet(by measured: Measured, among all: [Measured]) -> Bool? {
    switch self {
    case .atMost(let limit): measured.figure.median <= limit
    case .ratio(let limit): measured.ratio.median <= limit
    case .times(let limit, let other): measured.times(other, among: all).map { $0 <= limit }
    case .atLeastRatio(let limit): measured.ratio.median >= limit
    case .allocations(let limit): measured.allocations.map { $0 <= limit }
    }
  }

  func text(_ unit: Unit) -> String {
    switch self {
    case .atMost(let limit): "≤ \(unit.text(limit))"
    case .ratio(let limit): "≤ \(limit.plain) x"
    case .times(let limit, let other): "≤ \(limit.plain) x \(other)"
    case .atLeastRatio(let limit): "≥ \(limit.plain) x"
    case .allocations(let limit): limit == 0 ? "no allocation" : "≤ \(limit.plain) allocations"
    }
  }
}
