import Glibc

/// A few threads that tests may block.
package final class BlockingThreads: TaskExecutor, @unchecked Sendable {
  // Sendable: the jobs are touched under the lock only. It is one that the thread sanitizer knows: it takes the waiting
  // half of Synchronization's Mutex for no lock at all.
  package static let shared = BlockingThreads(4)

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var jobs: [UnownedJob] = []
  private let count = Supply()

  init(_ threads: Int) {
    pthread_mutex_init(lock, nil)
    // Every copy of a component keeps a file open, and the tests load a good many.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    for _ in 0..<threads { Thread { self.work() }.detach() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(lock)
    jobs.append(job)
    pthread_mutex_unlock(lock)
    count.add()
  }

  private func work() {
    while true {
      count.take()
      pthread_mutex_lock(lock)
      let job = jobs.removeFirst()
      pthread_mutex_unlock(lock)
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
