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

  /// What its calls ask for, and say of their texts, which are all strings: COMPONENT_REQUEST_*.
  private(set) var flags = UInt64(COMPONENT_REQUEST_UTF8)
  /// The interceptors that its calls go past.
  private(set) var skips: LentNames?

  public init(_ host: HostTable) { self.host = host }

  /// The same mediator, whose calls each have a fresh instance of their target, where it has instances.
  public var fresh: Mediator {
    var mediator = self
    mediator.flags |= UInt64(COMPONENT_REQUEST_FRESH)
    return mediator
  }

  /// The same mediator, whose calls the interceptors of these names don't see, besides those that it skips already.
  public func skipping(_ interceptors: String...) -> Mediator { skipping(interceptors) }

  public func skipping(_ interceptors: [String]) -> Mediator {
    if interceptors.isEmpty { return self }
    var mediator = self
    mediator.skips = LentNames((skips?.names ?? []) + interceptors)
    return mediator
  }

  /// The folder in which the component's file lies, for files beside it; empty where it was linked in.
  public var directory: String { host.pointee.directory.string }

  /// Calls an action and returns its reply; the thread waits until the call has ended.
  ///
  /// - Parameters:
  ///   - timeLimit: how long to wait; the calling action's own deadline where nil, or else the host's limit.
  ///   - cancellation: gives the call up from elsewhere.
  ///   - progress: hears how far the call has come, on whatever thread says so.
  @inlinable
  public func call(
    _ target: String, _ action: String, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    // Inlined up to here, so that a literal of parameters stays on the caller's stack: no allocation.
    try parameters.entries.withUnsafeBufferPointer { (entries) throws(Failure) in
      try send(target, action, entries, timeLimit, cancellation, progress)
    }
  }

  @usableFromInline
  func send(
    _ target: String, _ action: String, _ entries: UnsafeBufferPointer<(String, Value)>, _ timeLimit: Duration?,
    _ cancellation: Cancellation?, _ progress: (@Sendable (Double?, String) -> Void)?
  ) throws(Failure) -> Value {
    try target.withText { (target) throws(Failure) in
      try action.withText { (action) throws(Failure) in
        try send(target, action, nil, entries, timeLimit, cancellation, progress)
      }
    }
  }

  @inline(never)
  func send(
    _ target: component_text, _ action: component_text, _ place: UnsafeMutablePointer<component_place>?,
    _ entries: UnsafeBufferPointer<(String, Value)>, _ timeLimit: Duration?, _ cancellation: Cancellation?,
    _ progress: (@Sendable (Double?, String) -> Void)?
  ) throws(Failure) -> Value {
    var request = component_request(target, action, flags, hearValue)
    request.place = place
    lend(&request, timeLimit, cancellation)
    return try request.hear(progress) { request in
      entries.lend(to: request) { _ = withExtendedLifetime(skips) { host.pointee.call(host, request) } }
    }
  }

  /// What a request has of its mediator, as long as `skips` lives, and how long it may take.
  @inline(__always)
  func lend(_ request: inout component_request, _ timeLimit: Duration?, _ cancellation: Cancellation?) {
    if let timeLimit { request.deadline = Deadline(after: timeLimit).nanoseconds }
    if let cancellation { request.cancellation = cancellation.pointer }
    if let skips { request.lend(skips) }
  }

  /// As `call`, where the texts under the keys in `loose` were typed without a type, and all others may come from JSON.
  package func call(
    _ target: String, _ action: String, _ parameters: Fields, loose: [String], fromJSON: Bool = false,
    timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    let sending = Sending(by: self, timeLimit: timeLimit, cancellation: cancellation, progress: progress)
    // No `Result` of the two: its type costs a new process 12 µs.
    var reply: Value?
    var failure = Failure.noOutcome
    lend(target, action, parameters, loose, fromJSON) { target, action, entries in
      sending.wait(target, action, entries) { value, fault in
        if let value { reply = Value(copying: value.pointee) }
        if let fault { failure = Failure(copying: fault.pointee) }
      }
    }
    if let reply { return reply }
    throw failure
  }

  /// Calls a function that was passed as a value.
  public func call(
    _ function: Function, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    let sending = Sending(by: self, timeLimit: timeLimit, cancellation: cancellation, progress: progress)
    var result = Result<Value, Failure>.failure(.noOutcome)
    lend("", "function", parameters) { target, action, entries in
      sending.wait(target, action, entries, to: function) { result = Result($0, $1) }
    }
    return try result.get()
  }

  /// Calls a function that was passed as a value and returns as soon as it does; `ended` hears the outcome once, on any
  /// thread.
  public func start(
    _ function: Function, _ parameters: Fields = [:], timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil, within parent: DeferredCall? = nil,
    ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let sending = Sending(
      by: self, timeLimit: timeLimit, cancellation: cancellation, progress: progress,
      flags: UInt64(COMPONENT_REQUEST_START))
    lend("", "function", parameters) { target, action, entries in
      sending.start(target, action, entries, to: function, within: parent) { ended(Result($0, $1)) }
    }
  }

  /// Starts a call and returns as soon as its action does; `ended` hears the outcome once, on any thread.
  public func start(
    _ target: String, _ action: String, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil,
    within parent: DeferredCall? = nil, ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let sending = Sending(by: self, timeLimit: timeLimit, cancellation: cancellation, progress: progress)
    lend(target, action, parameters) { target, action, entries in
      sending.start(target, action, entries, within: parent) { ended(Result($0, $1)) }
    }
  }

  private func lend(
    _ target: String, _ action: String, _ parameters: Fields, _ loose: [String] = [],
    _ fromJSON: Bool = false,
    _ body: (component_text, component_text, UnsafeMutableBufferPointer<component_entry>) -> Void
  ) {
    var target = target
    var action = action
    target.withUTF8 { target in
      action.withUTF8 { action in
        parameters.withBorrowed(loose: loose, fromJSON: fromJSON) {
          body(component_text(target), component_text(action), $0)
        }
      }
    }
  }
}
