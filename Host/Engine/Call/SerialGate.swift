import ComponentKit

/// Gives a serial target one call at a time, in the order they came.
final class SerialGate: @unchecked Sendable {
  // Sendable: what changes, also in the waiters, is touched under the gate only.
  typealias Job = @Sendable (SerialPass) -> Void

  private let gate = Gate()
  private let spawn: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private var isBusy = false
  private var queue: [Waiter] = []
  // Where the system has no thread left: the job whose turn it is, and whether some thread is at such jobs.
  private var homeless: Job?
  private var isHousing = false

  private final class Waiter {
    var isCalled = false
    let job: Job?
    init(_ job: Job?) { self.job = job }
  }

  /// - Parameter spawn: runs a closure on a thread of its own, or says that there is none.
  init(_ spawn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = Worker.run) { self.spawn = spawn }

  /// Its turn, where it need not wait.
  func enter() -> SerialPass? { take(or: nil) ? SerialPass(self) : nil }

  /// Waits for its turn; fails once patience is over.
  func enter(_ patience: Patience) throws(Failure) -> SerialPass {
    let waiter = Waiter(nil)
    if take(or: waiter) { return SerialPass(self) }
    do throws(Failure) {
      try patience.wait(at: gate, late: Failure.serialBusy) { waiter.isCalled ? () : nil }
    } catch {
      let isCalled = gate.locked {
        queue.removeAll { $0 === waiter }
        return waiter.isCalled
      }
      guard isCalled else { throw error }
    }
    return SerialPass(self)
  }

  /// Its turn at once, or later on a thread of its own.
  func enter(or job: @escaping Job) -> SerialPass? {
    take(or: Waiter(job)) ? SerialPass(self) : nil
  }

  // False where another call has the turn: then the waiter is in line.
  private func take(or waiter: Waiter?) -> Bool {
    gate.locked {
      if isBusy {
        if let waiter { queue.append(waiter) }
        return false
      }
      isBusy = true
      return true
    }
  }

  fileprivate func leave() {
    let job: Job? = gate.locked {
      guard !queue.isEmpty else {
        isBusy = false
        return nil
      }
      let next = queue.removeFirst()
      next.isCalled = true
      gate.wake()
      return next.job
    }
    guard let job else { return }
    if !spawn({ job(SerialPass(self)) }) { house(job) }
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
