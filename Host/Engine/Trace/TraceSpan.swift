public import ComponentKit
import HostNative

/// Something that took its time in a host, as `Settings.tracer` hears of it once it is over.
///
/// Spans of one thread lie inside each other as what they are about does: a call around the load that it needed, the calls
/// that its action made inside of it.
public struct TraceSpan: Sendable {
  public enum Kind: String, Sendable {
    /// An action ran, `Reader.showDetail`.
    case call
    /// A step on the way from a file to a component.
    case load
    /// A thread stood still: for a turn, a reply that comes later, a component that another thread loads.
    case wait
  }

  public let kind: Kind
  /// In a few words.
  public let name: String
  /// When it began, in nanoseconds of CLOCK_MONOTONIC.
  public let begin: Int64
  /// In nanoseconds.
  public let duration: Int64
  /// The system's number of the thread.
  public let thread: Int
  /// Of a call its `caller`, which is empty for the program, its `target` and its `action`; of the rest the `component`.
  public let details: Fields
}

extension UnsafeMutablePointer<Core> {
  /// Tells the tracer, where there is one, how long something takes. Without one that is one look at a field.
  @inline(__always)
  func trace<R, E>(
    _ kind: TraceSpan.Kind, _ name: @autoclosure () -> String, _ details: @autoclosure () -> Fields,
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    guard let tracer = pointee.tracer else { return try body() }
    // What they are made of may be gone behind it.
    let (name, details, begin) = (name(), details(), Deadline.now)
    do throws(E) {
      let result = try body()
      tracer(TraceSpan(kind, name, since: begin, details))
      return result
    } catch {
      tracer(TraceSpan(kind, name, since: begin, details))
      throw error
    }
  }
}

extension TraceSpan {
  fileprivate init(_ kind: Kind, _ name: String, since begin: Int64, _ details: Fields) {
    (self.kind, self.name, self.begin, self.details) = (kind, name, begin, details)
    duration = Deadline.now - begin
    thread = Int(host_thread_number())
  }
}
