import Glibc
import Testing

@testable import ComponentHost

@Suite struct FileClockTests {
  private func isPast(_ seconds: Int, _ nanoseconds: Int = 0) -> Bool {
    FileClock.isPast(
      timespec(tv_sec: seconds, tv_nsec: nanoseconds), now: timespec(tv_sec: 1_000, tv_nsec: 50_000_000))
  }

  @Test func `what happened just now is not past before the clock has ticked`() {
    #expect(!isPast(1_000, 50_000_000) && !isPast(999, 950_000_000))
    #expect(isPast(999, 949_999_999) && isPast(999, 0) && isPast(998, 999_999_999))
  }

  @Test func `what is said to come is not past`() {
    #expect(!isPast(1_000, 999_999_999) && !isPast(1_001) && !isPast(1_002) && !isPast(1 << 34))
  }

  @Test(arguments: [Int.min, Int.min + 1, -(1 << 40), -1, 0]) func `no time is too early`(_ seconds: Int) {
    #expect(isPast(seconds) && isPast(seconds, 999_999_999))
  }

  @Test(arguments: [Int.max, Int.max - 1, 1 << 40, 13_000_000_000]) func `no time is too late`(_ seconds: Int) {
    #expect(!isPast(seconds) && !isPast(seconds, 999_999_999))
  }

  @Test func `without another moment it is the system's`() {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    #expect(FileClock.isPast(timespec(tv_sec: now.tv_sec - 1, tv_nsec: 0)))
    #expect(!FileClock.isPast(timespec(tv_sec: now.tv_sec + 60, tv_nsec: 0)))
  }
}
