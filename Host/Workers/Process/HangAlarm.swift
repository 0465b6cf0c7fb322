import ComponentHost
import ComponentKit

/// The time that a worker has for one thing that it was asked for: where that has not ended by then the worker is killed.
///
/// The keeper of workers watches it, so it holds whatever the thread does that waits for the answer.
package final class HangAlarm: @unchecked Sendable {
  // Sendable: what changes is touched under the gate of the process's alarms only.
  private let all: HangAlarms
  private let deadline: Int64
  /// How much time it has left behind the deadline.
  private var grace: Int64
  private var pauses = 0
  fileprivate var dueAt: Int64

  fileprivate init(_ all: HangAlarms, _ deadline: Int64, _ grace: Int64) {
    // One that has passed leaves it the time to say so.
    (self.all, self.deadline, self.grace) = (all, max(deadline, Deadline.now), grace)
    dueAt = HangAlarm.sum(self.deadline, grace)
  }

  /// When the worker is killed if nothing ends this before and it is never paused again.
  package var last: Int64 { all.gate.locked { dueAt } }

  /// The time stands still behind the deadline: this process does what the worker asked for, and takes as long as it takes.
  package func pause() {
    all.gate.locked {
      pauses += 1
      if pauses > 1 { return }
      let now = Deadline.now
      if now > deadline { grace = max(0, dueAt - now) }
      dueAt = .max
    }
  }

  package func resume() {
    let due: Int64? = all.gate.locked {
      pauses -= 1
      if pauses > 0 { return nil }
      dueAt = HangAlarm.sum(max(deadline, Deadline.now), grace)
      return dueAt
    }
    if let due { all.tell(due) }
  }

  /// It has ended.
  package func end() { all.remove(self) }

  private static func sum(_ time: Int64, _ grace: Int64) -> Int64 {
    let (sum, overflow) = time.addingReportingOverflow(grace)
    return overflow ? .max : sum
  }
}

/// The time in which this process does what workers have asked for: the alarms of what they ask it for stand still.
package final class TimeAway: Sendable {
  private let alarms: Guarded<[HangAlarm]>

  package init(_ alarms: [HangAlarm]) {
    self.alarms = Guarded(alarms)
    for alarm in alarms { alarm.pause() }
  }

  /// It is the workers' own time again, of all of them or of all but one.
  package func end(allBut other: HangAlarm? = nil) {
    let ended = alarms.withLock { alarms in
      let ended = alarms.filter { $0 !== other }
      alarms.removeAll { $0 !== other }
      return ended
    }
    for alarm in ended { alarm.resume() }
  }
}

/// All of one process.
final class HangAlarms: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  let gate = Gate()
  private let look: @Sendable () -> Void
  private var alarms: [ObjectIdentifier: HangAlarm] = [:]
  private var isOver = false
  // None is due before that. It stays behind when the first one ends, so it is looked for once for many that come and go.
  private var first = Int64.max
  // When the keeper looks again at the latest.
  private var awaited = Int64.max

  /// - Parameter look: has the keeper ask again when it is to look.
  init(_ look: @escaping @Sendable () -> Void) { self.look = look }

  func add(_ deadline: Int64, grace: Duration) -> HangAlarm {
    let alarm = HangAlarm(self, deadline, grace.nanoseconds)
    let due: Int64? = gate.locked {
      if isOver { return nil }
      alarms[ObjectIdentifier(alarm)] = alarm
      return alarm.dueAt
    }
    if let due { tell(due) }
    return alarm
  }

  fileprivate func remove(_ alarm: HangAlarm) {
    withExtendedLifetime(gate.locked { alarms.removeValue(forKey: ObjectIdentifier(alarm)) }) {}
  }

  fileprivate func tell(_ due: Int64) {
    let isSooner = gate.locked {
      first = min(first, due)
      if due >= awaited { return false }
      awaited = due
      return true
    }
    if isSooner { look() }
  }

  // MARK: for the keeper

  /// The process is gone: nothing of it is watched any more.
  func end() {
    let all = gate.locked {
      isOver = true
      return exchange(&alarms, with: [:])
    }
    withExtendedLifetime(all) {}
  }

  /// When it is to look.
  var wakesAt: Int64 {
    gate.locked {
      awaited = first
      return first
    }
  }

  /// Whether one is due.
  var isDue: Bool {
    gate.locked {
      let now = Deadline.now
      if first > now { return false }
      first = alarms.values.reduce(.max) { min($0, $1.dueAt) }
      if first > now { return false }
      // The process is killed once, for all of them.
      alarms = [:]
      first = .max
      return true
    }
  }
}
