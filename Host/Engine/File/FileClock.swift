import Glibc

/// The clock by which a file system says when something happened.
///
/// It need not be this machine's, nor anywhere near it: a server's may be wrong, and a damaged disk knows years that no clock
/// ever showed.
enum FileClock {
  /// In nanoseconds; more than the slowest clock of a file system on Linux.
  static let tick: Int64 = 100_000_000

  /// Whether what happens from now on gets a later time than that.
  static func isPast(_ time: timespec, now: timespec = FileClock.now) -> Bool {
    let (seconds, isFar) = now.tv_sec.subtractingReportingOverflow(time.tv_sec)
    if isFar { return time.tv_sec < 0 }
    // Farther apart than nanoseconds can be counted, and than they matter.
    guard (-1...1).contains(seconds) else { return seconds > 0 }
    return Int64(seconds) * 1_000_000_000 + Int64(now.tv_nsec) - Int64(time.tv_nsec) > tick
  }

  private static var now: timespec {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now
  }
}
