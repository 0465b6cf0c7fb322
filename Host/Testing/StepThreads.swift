import ComponentHost

/// Runs each step of an async stub on a thread of its own.
///
/// A test that calls and waits blocks its thread. If that is one of the few that Swift's tasks share, the stub that it
/// waits for must not need another of them.
final class StepThreads: TaskExecutor {
  static let shared = StepThreads()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Worker.run({ job.runSynchronously(on: self.asUnownedTaskExecutor()) }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
