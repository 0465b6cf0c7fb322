import ComponentABI
import ComponentHost
import ComponentKit

/// The calls that the component here has started and whose ends the host has not told yet.
final class StartedCalls: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var calls: [CallID: StartedCall] = [:]
  // The host was asked for them, and may tell an end before this thread knows the number of the call.
  private var beginning = 0

  /// Begins one: `body` asks the host, and returns the call's number there; nil where it could not be asked.
  func begin(_ call: StartedCall, _ body: () -> CallID?) -> Bool {
    gate.locked { beginning += 1 }
    let number = body()
    return gate.locked {
      beginning -= 1
      if let number { calls[number] = call }
      gate.wake()
      return number != nil
    }
  }

  subscript(number: CallID) -> StartedCall? {
    gate.locked {
      while calls[number] == nil, beginning > 0 { gate.wait() }
      return calls[number]
    }
  }

  func take(_ number: CallID) -> StartedCall? {
    gate.locked {
      while calls[number] == nil, beginning > 0 { gate.wait() }
      return calls.removeValue(forKey: number)
    }
  }
}

/// One of them.
final class StartedCall: @unchecked Sendable {
  // Sendable: what changes is guarded.
  private let end: StartedEnd
  private let watch = Guarded<CancellationWatch?>(nil)

  init(_ end: StartedEnd) { self.end = end }

  /// Is told when the caller's handle is used, until the call ends.
  func watch(_ watch: CancellationWatch?) {
    self.watch.withLock { $0 = watch }
    watch?.begin()
  }

  func progress(_ progress: UnsafePointer<component_progress>) { end.progress(progress) }

  func hear(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    watch.withLock { exchange(&$0, with: nil) }?.end()
    end.hear(reply, failure)
  }
}
