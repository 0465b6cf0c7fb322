import ComponentHost
import Glibc

/// That a worker is gone, on its way to the engine: whoever tells it returns when the engine knows.
final class Loss: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var listener: (@Sendable () -> Void)?
  private var isTold = false
  private var teller: pthread_t?

  func whenTold(_ listener: @escaping @Sendable () -> Void) {
    let isLate = gate.locked {
      self.listener = listener
      return isTold
    }
    if isLate { tell() }
  }

  func tell() {
    let isOurs = gate.locked {
      isTold = true
      while let teller {
        if pthread_equal(teller, pthread_self()) != 0 { return false }
        gate.wait()
      }
      teller = pthread_self()
      return true
    }
    guard isOurs else { return }
    // The engine is told each time: it may not have let the component answer yet when it was told first.
    gate.locked { listener }?()
    gate.locked {
      teller = nil
      gate.wake()
    }
  }
}
