import Glibc

/// How long this thread computes for something: what the machine does beside it does not count.
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let before = processorTime()
  try body()
  return processorTime() - before
}

private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
