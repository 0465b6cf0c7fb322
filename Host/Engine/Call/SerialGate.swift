import ComponentKit

/// Gives a serial target one call at a time, in the order they came.
final class SerialGate: @unchecked Sendable {
  // Sendable: what changes, also in the waiters, is touched under the gate only.
  typealias Job = @Sendable (SerialPass) -> Void

  private let gate = Gate()
  private let spawn: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private var isBusy = false
  private var line: [Waiter] = []
  // Where the system has no thread left: the job whose turn it is, and whether some thread is at such jobs.
  private var homeless: Job?
  private var isHousing = false

  private enum Waiter {
    case thread(Turn)
    case job(Job, isOver: @Sendable () -> Bool)
  }

  /// What a thread waits for. Each has a gate of its own, so that a turn wakes nobody but the one whose it is.
  private final class Turn {
    let gate = Gate()
    var hasCome = false

    func come() {
      gate.locked {
        hasCome = true
        gate.wake()
      }
    }
  }

  /// - Parameter spawn: runs a closure on a thread of its own, or says that there is none.
  init(_ spawn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = Worker.run) { self.spawn = spawn }

  /// Its turn, where it need not wait.
  func enter() -> SerialPass? { take(or: nil) ? SerialPass(self) : nil }

  /// Waits for its turn; fails once patience is over.
  func enter(_ patience: Patience) throws(Failure) -> SerialPass {
    let turn = Turn()
    if take(or: .thread(turn)) { return SerialPass(self) }
    do throws(Failure) {
      try patience.wait(at: turn.gate, late: Failure.serialBusy) { turn.hasCome ? () : nil }
    } catch {
      // A thread that stands in the line no more has got its turn.
      if leaveLine(turn) { throw error }
    }
    return SerialPass(self)
  }

  private func leaveLine(_ turn: Turn) -> Bool {
    gate.locked {
      let place = line.firstIndex { if case .thread(let other) = $0 { other === turn } else { false } }
      if let place { line.remove(at: place) }
      return place != nil
    }
  }

  /// Its turn at once, or later on a thread of its own.
  ///
  /// - Parameter isOver: whether the job need not be done any more; it would take a thread only to find that out.
  func enter(or job: @escaping Job, unless isOver: @escaping @Sendable () -> Bool = { false }) -> SerialPass? {
    take(or: .job(job, isOver: isOver)) ? SerialPass(self) : nil
  }

  // False where another call has the turn: then the waiter is in line.
  private func take(or waiter: Waiter?) -> Bool {
    gate.locked {
      if isBusy {
        if let waiter { line.append(waiter) }
        return false
      }
      isBusy = true
      return true
    }
  }

  fileprivate func leave() {
    while let next = next() {
      switch next {
      case .thread(let turn): return turn.come()
      case .job(let job, let isOver):
        if isOver() { continue }
        if !spawn({ job(SerialPass(self)) }) { house(job) }
        return
      }
    }
  }

  // The first in the line, which has the turn then; without one the turn is nobody's.
  private func next() -> Waiter? {
    gate.locked {
      isBusy = !line.isEmpty
      return isBusy ? line.removeFirst() : nil
    }
  }

  // A job that has its turn and no thread runs here. Its end may give the next one its turn, which must not run inside of
  // it: a long line would need a stack as long.
  private func house(_ job: @escaping Job) {
    let isHoused = gate.locked {
      homeless = job
      defer { isHousing = true }
      return isHousing
    }
    if isHoused { return }
    while let job = nextHomeless() { job(SerialPass(self)) }
  }

  private func nextHomeless() -> Job? {
    gate.locked {
      isHousing = homeless != nil
      defer { homeless = nil }
      return homeless
    }
  }
}

/// What a call has until its component is done with it: a turn, an instance.
class CallLease: @unchecked Sendable {
  // Sendable: there is nothing in it, and nothing changes in what is made of it.
}

/// One turn at a serial target: over when the last hold on it is dropped.
final class SerialPass: CallLease, @unchecked Sendable {
  // Sendable: nothing in it changes; it says so anew because the class above does.
  private let gate: SerialGate
  fileprivate init(_ gate: SerialGate) { self.gate = gate }
  deinit { gate.leave() }
}
