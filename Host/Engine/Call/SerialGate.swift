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

  /// Waits for its turn; nil once the deadline has passed.
  func enter(until deadline: Int64) -> SerialPass? {
    let isIn = gate.locked {
      if !isBusy {
        isBusy = true
        return true
      }
      let waiter = Waiter(nil)
      queue.append(waiter)
      while !waiter.isCalled {
        if gate.wait(until: deadline) || waiter.isCalled { continue }
        queue.removeAll { $0 === waiter }
        return false
      }
      return true
    }
    return isIn ? SerialPass(self) : nil
  }

  /// Its turn at once, or later on a thread of its own.
  func enter(or job: @escaping @Sendable (SerialPass) -> Void) -> SerialPass? {
    let isIn = gate.locked {
      if isBusy {
        queue.append(Waiter(job))
        return false
      }
      isBusy = true
      return true
    }
    return isIn ? SerialPass(self) : nil
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
