import Glibc

/// A moment on the clock that never jumps, as the contract counts it: CLOCK_MONOTONIC nanoseconds.
package struct Deadline: Sendable, Comparable {
  package let nanoseconds: Int64

  /// The contract's number; nil for 0, which means none.
  package init?(_ nanoseconds: Int64) {
    guard nanoseconds != 0 else { return nil }
    self.nanoseconds = nanoseconds
  }

  /// That long from now.
  package init(after duration: Duration) {
    let (sum, overflow) = Deadline.now.addingReportingOverflow(duration.nanoseconds)
    nanoseconds = overflow ? .max : max(1, sum)
  }

  package var timeLeft: Duration { .nanoseconds(max(0, nanoseconds - Deadline.now)) }
  package var hasPassed: Bool { nanoseconds <= Deadline.now }

  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  package static func < (a: Deadline, b: Deadline) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension Duration {
  /// Whole nanoseconds; the largest number where there are more.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
