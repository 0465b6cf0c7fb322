import ComponentKit

/// How often actions were called, how often they failed, and how long they took.
public final class CallTimes: Sendable {
  /// One action's.
  public struct Entry: Sendable, Equatable {
    public internal(set) var calls = 0
    /// How many of the calls ended with a failure.
    public internal(set) var failures = 0
    public internal(set) var total = Duration.zero
    public internal(set) var longest = Duration.zero

    public var mean: Duration { calls == 0 ? .zero : total / calls }
  }

  /// The name under which everything is counted that comes when there are too many names.
  public static let others = "others"
  private let limit: Int
  private let entries = Guarded<[String: Entry]>([:])

  /// - Parameter limit: how many names are kept apart; callers choose the names, so there is an end to them.
  public init(limit: Int = 4096) { self.limit = limit }

  /// By "Target.action".
  public var all: [String: Entry] { entries.withLock { $0 } }

  /// Begins anew.
  public func clear() { entries.withLock { $0 = [:] } }

  fileprivate func count(_ path: String, _ duration: Duration, failed: Bool) {
    entries.withLock { entries in
      let name = entries[path] == nil && entries.count >= limit ? CallTimes.others : path
      entries[name, default: Entry()].calls += 1
      if failed { entries[name, default: Entry()].failures += 1 }
      entries[name, default: Entry()].total += duration
      entries[name, default: Entry()].longest = max(duration, entries[name]?.longest ?? .zero)
    }
  }
}

extension Interceptor {
  /// Measures every call, from here to its end.
  public static func time(_ times: CallTimes, _ name: String = "time", priority: Int = 900) -> Interceptor {
    Interceptor(name, priority: priority) { call in
      call.timed { outcome, duration in
        var failed = false
        if case .failure = outcome { failed = true }
        times.count(call.knownPath, duration, failed: failed)
      }
    }
  }
}
