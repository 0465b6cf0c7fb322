package import ComponentABI
package import ComponentKit

// What passes between a host and a process that runs a component for it, and the host's own words about that.

extension Report {
  /// One that another process made.
  package init(passed kind: String, _ message: String) { self.init(Kind(rawValue: kind), message) }
}

extension Failure {
  /// The same, as the host's own words.
  package var hosts: Failure { byHost }

  /// Of what a component asks before its registration was accepted.
  package static var beforeRegistration: Failure { tooEarly.byHost }
}

/// How long what is just made on this thread is waited for.
package enum InstanceTime {
  /// The deadline of the call that an instance is made for; 0 where it has none.
  package static var deadline: Int64 { ThreadState.current.pointee.makesUntil }
}

extension Settings {
  /// Logs what a component says that has no seat yet.
  package func say(_ component: String, _ level: UInt32, _ text: component_text) {
    if let line = LogLine(component, LogLevel(rawValue: level), text) { log(line) }
  }
}

extension UnsafeMutablePointer<component_call> {
  /// Whether its caller's thread waits until it has ended.
  package var isWaitedFor: Bool { frame.pointee.request.pointee.isWaitedFor }

  /// What it has as long as its action runs, on that thread.
  package var turn: CallTurn { CallTurn(frame.pointee) }

  /// It goes on without this thread, as a deferred call whose action runs elsewhere; nil where it has ended.
  package func deferToElsewhere() -> UnsafeMutablePointer<component_call>? {
    let deferred = pointee.host.pointee.defer(self)
    deferred?.frame.pointee.record?.takeUnretainedValue().runsElsewhere()
    return deferred
  }

  /// The component has deferred what was deferred to elsewhere.
  package func isKept() { frame.pointee.record?.takeUnretainedValue().isKept() }
}

/// What a call has as long as its action runs, however early it ends: its turn, its instance and its generation.
package final class CallTurn: Sendable {
  private let lease: CallLease?
  private let hold: GenerationHold?

  fileprivate init(_ frame: Frame) {
    lease = frame.lease?.takeUnretainedValue()
    hold = (frame.entry?.pointee.generation.takeUnretainedValue()).map(GenerationHold.init)
  }
}

extension Refusal {
  /// As it is passed on: what it says, and when it may be over.
  package struct Parts: Sendable {
    package let reason, message: String
    package let help: String?
    package let retry: UInt32

    package init(reason: String, message: String, help: String?, retry: UInt32) {
      (self.reason, self.message, self.help, self.retry) = (reason, message, help, retry)
    }
  }

  package var parts: Parts {
    let number: UInt32 =
      switch retry {
      case .always: 0
      case .whenLibrariesChange: 1
      case .whenCallsEnd: 2
      case .whenFileChanges: 3
      // What other components do is known where they are.
      case .whenComponentAppears, .whenNeedsStart: 2
      }
    return Parts(reason: reason, message: message, help: help, retry: number)
  }

  package init(_ parts: Parts) {
    // What only this process knows nobody else says.
    let isOwn = [Refusal.inThisCall, Refusal.quarantined, Refusal.closed.reason].contains(parts.reason)
    self.init(isOwn ? "load_failed" : parts.reason, parts.message, help: parts.help)
    retry =
      switch parts.retry {
      case 1: .whenLibrariesChange
      case 2: .whenCallsEnd
      case 3: .whenFileChanges
      default: .always
      }
  }
}
