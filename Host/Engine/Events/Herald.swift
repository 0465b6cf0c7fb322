import ComponentKit
import Glibc

/// Runs the observers that have something to hear, each on a thread of its own as long as it takes.
///
/// One thread is always idle, or about to be: whoever takes an observer and leaves none idle behind starts another before
/// it runs the observer. So an observer that hangs keeps one thread and delays nobody, and who publishes starts none but
/// the first. Threads that find nothing to do for a while end.
final class Herald: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var awake: [Observation] = []
  // What lies before it in the queue was taken.
  private var next = 0
  private var threads = 0
  private var idle = 0
  private var observations = 0
  // Observers that are awake: those that wait for a thread, and those that one runs.
  private var busy = 0
  private var waiting = 0

  /// How long a thread stays that has nothing to do.
  private static let patience = Duration.seconds(5)

  /// How many observations began or ended.
  func count(_ change: Int) { gate.locked { observations += change } }

  /// Has an observer run that has something to hear. Once until it has found that there is nothing more.
  func wake(_ observation: Observation) {
    let startsFirst = gate.locked {
      awake.append(observation)
      busy += 1
      if threads > 0 {
        // Who waits for quiet waits at the same gate.
        if waiting == 0 { gate.wakeOne() } else { gate.wake() }
        return false
      }
      threads = 1
      return true
    }
    // Where the system has no thread left the next event tries again.
    if startsFirst { start() }
  }

  private func start() {
    if !Worker.run({ self.work() }) { gate.locked { threads -= 1 } }
  }

  private func work() {
    while let (observation, startsNext) = take() {
      if startsNext { start() }
      observation.hearAll()
      gate.locked {
        busy -= 1
        if busy == 0, waiting > 0 { gate.wake() }
      }
    }
  }

  /// Waits until no observer has anything to hear; false if that takes too long.
  func waitForQuiet(until deadline: Int64) -> Bool {
    gate.locked {
      waiting += 1
      defer { waiting -= 1 }
      while busy > 0 { if !gate.wait(until: deadline), busy > 0 { return false } }
      return true
    }
  }

  // The next observer, and whether no thread is left for the one after it; nil where this thread is to end.
  private func take() -> (Observation, startsNext: Bool)? {
    gate.locked {
      idle += 1
      defer { idle -= 1 }
      while next == awake.count {
        let deadline = Deadline(after: Herald.patience).nanoseconds
        // One stays idle while anybody observes anything, and one more for the observer that is heard now and then.
        if !gate.wait(until: deadline), next == awake.count, observations == 0 || idle > 2 {
          threads -= 1
          return nil
        }
      }
      let observation = awake[next]
      next += 1
      // What was taken is dropped now and then, so that each costs the same.
      if next * 2 >= awake.count {
        awake.removeFirst(next)
        next = 0
      }
      let startsNext = idle == 1
      if startsNext { threads += 1 }
      return (observation, startsNext)
    }
  }
}
