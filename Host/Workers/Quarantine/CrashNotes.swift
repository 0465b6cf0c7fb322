import ComponentHost
import ComponentKit

/// Brings what was noted of crashes into state folders, on a thread for that: the keeper of workers waits for no disk, and
/// no code but the host's own runs here.
enum CrashNotes {
  private static let crew = Crew(limit: 1)

  static func bring(_ work: @escaping @Sendable () -> Void) { crew.bring(CrewTask(work)) }

  /// Waits until all is written that was noted by now; false if that takes too long. Whoever hears of a crash waits, since
  /// it may end the process.
  @discardableResult
  static func flush(until deadline: Deadline) -> Bool { crew.waitForQuiet(until: deadline.nanoseconds) }
}

/// A closure as what a crew does.
final class CrewTask: CrewJob {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func work() { body() }
}
