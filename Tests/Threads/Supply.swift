import Glibc

/// How many things there are to take; who takes waits for one.
package final class Supply: @unchecked Sendable {
  // Sendable: a POSIX semaphore is made for threads.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(semaphore, 0, 0) }

  package func add() { sem_post(semaphore) }
  package func take() { while sem_wait(semaphore) != 0 {} }

  /// False if none came within so many seconds.
  package func take(within seconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    while sem_timedwait(semaphore, &end) != 0 { if errno == ETIMEDOUT { return false } }
    return true
  }
}
