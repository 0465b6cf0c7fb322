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
