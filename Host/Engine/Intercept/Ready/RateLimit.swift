import ComponentKit

/// So many calls in so long a time; what comes more often is refused at once.
///
/// After a rest as many calls may come at once as in the whole time; from then on they may come evenly.
public struct RateLimit: Sendable, Equatable {
  /// Which calls are counted.
  public enum Calls: String, Sendable, CaseIterable {
    /// Those from outside the process.
    case remote
    case all
  }

  /// What is counted apart.
  public enum Share: String, Sendable, CaseIterable {
    /// Nothing: all calls have one limit together.
    case together
    /// Every action has the limit for itself. Nothing is loaded to know the action of a URL: those that lead to what is
    /// not loaded have one limit for each component in their host part.
    case action
    /// Every component that calls, the program, and everybody outside.
    case caller
  }

  public var calls: Int
  public var time: Duration
  public var of: Calls
  public var each: Share

  public init(_ calls: Int, per time: Duration, of counted: Calls = .remote, each share: Share = .together) {
    self.calls = max(1, calls)
    self.time = max(time, .milliseconds(1))
    of = counted
    each = share
  }
}

extension Interceptor {
  /// Refuses calls that come too often, as `denied` with the reason `rate_limited`.
  public static func limit(_ limit: RateLimit, _ name: String = "limit", priority: Int = 800) -> Interceptor {
    let meter = RateMeter(limit)
    return Interceptor(name, priority: priority) { call in
      if limit.of == .remote, call.source != .remote { return call.proceed() }
      guard let wait = meter.take(call.share(limit.each), at: Deadline.now) else { return call.proceed() }
      call.fail(
        Failure(
          .denied, "rate_limited", "there were too many calls: \(limit.calls) in \(limit.time.inSeconds) are allowed",
          details: ["retry_after": .double(wait / .seconds(1))]))
    }
  }
}

extension InterceptedCall {
  fileprivate func share(_ share: RateLimit.Share) -> String {
    switch share {
    case .together: ""
    case .action: actionShare
    case .caller: "\(source)"
    }
  }
}

/// When each share may call again: the moment at which its past calls are paid off, one number for each.
final class RateMeter: Sendable {
  static let shareLimit = 4096
  private let pause: Int64
  private let burst: Int64
  private let paid = Guarded<[String: Int64]>([:])

  init(_ limit: RateLimit) {
    pause = max(limit.time.nanoseconds / Int64(limit.calls), 1)
    burst = pause.multipliedReportingOverflow(by: Int64(limit.calls)).partialValue
  }

  /// Counts a call; how long to wait for the next one where it comes too early.
  func take(_ share: String, at now: Int64) -> Duration? {
    paid.withLock { paid in
      var share = share
      if paid[share] == nil, paid.count >= RateMeter.shareLimit {
        // Callers choose the names of actions: those that rest are forgotten, which changes nothing, and where none do
        // the new ones share.
        paid = paid.filter { $0.value > now }
        if paid.count >= RateMeter.shareLimit { share = "" }
      }
      let next = max(paid[share] ?? now, now) + pause
      if next - now > burst { return .nanoseconds(next - now - burst) }
      paid[share] = next
      return nil
    }
  }
}
