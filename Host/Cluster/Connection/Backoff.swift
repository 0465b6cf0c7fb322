/// How long to wait between attempts to reach a broker: longer each time, and never as long as others do, who have lost the
/// same broker at the same moment.
struct Backoff: Sendable {
  private let first: Int64
  private let longest: Int64
  private var round = 0

  /// - Parameters: nanoseconds.
  init(first: Int64 = 50_000_000, longest: Int64 = 2_000_000_000) { (self.first, self.longest) = (first, longest) }

  /// How long now, in nanoseconds: between a half and three halves of what doubles each time.
  mutating func next(using generator: inout some RandomNumberGenerator) -> Int64 {
    let usual = min(longest, first << Int64(min(round, 20)))
    round += 1
    return usual / 2 + Int64.random(in: 0...usual, using: &generator)
  }

  /// All is well again.
  mutating func reset() { round = 0 }
}
