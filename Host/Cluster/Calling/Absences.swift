/// Since when nobody has a component. Who has just lost its broker is on the way to another one, where it is there again: so
/// where a call may wait, that nobody has a component is believed only once that has been so for a while.
struct Absences: Sendable {
  private var connected: Int64?
  private var gone: [String: Int64] = [:]

  /// As long as a host may take from one broker to another, in nanoseconds.
  static let patience: Int64 = 3_000_000_000

  /// There is another connection: others come to it as well.
  mutating func hasConnected(_ now: Int64) { connected = now }

  /// Somebody has a component.
  mutating func isThere(_ component: String) { gone[component] = nil }

  /// Nobody has a component that somebody had up to now.
  mutating func isGone(_ component: String, _ now: Int64) { gone[component] = now }

  /// Whether a component may be there again in a moment.
  func mayCome(_ component: String, _ now: Int64) -> Bool {
    [connected, gone[component]].contains { since in since.map { now - $0 < Absences.patience } ?? false }
  }
}
