import Glibc

/// Nanoseconds of the clock that nobody sets.
@inline(__always)
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
