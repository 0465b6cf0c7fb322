import Glibc

/// The clock that never jumps, in nanoseconds.
@_spi(Doors) public enum Clock {
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// That long from now; never where that is too long.
  public static func moment(after duration: Duration) -> Int64 {
    let (sum, overflow) = now.addingReportingOverflow(duration.nanoseconds)
    return overflow ? .max : sum
  }
}

extension Duration {
  /// Whole nanoseconds; the largest number where there are more.
  @_spi(Doors) public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, tooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return tooMuch || overflow ? (seconds < 0 ? .min : .max) : sum
  }
}
