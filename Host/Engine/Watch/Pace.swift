/// Lets a few go at once and the others one after the other, so that what never ends takes little of a processor.
struct Pace {
  // In nanoseconds.
  private static let step: Int64 = 5_000_000
  private static let burst: Int64 = 20
  // When the next one would go if none were let go at once.
  private var next: Int64 = 0

  /// When the next one may go.
  mutating func turn(now: Int64) -> Int64 {
    let due = max(now, next - Pace.burst * Pace.step)
    next = max(next, due) + Pace.step
    return due
  }
}
