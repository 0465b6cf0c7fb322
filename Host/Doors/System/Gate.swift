import Glibc

/// A lock with a condition, for threads of a door that have to wait.
///
/// Sendable although it holds pointers: they are POSIX's own synchronisation.
@_spi(Doors) public final class Gate: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  public init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Deadlines are on the clock that never jumps.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs short code of the door under the lock, and never anybody else's.
  public func locked<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits, under the lock, until the gate is woken or a moment of `Clock` has passed; false once that has. The
  /// condition is to be checked in a loop.
  public func wait(until moment: Int64 = .max) -> Bool {
    if moment == .max {
      pthread_cond_wait(condition, mutex)
      return true
    }
    var time = timespec(tv_sec: Int(max(0, moment) / 1_000_000_000), tv_nsec: Int(max(0, moment) % 1_000_000_000))
    let result = pthread_cond_timedwait(condition, mutex, &time)
    return result == 0 || result == EINTR
  }

  /// Wakes one waiting thread, where any of them will do.
  public func wakeOne() { pthread_cond_signal(condition) }

  /// Wakes all waiting threads.
  public func wake() { pthread_cond_broadcast(condition) }
}
