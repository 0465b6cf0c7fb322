import ComponentKit

/// Ends deferred calls for which no thread waits when their deadline passes: one thread for the process, started
/// with the first such call.
final class Timekeeper: @unchecked Sendable {
  // Sendable: everything below is touched under the gate only.
  static let shared = Timekeeper()

  private struct Alarm {
    let deadline: Int64
    weak var record: DeferredRecord?
  }

  private let gate = Gate()
  // A binary heap, the earliest first. A call that ends leaves its alarm behind, and `forgotten` counts those.
  private var alarms: [Alarm] = []
  private var forgotten = 0
  private var isRunning = false

  func add(_ record: DeferredRecord, deadline: Int64) {
    gate.locked {
      alarms.append(Alarm(deadline: deadline, record: record))
      rise(alarms.count - 1)
      if !isRunning { isRunning = Worker.run { [self] in run() } }
      gate.wake()
    }
  }

  func forget() {
    // A record that is looked at may have nobody else any more: it goes outside the lock, for it has a component's
    // objects in it, and their `release` is the component's own code.
    var seen: [DeferredRecord] = []
    gate.locked {
      forgotten += 1
      guard forgotten > 64, forgotten * 2 > alarms.count else { return }
      alarms = alarms.filter { alarm in
        guard let record = alarm.record else { return false }
        seen.append(record)
        return !record.hasEnded
      }.sorted { $0.deadline < $1.deadline }
      forgotten = 0
    }
    withExtendedLifetime(seen) {}
  }

  private func run() {
    while true { next()?.timeOut() }
  }

  private func next() -> DeferredRecord? {
    gate.locked {
      guard let first = alarms.first else {
        gate.wait()
        return nil
      }
      guard first.deadline <= Deadline.now else {
        _ = gate.wait(until: first.deadline)
        return nil
      }
      alarms.swapAt(0, alarms.count - 1)
      let alarm = alarms.removeLast()
      sink(0)
      return alarm.record
    }
  }

  private func rise(_ start: Int) {
    var child = start
    while child > 0, alarms[child].deadline < alarms[(child - 1) / 2].deadline {
      alarms.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private func sink(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < alarms.count {
        if alarms[child].deadline < alarms[least].deadline { least = child }
      }
      if least == parent { return }
      alarms.swapAt(parent, least)
      parent = least
    }
  }
}
