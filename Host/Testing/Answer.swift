public import ComponentKit

/// How a stub ends each of its calls, where there is nothing to compute.
public enum Answer: Sendable {
  case reply(Value)
  case failure(Failure)
  /// It keeps the call and never says anything: the deadline ends it, or the caller, or the end of the bench.
  case silence
}

extension Answer {
  /// Ends a call in this way, or has it kept.
  func end(_ call: DeferredCall, _ waiting: Waiting) {
    switch self {
    case .reply(let value): call.reply(value)
    case .failure(let failure): call.fail(failure)
    case .silence: waiting.keep(call)
    }
  }
}
