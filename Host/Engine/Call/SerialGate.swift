import ComponentKit

/// Gives a serial target one call at a time, in the order they came.
final class SerialGate: @unchecked Sendable {
  // Sendable: what changes, also in those who wait, is touched under the gate only.
  private let gate = Gate()
  private var isBusy = false
  private var queue: [Waiter] = []

  private final class Waiter {
    var isCalled = false
    let job: (@Sendable (SerialPass) -> Void)?
    init(_ job: (@Sendable (SerialPass) -> Void)?) { self.job = job }
  }

  /// Its turn, where it need not wait.
  func enter() -> SerialPass? { take(or: nil) ? SerialPass(self) : nil }

  /// Waits for its turn; nil once patience is over.
  func enter(_ patience: Patience) -> SerialPass? {
    let waiter = Waiter(nil)
    if take(or: waiter) { return SerialPass(self) }
    if patience.wait(at: gate, for: { waiter.isCalled ? true : nil }) == true { return SerialPass(self) }
    let isCalled = gate.locked {
      queue.removeAll { $0 === waiter }
      return waiter.isCalled
    }
    return isCalled ? SerialPass(self) : nil
  }

  /// Its turn at once, or later on a thread of its own.
  func enter(or job: @escaping @Sendable (SerialPass) -> Void) -> SerialPass? {
    take(or: Waiter(job)) ? SerialPass(self) : nil
  }

  // False where somebody else has the turn: then the waiter is in line.
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
    let job: (@Sendable (SerialPass) -> Void)? = gate.locked {
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
    let pass = SerialPass(self)
    if !Worker.run({ job(pass) }) { job(pass) }
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
