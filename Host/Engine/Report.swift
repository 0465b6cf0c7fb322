/// Something that happened that no caller hears of, for the host's log.
public struct Report: Sendable, CustomStringConvertible {
  /// What kind of thing; more kinds may come.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A component ended a call that it had ended before.
    public static let endedTwice = Kind(rawValue: "ended_twice")
    /// A component that should have been the fallback can't be loaded.
    public static let fallbackRefused = Kind(rawValue: "fallback_refused")
    /// A call has ended; told by the interceptor that logs calls.
    public static let call = Kind(rawValue: "call")
    /// A caller from outside asked for what it may not reach.
    public static let denied = Kind(rawValue: "denied")
    /// A call from outside failed for a reason that its caller is not told.
    public static let failedInside = Kind(rawValue: "failed_inside")
    /// A URL's query says something that the action does not declare.
    public static let ignoredParameter = Kind(rawValue: "ignored_parameter")
    /// A program that a URL was handed to can't be started, or failed.
    public static let outbound = Kind(rawValue: "outbound")
    /// A call goes past an interceptor of a name that none has, and one has a similar name.
    public static let unknownInterceptor = Kind(rawValue: "unknown_interceptor")
    /// The policy has routes that can't be, or renames what can't be.
    public static let invalidRoute = Kind(rawValue: "invalid_route")
    /// A component fails in what it does besides answering calls.
    public static let stepFailed = Kind(rawValue: "step_failed")
    /// A component starts without the state of the generation before.
    public static let stateLost = Kind(rawValue: "state_lost")
    /// A component that was taken out does not finish its calls.
    public static let stillBusy = Kind(rawValue: "still_busy")
    /// A component was loaded with a library that was in the process already, as another one than it has beside it.
    public static let staleLibrary = Kind(rawValue: "stale_library")
    /// The plugin folders can't be watched, and are looked at now and then instead.
    public static let unwatched = Kind(rawValue: "unwatched")
    /// What is to outlast the host can't be read or written.
    public static let state = Kind(rawValue: "state")
    /// A component's process has crashed while no call was under way in it.
    public static let crashed = Kind(rawValue: "crashed")
  }

  public let kind: Kind
  public let message: String

  /// Whether it has been told ever more seldom already.
  package let isThinned: Bool

  package init(_ kind: Kind, _ message: String, isThinned: Bool = false) {
    self.isThinned = isThinned
    self.kind = kind
    self.message = message
  }

  public var description: String { message }
}

extension Report.Kind: CustomStringConvertible {
  public var description: String { rawValue }
}
