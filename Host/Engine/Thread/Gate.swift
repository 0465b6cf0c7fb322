import Glibc

/// A lock with a condition, for the few places where a thread has to wait.
///
/// Sendable although it holds pointers: they are POSIX's own synchronisation.
package final class Gate: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Under the lock.
  private var waiting = 0

  /// How many threads wait just now: what happens behind such a wait can be made to happen there.
  var waiters: Int { locked { waiting } }

  package init() {
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

  /// Runs short code of the engine under the lock, and never a component's or an embedding program's.
  package func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Waits, under the lock, until the gate is woken or the deadline passes. The condition is to be checked in a loop.
  package func wait() {
    waiting += 1
    pthread_cond_wait(condition, mutex)
    waiting -= 1
  }

  /// False once the deadline has passed; a negative one has. `.max` waits for ever.
  package func wait(until deadline: Int64) -> Bool {
    if deadline == .max {
      wait()
      return true
    }
    var time = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    waiting += 1
    let result = pthread_cond_timedwait(condition, mutex, &time)
    waiting -= 1
    // Any other error would come again, and a loop around it would never wait: the system refuses negative moments, for
    // one.
    return result == 0 || result == EINTR
  }

  /// Wakes one waiting thread, where any of them will do.
  package func wakeOne() { pthread_cond_signal(condition) }

  /// Wakes all waiting threads.
  package func wake() { pthread_cond_broadcast(condition) }
}
