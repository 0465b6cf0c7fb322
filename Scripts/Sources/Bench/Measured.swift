/// One figure as it was measured.
struct Measured: Codable {
  let name: String
  let unit: String
  let figure: Spread
  let floor: Spread
  /// Of the figure to its floor in the same repetition.
  let ratio: Spread
  let repetitions: Int
  /// For each one.
  var allocations: Double?
  var instructions: Double?
  var floorInstructions: Double?
}

extension Measured {
  /// How many times another figure it is; nil where that one was not measured.
  func times(_ other: String, among all: [Measured]) -> Double? {
    all.first { $0.name == other }.flatMap { $0.ratio.median > 0 ? ratio.median / $0.ratio.median : nil }
  }
}
