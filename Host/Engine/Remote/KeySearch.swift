import ComponentABI
import ComponentKit

/// What a map key leads to, for a call of it that goes through interceptors: it is found ahead of them, and as long as none
/// of them has asked where it leads, that may be another action by the time it is called.
final class KeySearch: Sendable {
  private let text: String
  private let given: [Given]
  private let host: Host
  private let found: Guarded<(candidate: Candidate, isSeen: Bool)>

  // A hint that the caller gives.
  private struct Given {
    let key: String
    let value: Value
    let flags: UInt32
  }

  /// Looks for it, which may load its component; fails where there is no such key, or it has no such hint.
  init(
    _ text: String, hints: UnsafeBufferPointer<component_entry>, _ host: Host, _ patience: Patience
  ) throws(Failure) {
    let given = hints.map {
      Given(key: $0.key.string, value: Value(copying: $0.value), flags: $0.value.flags)
    }
    (self.text, self.given, self.host) = (text, given, host)
    found = Guarded((try KeySearch.find(text, given, host, patience), false))
  }

  /// What it was found to lead to last.
  var known: Candidate { found.withLock { $0.candidate } }

  /// The same for an interceptor, which goes by it: the key leads nowhere else from then on.
  var shown: Candidate {
    found.withLock {
      $0.isSeen = true
      return $0.candidate
    }
  }

  var isSeen: Bool { found.withLock { $0.isSeen } }

  /// Looks for it once more, unless it was shown meanwhile.
  func anew(_ patience: Patience) throws(Failure) {
    let candidate = try KeySearch.find(text, given, host, patience)
    // What is replaced goes outside the lock.
    _ = found.withLock { $0.isSeen ? nil : exchange(&$0.candidate, with: candidate) }
  }

  private static func find(
    _ text: String, _ given: [Given], _ host: Host, _ patience: Patience
  ) throws(Failure) -> Candidate {
    var candidate = try host.knownKey(text, patience)
    for hint in given { try candidate.take(hint: hint.key, hint.value, hint.flags) }
    return candidate
  }
}
