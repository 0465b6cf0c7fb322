import Dispatch

/// A thread of its own for what waits.
///
/// On the threads that Swift's tasks share it could keep the async action that it waits for from running.
final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "a thread that may wait")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs what waits on a thread of its own.
func onOwnThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
  try await Task(executorPreference: OwnThread()) { try body() }.value
}
