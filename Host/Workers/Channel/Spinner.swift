import HostNative

/// Looks for a moment again and again before a thread sleeps, where that pays: where the other side can run meanwhile, on
/// a processor of its own, a wake-up costs forty times as much as the answer takes.
///
/// Whether it pays is learned: each look that finds nothing makes the next ones rarer, and one that finds something makes
/// them the rule.
struct Spinner {
  // About 50 µs.
  private static let looks = 1000
  private let isWorthIt: Bool
  private var misses = 0
  private var skip = 0

  init(processors: Int) { isWorthIt = processors > 1 }

  /// Whether what is looked for was found.
  mutating func spin(_ isThere: () -> Bool) -> Bool {
    if !isWorthIt { return false }
    if skip > 0 {
      skip -= 1
      return false
    }
    for _ in 0..<Spinner.looks {
      if isThere() {
        misses = 0
        return true
      }
      host_relax()
    }
    misses = min(misses + 1, 10)
    skip = (1 << misses) - 1
    return false
  }
}
