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
