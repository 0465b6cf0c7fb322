import ComponentKit
import Glibc
import Synchronization

/// What a crew does.
package protocol CrewJob: AnyObject, Sendable {
  func work()
}

/// Does jobs, each on a thread of its own as long as it takes.
///
/// One thread is always idle, or about to be: whoever takes a job and leaves none idle behind starts another thread
/// before the job. So a job that hangs keeps one thread and delays nobody, and who brings one starts none but the
/// first. Threads that find nothing to do for a while end. Beyond a limit each waits a moment first for one of the
/// others to be done: so many short jobs take few threads, and jobs that wait for each other come on all the same.
/// Where the system has no thread left, jobs wait for one that is done with another, or for the next one that is
/// brought.
package final class Crew: @unchecked Sendable {
  // Sendable: what changes is atomic, or touched under the gate only.
  private let spawn: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private let gate = Gate()
  private let limit: Int
  private let pace: Duration
  // Nil where it was taken: a job may be the last to hold what is a component's, which is let go of outside the lock.
  private var jobs: [(any CrewJob)?] = []
  // What lies before it in the queue was taken.
  private var next = 0
  private var idle = 0
  private var starting = 0
  private var working = 0
  // How many there are that bring jobs now and then.
  private var clients = 0
  // Jobs that wait for a thread, and those that one does.
  private var busy = 0
  private var waiting = 0
  // Whether jobs wait for a thread that could not be started.
  private let lacksThread = Atomic(false)

  /// How long a thread stays that has nothing to do.
  private static let patience = Duration.seconds(5)

  /// - Parameters:
  ///   - limit: so many jobs are done at once before more are only begun by and by.
  ///   - pace: how long each of these waits.
  ///   - spawn: starts a thread; false where there is none to be had.
  package init(
    limit: Int = .max, pace: Duration = .milliseconds(10),
    _ spawn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = Worker.run
  ) {
    (self.limit, self.pace, self.spawn) = (limit, pace, spawn)
  }

  /// How many began or ended to bring jobs now and then: as long as there are any, one thread stays.
  func count(_ change: Int) { gate.locked { clients += change } }

  /// Takes a job, and waits for nothing.
  package func bring(_ job: some CrewJob) {
    let starts = gate.locked {
      jobs.append(job)
      busy += 1
      // Quiet is waited for at the same gate, as is the end of other work, so one that is woken alone might not be the
      // one that takes the job.
      if waiting > 0 || working >= limit { gate.wake() } else if idle > 0 { gate.wakeOne() }
      return takesOneMore()
    }
    if starts { _ = start() }
  }

  /// Tries again to have a thread for what waits, where there was none to be had before.
  @inline(__always)
  func nudge() { if lacksThread.load(ordering: .relaxed) { tryAgain() } }

  @inline(never)
  private func tryAgain() {
    if gate.locked({ next < jobs.count && takesOneMore() }) { _ = start() }
  }

  /// Whether there is a thread for one more job; one is started if need be.
  func isReady() -> Bool { gate.locked { takesOneMore() } ? start() : true }

  /// Waits until there is nothing to do; false if that takes too long.
  package func waitForQuiet(until deadline: Int64) -> Bool {
    gate.locked {
      waiting += 1
      defer { waiting -= 1 }
      while busy > 0 { if !gate.wait(until: deadline), busy > 0 { return false } }
      return true
    }
  }

  // Whether a thread is to be started, which is counted then. Under the gate.
  private func takesOneMore() -> Bool {
    if idle > 0 || starting > 0 { return false }
    starting += 1
    return true
  }

  private func start() -> Bool {
    let isStarted = spawn { self.work() }
    if !isStarted {
      gate.locked {
        starting -= 1
        lacksThread.store(next < jobs.count, ordering: .relaxed)
      }
    }
    return isStarted
  }

  private func work() {
    gate.locked {
      starting -= 1
      lacksThread.store(false, ordering: .relaxed)
    }
    while let (job, startsNext) = take() {
      if startsNext { _ = start() }
      job.work()
      gate.locked {
        busy -= 1
        working -= 1
        if busy == 0, waiting > 0 { gate.wake() }
      }
    }
  }

  // The next job, and whether no thread is left for the one after it; nil where this thread is to end.
  private func take() -> (job: any CrewJob, startsNext: Bool)? {
    gate.locked {
      idle += 1
      var hasWaited = false
      repeat {
        while next == jobs.count {
          let deadline = Deadline(after: Crew.patience).nanoseconds
          // One stays idle as long as jobs may come, and one more for what there is to do now and then.
          if !gate.wait(until: deadline), next == jobs.count, clients == 0 || idle > 2 {
            idle -= 1
            return nil
          }
        }
        if working < limit || hasWaited { break }
        let deadline = Deadline(after: pace).nanoseconds
        while working >= limit, next < jobs.count, gate.wait(until: deadline) {}
        hasWaited = true
      } while true
      idle -= 1
      working += 1
      defer { if next * 2 >= jobs.count { dropTaken() } }
      let job = jobs[next]
      jobs[next] = nil
      next += 1
      return job.map { ($0, takesOneMore()) }
    }
  }

  // What was taken is dropped now and then, so that each costs the same. Under the gate.
  private func dropTaken() {
    jobs.removeFirst(next)
    next = 0
  }
}
