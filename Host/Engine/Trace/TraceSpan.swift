public import ComponentKit

/// Something that takes its time in a host, as `Settings.tracer` hears of it once it is over.
///
/// Spans of one thread lie inside each other as what they are about does: a call around the load that it needed, the calls
/// that its action made inside of it. Those of what is open belong to no thread.
public struct TraceSpan: Sendable {
  public enum Kind: String, Sendable {
    /// An action ran, `Reader.showDetail`.
    case call
    /// A step on the way from a file to a component.
    case load
    /// A thread stood still: for a turn, an instance, a reply that comes later, a component that another thread loads, a file
    /// that is being written, a process that is to load one, or the calls and the end of the one before.
    case wait
    /// A call was open without a thread of its own: from where its action deferred it, or its interceptors were asked, to
    /// its end.
    case open
  }

  /// The same where it begins and where it is over.
  public let number: Int
  public let kind: Kind
  /// In a few words.
  public let name: String
  /// When it began, in nanoseconds of CLOCK_MONOTONIC.
  public let begin: Int64
  /// In nanoseconds; 0 where it only begins.
  public internal(set) var duration: Int64 = 0
  /// The system's number of the thread on which it began.
  public let thread: Int
  /// Of a call its `caller`, which is empty for the program, its `target` and its `action`; of one that is open the same
  /// without the caller, and of the rest the `component`. The target of a function is the component that made it, and its
  /// action is empty. Of one that was answered elsewhere also the `host`, once it is over.
  public internal(set) var details: Fields
}
