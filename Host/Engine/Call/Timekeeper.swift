import ComponentKit

/// What is over when its deadline passes, though no thread waits for it.
protocol Timed: AnyObject {
  var hasEnded: Bool { get }
  func timeOut()
}

/// Ends deferred calls for which no thread waits when their deadline passes, and gives up what hangs in its `register`.
///
/// One thread of the process watches the clock, from the first of them on. When a deadline passes it appoints another
/// thread to watch and tells the listener itself, so a listener that takes its time delays no other deadline. There are
/// as many threads as listeners being told, one that watches, and one in reserve.
final class Timekeeper: @unchecked Sendable {
  // Sendable: everything below is touched under the gate only.
  static let shared = Timekeeper()

  /// Where so many listeners take their time at once, further deadlines wait for the first of them to return.
  private static let threadLimit = 256

  private struct Alarm {
    let deadline: Int64
    weak var record: (any Timed)?
  }

  private let gate = Gate()
  // A binary heap, the earliest first. A call that ends leaves its alarm behind, and `forgotten` counts those.
  private var alarms: [Alarm] = []
  private var forgotten = 0
  private var threads = 0
  private var isWatched = false
  private var hasReserve = false

  /// False where nobody watches, and the system has no thread left that could.
  func add(_ record: any Timed, deadline: Int64) -> Bool {
    gate.locked {
      if !isWatched { appoint() }
      guard threads > 0 else { return false }
      alarms.append(Alarm(deadline: deadline, record: record))
      if rise(alarms.count - 1) == 0 { gate.wake() }
      return true
    }
  }

  func forget() {
    // The records are released outside the lock: this may be the last hold on one, and the `release` of a component's
    // objects in it is the component's own code.
    var seen: [any Timed] = []
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

  // Under the gate: has another thread watch. Where the system has none left, the next one to return does.
  private func appoint() {
    if hasReserve { return gate.wake() }
    if threads < Timekeeper.threadLimit, Worker.run({ [self] in work() }) { threads += 1 }
  }

  private func work() {
    while let record = next() { record.timeOut() }
  }

  /// Watches until a deadline passes; nil where there are threads enough.
  private func next() -> (any Timed)? {
    gate.locked {
      if isWatched {
        if hasReserve {
          threads -= 1
          return nil
        }
        hasReserve = true
        while isWatched { gate.wait() }
        hasReserve = false
      }
      isWatched = true
      while true {
        guard let first = alarms.first else {
          gate.wait()
          continue
        }
        guard first.deadline <= Deadline.now else {
          _ = gate.wait(until: first.deadline)
          continue
        }
        alarms.swapAt(0, alarms.count - 1)
        let alarm = alarms.removeLast()
        sink(0)
        guard let record = alarm.record else { continue }
        isWatched = false
        appoint()
        return record
      }
    }
  }

  /// Where the alarm is in the end.
  private func rise(_ start: Int) -> Int {
    var child = start
    while child > 0, alarms[child].deadline < alarms[(child - 1) / 2].deadline {
      alarms.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
    return child
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
