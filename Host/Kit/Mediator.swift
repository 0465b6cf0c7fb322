public import ComponentABI

/// The host's functions, as a component receives them.
public typealias HostTable = UnsafePointer<component_host>

/// What routes calls: by the names of target and action to whoever answers, now or later.
///
/// A missing neighbour is an ordinary failure. The same type serves a component and a program that embeds the host.
///
/// Sendable although it holds a pointer: the table lives as long as the process and never changes.
public struct Mediator: @unchecked Sendable {
  let host: HostTable

  public init(_ host: HostTable) { self.host = host }

  /// The folder in which the component's file lies, for files beside it; empty where it was linked in.
  public var directory: String { host.pointee.directory.string }

  /// Calls an action and returns its reply; the thread waits until the call has ended.
  ///
  /// - Parameters:
  ///   - timeLimit: how long to wait; the calling action's own deadline where nil, or else the host's limit.
  ///   - cancellation: gives the call up from elsewhere.
  ///   - progress: hears how far the call has come, on whatever thread says so.
  public func call(
    _ target: String, _ action: String, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    try call(
      target, action, parameters, loose: [], timeLimit: timeLimit, cancellation: cancellation, progress: progress)
  }

  /// As `call`, where the texts under the keys in `loose` were typed without a type.
  package func call(
    _ target: String, _ action: String, _ parameters: Fields, loose: [String], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    try wait(target, action, parameters, loose, timeLimit, cancellation, progress) { host.pointee.call(host, $0) }
  }

  /// Calls a function that was passed as a value.
  public func call(
    _ function: Function, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    try wait("", "function", parameters, [], timeLimit, cancellation, progress) {
      host.pointee.invoke(host, function.reference.pointer, $0)
    }
  }

  /// Starts a call and returns as soon as its action does; `ended` hears the outcome once, on any thread.
  public func start(
    _ target: String, _ action: String, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil,
    within parent: DeferredCall? = nil, ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let listener = Unmanaged.passRetained(Listener(ended, progress)).toOpaque()
    withRequest(target, action, parameters, [], timeLimit, cancellation, tellListener) { request in
      request.pointee.context = listener
      request.pointee.parent = parent?.pointer
      if progress != nil {
        request.pointee.progressed = { context, progress in
          guard let context else { return }
          let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
          listener.progress?(progress.pointee.known, progress.pointee.message.string)
        }
      }
      _ = host.pointee.start(host, request)
    }
  }

  private func wait(
    _ target: String, _ action: String, _ parameters: Fields, _ loose: [String], _ timeLimit: Duration?,
    _ cancellation: Cancellation?, _ progress: (@Sendable (Double?, String) -> Void)?,
    _ make: (UnsafePointer<component_request>) -> Int32
  ) throws(Failure) -> Value {
    var outcome = Outcome(progress: progress)
    withUnsafeMutablePointer(to: &outcome) { outcome in
      withRequest(target, action, parameters, loose, timeLimit, cancellation, keepOutcome) { request in
        request.pointee.context = UnsafeMutableRawPointer(outcome)
        if outcome.pointee.progress != nil {
          request.pointee.progressed = { context, progress in
            let outcome = context?.assumingMemoryBound(to: Outcome.self)
            outcome?.pointee.progress?(progress.pointee.known, progress.pointee.message.string)
          }
        }
        _ = make(request)
      }
    }
    guard let result = outcome.result else {
      throw Failure(.failed, "host_fault", "the host ended the call without an outcome")
    }
    return try result.get()
  }

  private func withRequest(
    _ target: String, _ action: String, _ parameters: Fields, _ loose: [String], _ timeLimit: Duration?,
    _ cancellation: Cancellation?, _ ended: @escaping Ended, _ body: (UnsafeMutablePointer<component_request>) -> Void
  ) {
    var target = target
    var action = action
    target.withUTF8 { target in
      action.withUTF8 { action in
        parameters.withBorrowed(loose: loose) { parameters in
          var request = component_request(
            abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_request>.size),
            target: component_text(target), action: component_text(action),
            parameters: UnsafePointer(parameters.baseAddress), parameter_count: parameters.count, ended: ended,
            progressed: nil, context: nil, deadline: timeLimit.map { Deadline(after: $0).nanoseconds } ?? 0,
            cancellation: cancellation?.pointer, parent: nil)
          body(&request)
        }
      }
    }
  }
}

private typealias Ended =
  @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<component_value>?, UnsafePointer<component_failure>?) -> Void

private let keepOutcome: Ended = { context, reply, failure in
  context?.assumingMemoryBound(to: Outcome.self).pointee.result = Result(reply, failure)
}

private let tellListener: Ended = { context, reply, failure in
  guard let context else { return }
  Unmanaged<Listener>.fromOpaque(context).takeRetainedValue().ended(Result(reply, failure))
}

/// Where a waiting caller's outcome goes; lives on its stack.
private struct Outcome {
  var result: Result<Value, Failure>?
  let progress: (@Sendable (Double?, String) -> Void)?

  init(progress: (@Sendable (Double?, String) -> Void)?) { self.progress = progress }
}

/// Who hears the end of a call that was started.
private final class Listener: Sendable {
  let ended: @Sendable (Result<Value, Failure>) -> Void
  let progress: (@Sendable (Double?, String) -> Void)?

  init(
    _ ended: @escaping @Sendable (Result<Value, Failure>) -> Void, _ progress: (@Sendable (Double?, String) -> Void)?
  ) {
    self.ended = ended
    self.progress = progress
  }
}

extension Result<Value, Failure> {
  fileprivate init(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    if let reply {
      self = .success(Value(copying: reply.pointee))
    } else if let failure {
      self = .failure(Failure(copying: failure.pointee))
    } else {
      self = .failure(Failure(.failed, "host_fault", "the host ended the call without an outcome"))
    }
  }
}

extension component_progress {
  fileprivate var known: Double? { fraction >= 0 ? Swift.min(fraction, 1) : nil }
}
