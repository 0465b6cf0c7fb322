import Glibc

/// A value behind a lock that the thread sanitizer knows; it can't see into the slow path of Synchronization's Mutex.
final class Guarded<T>: @unchecked Sendable {
  // Sendable: `value` is touched under the lock only.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: T

  init(_ value: T) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<R>(_ body: (inout T) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
