package import ComponentHost
package import ComponentKit
import Glibc
import HostNative

/// The process of a worker, from its start to its end.
///
/// It is meant by a descriptor of its own, never by its number, which another process may have by the time that it is used.
package final class WorkerProcess: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  package let name: String
  /// For people.
  package let number: Int32
  /// Whether all its descendants end with it.
  package let isApart: Bool

  /// What its descendants have in their environment.
  let mark: String

  private let alarms = HangAlarms { WorkerKeeper.shared.look() }
  private let gate = Gate()
  // -1 once it has ended.
  private var process: Int32
  private var killsAt = Int64.max
  private var killed: WorkerEnd.Kill?
  private var isTold = false
  private var ending: WorkerEnd?

  init(_ plan: WorkerPlan, _ worker: host_worker, mark: String) {
    name = plan.name
    self.mark = mark
    number = worker.number
    isApart = worker.is_apart != 0
    process = worker.process
  }

  /// Starts a worker with one end of its channel, which stays the caller's to close.
  ///
  /// The call waits until the program runs in the new process, or could not be run.
  ///
  /// - Parameter ended: called once, on the thread that keeps all workers, when the process is gone, and everything that it
  ///   wrote to its error output is read. It must be brief, wait for nothing and run no code of others.
  package static func start(
    _ plan: WorkerPlan, channel: Int32, ended: @escaping @Sendable (WorkerEnd) -> Void
  ) throws(Refusal) -> WorkerProcess {
    try WorkerKeeper.shared.start(plan, channel, ended)
  }

  /// How it has ended; nil as long as it has not.
  package var end: WorkerEnd? { gate.locked { ending } }

  /// Waits for the end; nil where it has not come until then.
  package func wait(until deadline: Deadline) -> WorkerEnd? {
    gate.locked {
      while ending == nil, gate.wait(until: deadline.nanoseconds) {}
      return ending
    }
  }

  /// Kills it now: nothing in it can hinder that. Of several reasons the first counts.
  package func kill(_ why: WorkerEnd.Kill = .over) {
    gate.locked {
      if process < 0 { return }
      killed = killed ?? why
      _ = host_process_signal(process, SIGKILL)
    }
  }

  /// Says that it was told to end, and kills it unless it has ended by then. Of several such times the first counts.
  package func kill(after grace: Duration) {
    let deadline = Deadline(after: grace).nanoseconds
    let isSooner = gate.locked {
      isTold = true
      if process < 0 || deadline >= killsAt { return false }
      killsAt = deadline
      return true
    }
    if isSooner { WorkerKeeper.shared.look() }
  }

  /// Kills it when something that it was asked for has not ended by the deadline, and some grace behind that.
  package func alarm(at deadline: Int64, grace: Duration) -> HangAlarm { alarms.add(deadline, grace: grace) }

  /// Waits until what workers have written to their error output is in the log, as far as it was read; false where that
  /// takes longer.
  @discardableResult
  package static func flushLines(until deadline: Deadline) -> Bool { WorkerVoice.waitForQuiet(until: deadline) }

  // MARK: for the keeper

  /// When it is to be killed.
  var deadline: Int64 { min(alarms.wakesAt, gate.locked { killsAt }) }

  /// Kills it if it is time for that.
  func killIfDue() {
    if alarms.isDue { kill(.hang) }
    let isDue = gate.locked {
      if killsAt > Deadline.now { return false }
      killsAt = .max
      return true
    }
    if isDue { kill() }
  }

  /// Takes note of its end, if it has come. The descriptor is closed then.
  func noteEnd() -> WorkerEnd.Cause? {
    var number: Int32 = 0
    let cause: WorkerEnd.Cause
    switch Int(host_process_end(process, &number)) {
    case HOST_END_EXIT: cause = .exit(number)
    case HOST_END_SIGNAL: cause = .signal(number)
    case HOST_END_UNKNOWN: cause = .unknown
    default: return nil
    }
    let open = gate.locked {
      let open = process
      process = -1
      return open
    }
    close(open)
    alarms.end()
    return cause
  }

  /// Why the host has killed it, if it has.
  var reason: WorkerEnd.Kill? { gate.locked { killed } }

  /// Whether it was told to end.
  var wasTold: Bool { gate.locked { isTold } }

  func finish(_ end: WorkerEnd) {
    gate.locked {
      ending = end
      gate.wake()
    }
  }
}
