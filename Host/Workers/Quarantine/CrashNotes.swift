import ComponentHost
import ComponentKit

/// Brings what was noted of crashes into state folders, one after the other, on a thread for that: the keeper of workers
/// waits for no disk, and no code but the host's own runs here.
final class CrashNotes: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  static let shared = CrashNotes()

  private let gate = Gate()
  private var jobs = Queue<@Sendable () -> Void>()
  private var isAtWork = false
  // How many were brought, and are done, ever.
  private var brought = 0
  private var done = 0

  func bring(_ work: @escaping @Sendable () -> Void) {
    let isFirst = gate.locked {
      jobs.add(work)
      brought += 1
      return !exchange(&isAtWork, with: true)
    }
    // Where there is no thread it waits for the next crash.
    if isFirst, !Worker.run({ [self] in empty() }) { gate.locked { isAtWork = false } }
  }

  private func empty() {
    while let job = gate.locked({ next() }) {
      job()
      gate.locked {
        done += 1
        gate.wake()
      }
    }
  }

  // Under the gate.
  private func next() -> (@Sendable () -> Void)? {
    let job = jobs.take()
    isAtWork = job != nil
    return job
  }

  /// Waits until all is written that was noted by now; false if that takes too long. Whoever hears of a crash waits, since
  /// it may end the process.
  @discardableResult
  func flush(until deadline: Deadline) -> Bool {
    gate.locked {
      let last = brought
      while done < last { if !gate.wait(until: deadline.nanoseconds) { return false } }
      return true
    }
  }
}
