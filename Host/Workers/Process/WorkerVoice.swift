import ComponentHost
import ComponentKit

/// Says a worker's lines to the host's log, in their order and on a thread of their own: whoever reads the log may be slow,
/// and nothing else waits for that.
final class WorkerVoice: CrewJob {
  private let plan: WorkerPlan
  private let process: Int32
  private let rate = LogCount()
  private let queue = Guarded(Queue())

  private struct Queue {
    var lines: [LogLine] = []
    var leftOut = 0
    /// Whether more lines came than are said in a second.
    var isFlooded = false
    var isBusy = false
  }

  /// So many lines wait; further ones are left out.
  private static let limit = 1000
  /// Whose threads say all lines of all workers.
  private static let crew = Crew(limit: 8)

  init(_ plan: WorkerPlan, _ process: Int32) {
    self.plan = plan
    self.process = process
  }

  /// Waits until everything is said that came so far; false if that takes too long.
  static func waitForQuiet(until deadline: Deadline) -> Bool { crew.waitForQuiet(until: deadline.nanoseconds) }

  /// Says something else to the program around, behind what was said before as far as that waits.
  static func say(_ body: @escaping @Sendable () -> Void) { crew.bring(CrewTask(body)) }

  func say(_ text: String) {
    let number = rate.next()
    if number > LogCount.limit + 1 { return }
    let starts = queue.withLock { queue in
      if number > LogCount.limit {
        queue.isFlooded = true
      } else if queue.lines.count < WorkerVoice.limit {
        queue.lines.append(LogLine(plan.name, .info, text, process: process))
      } else {
        queue.leftOut += 1
      }
      let starts = !queue.isBusy
      queue.isBusy = true
      return starts
    }
    if starts { WorkerVoice.crew.bring(self) }
  }

  package func work() {
    while let lines = take() { for line in lines { plan.log(line) } }
  }

  private func take() -> [LogLine]? {
    queue.withLock { queue in
      if queue.lines.isEmpty, !queue.isFlooded {
        queue.isBusy = false
        return nil
      }
      var lines: [LogLine] = []
      swap(&lines, &queue.lines)
      if queue.isFlooded {
        lines.append(
          warning("it writes more than \(LogCount.limit) lines a second; the others of this second are left out"))
      }
      if queue.leftOut > 0 {
        let words = queue.leftOut == 1 ? "1 line is left out that" : "\(queue.leftOut) lines are left out that"
        lines.append(warning("\(words) came too fast"))
      }
      (queue.leftOut, queue.isFlooded) = (0, false)
      return lines
    }
  }

  private func warning(_ text: String) -> LogLine { LogLine(plan.name, .warning, text, process: process) }
}

/// A closure as what a crew does.
private final class CrewTask: CrewJob {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func work() { body() }
}
