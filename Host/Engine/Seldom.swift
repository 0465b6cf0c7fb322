import ComponentKit

/// Thins out warnings that come again and again: a component that makes one mistake in a loop must not fill the log, and
/// neither must a link that many follow.
package final class Seldom: Sendable {
  private let kinds = Guarded<[String: Told]>([:])

  package init() {}

  /// So many warnings of one kind are told apart. They name what callers wrote, so there is no end to them either: behind
  /// these they count by their kind, until the memory of the kind is over.
  package static let limit = 256
  // How long a kind is remembered of which there were that many: who makes names up silences nothing for good.
  private static let memory = Duration.seconds(600)
  // There are not as many; behind them all others are one.
  private static let kindLimit = 64

  /// What to say when a warning comes: the first time, the tenth, the hundredth and so on.
  package func line(_ kind: String, _ message: String) -> String? { line(kind, message, at: Deadline.now) }

  func line(_ kind: String, _ message: String, at now: Int64) -> String? {
    let (times, isAlone) = kinds.withLock { kinds in
      let kind = kinds[kind] == nil && kinds.count >= Seldom.kindLimit ? "" : kind
      return kinds[kind, default: Told()].count(message, at: now)
    }
    if times == 1 { return message }
    guard Seldom.isPowerOfTen(times) else { return nil }
    return isAlone ? "\(message) (\(times) times)" : "\(message) (one of \(times) of its kind)"
  }

  // What was told of one kind.
  private struct Told {
    private var counts: [String: Int] = [:]
    private var others = 0
    private var filled: Int64 = 0

    // How often it has come, and whether that counts by itself.
    mutating func count(_ message: String, at now: Int64) -> (times: Int, isAlone: Bool) {
      if counts[message] == nil, counts.count >= Seldom.limit {
        guard now - filled > Seldom.memory.nanoseconds else {
          others += 1
          return (others, false)
        }
        self = Told()
      }
      let times = counts[message, default: 0] + 1
      counts[message] = times
      if times == 1, counts.count == Seldom.limit { filled = now }
      return (times, true)
    }
  }

  private static func isPowerOfTen(_ number: Int) -> Bool {
    var number = number
    while number % 10 == 0 { number /= 10 }
    return number == 1
  }
}

extension Report {
  /// A warning that is told ever more seldom; nil where it is not to be told now.
  init?(_ kind: Kind, _ message: String, by seldom: Seldom) {
    guard let message = seldom.line(kind.rawValue, message) else { return nil }
    self.init(kind, message, isThinned: true)
  }
}
