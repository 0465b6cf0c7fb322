import Glibc
import Synchronization
import Testing

/// Runs a suite's tests on threads of their own.
///
/// These tests block: they wait for programs and for calls. On the threads that Swift's tasks share they would keep the
/// async actions that they wait for from running.
struct OffPool: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil { return try await function() }
    try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
  }
}

extension Trait where Self == OffPool {
  static var offPool: OffPool { OffPool() }
}

/// A few threads that tests may block.
private final class BlockingThreads: TaskExecutor {
  static let shared = BlockingThreads(4)

  private let jobs = Mutex<[UnownedJob]>([])
  private let count = Supply()

  init(_ threads: Int) {
    // Every copy of a component keeps a file open, and the tests load a good many.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    for _ in 0..<threads { _ = Thread { self.work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
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
