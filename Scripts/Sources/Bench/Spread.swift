/// The median of some numbers, and how far they lie apart.
struct Spread: Codable {
  let median: Double
  let lower: Double
  let upper: Double
  let min: Double
  let max: Double

  init(_ numbers: [Double]) {
    let sorted = numbers.sorted()
    func at(_ part: Double) -> Double {
      guard let last = sorted.last else { return 0 }
      let place = part * Double(sorted.count - 1)
      let index = Int(place)
      let next = index + 1 < sorted.count ? sorted[index + 1] : last
      return sorted[index] + (next - sorted[index]) * (place - Double(index))
    }
    (median, lower, upper, min, max) = (at(0.5), at(0.25), at(0.75), at(0), at(1))
  }
}
