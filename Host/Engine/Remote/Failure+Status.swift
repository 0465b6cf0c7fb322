public import ComponentKit

extension Failure {
  /// What the failure is to a caller from outside, in the numbers of HTTP: the one table of them, for all doors.
  public var status: Int {
    switch code {
    case .invalidParameters: 400
    case .denied where reason == "rate_limited": 429
    case .denied where reason == Failure.mayChange: 405
    case .denied: 403
    case .notFound: 404
    case .timedOut: 504
    case .crashed: 502
    // Refused, in quarantine, closing, too busy, or given up because the host is.
    case .refused, .cancelled: 503
    // What an action says by itself is no; what the host has to say of one is that it did not keep the contract.
    default: voice == .action ? 422 : 500
    }
  }

  /// Whether nothing answers that callers from outside may reach: to them what they may not reach is not there.
  public var isUnreachable: Bool { code == .notFound && reason == "not_found" && voice != .action }

  /// Whether nothing was called, because a component is not there in a version that was asked for: `not_here`,
  /// `other_version` or `older_version`. It is the host's word, whatever reasons actions have.
  public var isNotHere: Bool {
    code == .notFound && voice != .action
      && [Failure.notHere, Failure.otherVersion, Failure.olderVersion].contains(reason)
  }

  /// Whether the words are a host's, and not those of the action. They keep being so where an action passes them on.
  public var isByHost: Bool {
    get { voice != .action }
    set { voice = newValue ? .host : .action }
  }

  static let notHere = "not_here"
  static let otherVersion = "other_version"
  static let olderVersion = "older_version"
}
