import ComponentKit

/// Thins out warnings that come again and again: a component that makes one mistake in a loop must not fill the log, and
/// neither must a link that many follow.
package final class Seldom: Sendable {
  private let counts = Guarded<[String: Int]>([:])

  package init() {}

  // Warnings name what callers wrote, so there is no end to them either: behind these they count by their kind.
  package static let limit = 256

  /// What to say when a warning comes: the first time, the tenth, the hundredth and so on.
  package func line(_ kind: String, _ message: String) -> String? {
    let (times, isAlone) = counts.withLock { counts in
      let own = "\(kind): \(message)"
      let isAlone = counts[own] != nil || counts.count < Seldom.limit
      let times = counts[isAlone ? own : kind, default: 0] + 1
      counts[isAlone ? own : kind] = times
      return (times, isAlone)
    }
    if times == 1 { return message }
    guard Seldom.isPowerOfTen(times) else { return nil }
    return isAlone ? "\(message) (\(times) times)" : "\(message) (one of \(times) of its kind)"
  }

  private static func isPowerOfTen(_ number: Int) -> Bool {
    var number = number
    while number % 10 == 0 { number /= 10 }
    return number == 1
  }
}
