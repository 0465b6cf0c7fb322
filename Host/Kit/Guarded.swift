import Glibc

/// A value behind a POSIX lock, which the thread sanitizer knows. It does not know that of Synchronization's Mutex
/// where two threads meet, and reports races that are none.
package struct Guarded<Value>: @unchecked Sendable {
  // Sendable: what the pointer leads to is touched under the lock only.
  private let lock: GuardingLock
  private let value: UnsafeMutablePointer<Value>

  package init(_ value: sending Value) {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    self.value = place
    lock = GuardingLock {
      place.deinitialize(count: 1)
      place.deallocate()
    }
  }

  package func withLock<Result, Fault: Error>(_ body: (inout Value) throws(Fault) -> Result) throws(Fault) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value.pointee)
  }
}

/// The lock of one value, which it frees in the end.
///
/// One class serves all values: of a generic one the runtime would make a type for each type of value, when it is first
/// used.
private final class GuardingLock {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let free: () -> Void

  fileprivate init(_ free: @escaping () -> Void) {
    self.free = free
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    free()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  fileprivate func lock() { pthread_mutex_lock(mutex) }
  fileprivate func unlock() { pthread_mutex_unlock(mutex) }
}
