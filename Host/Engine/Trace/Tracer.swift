import ComponentABI
import ComponentKit
import HostNative
import Synchronization

/// Tells the program what takes its time. A class, so that without one there is one word to look at.
final class Tracer: Sendable {
  private let begins: @Sendable (TraceSpan) -> Void
  private let ends: @Sendable (TraceSpan) -> Void
  private let count = Atomic(0)

  /// Nil where nobody listens.
  init?(_ settings: Settings) {
    if settings.tracer == nil, settings.beginTracer == nil { return nil }
    begins = settings.beginTracer ?? { _ in }
    ends = settings.tracer ?? { _ in }
  }

  func begin(_ kind: TraceSpan.Kind, _ name: String, _ details: Fields) -> TraceSpan {
    let span = TraceSpan(
      number: count.wrappingAdd(1, ordering: .relaxed).newValue, kind: kind, name: name, begin: Deadline.now,
      thread: Int(host_thread_number()), details: details)
    begins(span)
    return span
  }

  func end(_ span: TraceSpan) {
    var span = span
    span.duration = Deadline.now - span.begin
    ends(span)
  }
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
    let span = tracer.begin(kind, name(), details())
    do throws(E) {
      let result = try body()
      tracer.end(span)
      return result
    } catch {
      tracer.end(span)
      throw error
    }
  }
}

/// A call that is open, as a tracer hears of it.
final class OpenSpan: Sendable {
  private let tracer: Tracer
  private let span: Guarded<TraceSpan>
  /// What is called.
  let name: String
  let details: Fields

  /// Where a call is held up.
  enum Stage {
    /// Its action has deferred it.
    case deferred
    /// Its interceptors are asked, before it is known what runs.
    case intercepted
    /// It is called on another host.
    case elsewhere
  }

  init(_ tracer: Tracer, _ frame: Frame, _ stage: Stage) {
    let call = TracedCall(frame, isByName: stage != .deferred)
    self.tracer = tracer
    (name, details) = (call.name, call.details)
    let how =
      switch stage {
      case .deferred: "deferred"
      case .intercepted: "with its interceptors"
      case .elsewhere: "elsewhere"
      }
    span = Guarded(tracer.begin(.open, "\(name), \(how)", call.details))
  }

  /// Something has become known of it.
  func note(_ details: Fields) {
    span.withLock { span in for (key, value) in details { span.details[key] = value } }
  }

  func end() { tracer.end(span.withLock { $0 }) }
}

/// What a call is in a trace. The names in the request for a function are its caller's own words, and mean nothing.
struct TracedCall {
  let name: String
  let details: Fields

  /// - Parameter isByName: whether it is not yet known what runs.
  init(_ frame: Frame, isByName: Bool = false) {
    let (target, action) = (frame.call.target.string, frame.call.action.string)
    if isByName || !frame.isFunction {
      // A URL's names are found out later.
      name = target.isEmpty ? "a URL" : "\(target).\(action)"
      details = ["target": .text(target), "action": .text(action)]
    } else {
      let owner = frame.call.host.pointee.name.string
      name = "a function of \(owner.isEmpty ? "the program" : owner)"
      details = ["target": .text(owner), "action": ""]
    }
  }
}
