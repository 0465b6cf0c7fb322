import Glibc
import Synchronization

/// A few threads that tests may block.
package final class BlockingThreads: TaskExecutor {
  package static let shared = BlockingThreads(4)

  private let jobs = Mutex<[UnownedJob]>([])
  private let count = Supply()

  init(_ threads: Int) {
    // Every copy of a component keeps a file open, and the tests load a good many.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    for _ in 0..<threads { Thread { self.work() }.detach() }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.add()
  }

  private func work() {
    while true {
      count.take()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
