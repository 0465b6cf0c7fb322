import Glibc

/// How many things there are to take; who takes waits for one.
final class Supply: @unchecked Sendable {
  // Sendable: a POSIX semaphore is made for threads.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  func add() { sem_post(semaphore) }
  func take() { while sem_wait(semaphore) != 0 {} }
}
