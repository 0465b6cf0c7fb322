import Synchronization

/// How often something took how long, in steps that are fixed.
final class Histogram: Sendable {
  /// The upper ends of its steps, in nanoseconds; what takes longer is in the last one, which has no end.
  static let steps: [Int64] = [
    10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
    50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
  ]
  /// The same in seconds, as they are written.
  static let words = [
    "0.00001", "0.000025", "0.00005", "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025",
    "0.05",
    "0.1", "0.25", "0.5", "1", "2.5", "5", "10",
  ]

  // Behind the steps stands what is beyond them, and behind that the sum. Safe: each word is touched atomically only.
  private nonisolated(unsafe) let words: UnsafeMutablePointer<Atomic<Int64>>
  private static let count = steps.count + 2

  init() {
    words = .allocate(capacity: Histogram.count)
    for place in 0..<Histogram.count { (words + place).initialize(to: Atomic(0)) }
  }

  deinit {
    words.deinitialize(count: Histogram.count)
    words.deallocate()
  }

  func count(_ nanoseconds: Int64) {
    var place = 0
    while place < Histogram.steps.count, nanoseconds > Histogram.steps[place] { place += 1 }
    words[place].wrappingAdd(1, ordering: .relaxed)
    words[Histogram.count - 1].wrappingAdd(max(0, nanoseconds), ordering: .relaxed)
  }

  /// How many took that long at most, for each of the steps, and how many there are in all.
  var counts: [Int64] {
    var sum: Int64 = 0
    return (0...Histogram.steps.count).map { place in
      sum += words[place].load(ordering: .relaxed)
      return sum
    }
  }

  /// In nanoseconds.
  var sum: Int64 { words[Histogram.count - 1].load(ordering: .relaxed) }

  /// What a share of all took at most, in nanoseconds, as far as the steps tell; nil where there was nothing.
  func quantile(_ share: Double) -> Int64? {
    let counts = counts
    guard let all = counts.last, all > 0 else { return nil }
    let wanted = Int64((Double(all) * share).rounded(.up))
    let place = counts.firstIndex { $0 >= wanted } ?? Histogram.steps.count
    return place < Histogram.steps.count ? Histogram.steps[place] : .max
  }
}
