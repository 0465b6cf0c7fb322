public import ComponentABI

/// The host's functions, as a component receives them.
public typealias HostTable = UnsafePointer<component_host>

/// Routes calls: by the names of target and action to the component that answers, now or later.
///
/// A missing neighbour is an ordinary failure. The same type serves a component and a program that embeds the host.
///
/// Sendable although it holds a pointer: the table lives as long as the process and never changes.
public struct Mediator: @unchecked Sendable {
  let host: HostTable

  /// The flags of its requests, COMPONENT_REQUEST_*: what its calls ask for, and that their texts are UTF-8, as all
  /// strings are.
  private(set) var flags = COMPONENT_REQUEST_UTF8
  /// What is special about its calls; nil for most, so that these pay for one look at it.
  var manner: Manner?

  /// Whether a call by name takes nothing but the reply of what was called.
  private(set) var isStrict = false

  public init(_ host: HostTable) { self.host = host }

  /// The same with another table.
  init(_ host: HostTable, like other: Mediator) {
    self.host = host
    (flags, isStrict) = (other.flags, other.isStrict)
  }

  /// The same mediator, whose calls each have a fresh instance of their target, where it has instances.
  public var fresh: Mediator {
    var mediator = self
    mediator.flags |= COMPONENT_REQUEST_FRESH
    return mediator
  }

  /// The same mediator, whose calls by name take no stand-in's answer in the place of a reply.
  ///
  /// Where nobody answers to a call's names but a `notFound` does, a call by name returns what that says. Through this
  /// mediator it throws why nobody answers, and the stand-in's answer is in the failure:
  ///
  ///     do throws(Failure) {
  ///       return try mediator.strict.call("Library", "text", ["id": 1])
  ///     } catch {
  ///       guard let page = error.answer else { throw error }
  ///       return page
  ///     }
  ///
  /// Calls that ask for a type, and calls of functions, always do so.
  public var strict: Mediator {
    var mediator = self
    mediator.isStrict = true
    return mediator
  }

  /// The same mediator, whose calls the interceptors of these names don't see, besides those that it skips already.
  public func skipping(_ interceptors: String...) -> Mediator { skipping(interceptors) }

  public func skipping(_ interceptors: [String]) -> Mediator {
    if interceptors.isEmpty { return self }
    var mediator = self
    mediator.manner = Manner(
      skips: LentNames((manner?.skips?.names ?? []) + interceptors), checked: manner?.checked)
    return mediator
  }

  /// The folder in which the component's file lies, for files beside it; empty where it was linked in.
  public var directory: String { host.pointee.directory.string }

  /// Calls an action and returns its reply; the thread waits until the call has ended.
  ///
  /// Where `await` may stand the one that awaits is meant. At the top level of a file Swift would take this one for it, so
  /// the compiler refuses it there, in Swift 5's language mode with a warning: put what awaits into a function that is
  /// async.
  ///
  /// - Parameters:
  ///   - timeLimit: how long to wait; the calling action's own deadline where nil, or else the host's limit.
  ///   - cancellation: gives the call up from elsewhere.
  ///   - progress: hears how far the call has come, on whatever thread says so.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  @inlinable @inline(__always)
  public func call(
    _ target: String, _ action: String, _ parameters: consuming Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    // Inlined up to here, so that a literal of parameters stays on the caller's stack: no allocation.
    let terms = CallTerms(timeLimit, cancellation, progress)
    return try parameters.lent(
      one: { key, value, failure in terms.lent { send(target, action, key, value, $0, &failure) } },
      many: { entries, failure in terms.lent { send(target, action, entries, $0, &failure) } })
  }

  @usableFromInline
  func send(
    _ target: String, _ action: String, _ key: String, _ value: Value, _ terms: UnsafePointer<CallTerms>?,
    _ failure: inout Failure?
  ) -> Value? {
    target.withText { target in
      action.withText { action in send(target, action, nil, key, value, terms, &failure) }
    }
  }

  @usableFromInline
  func send(
    _ target: String, _ action: String, _ entries: UnsafeBufferPointer<(String, Value)>,
    _ terms: UnsafePointer<CallTerms>?, _ failure: inout Failure?
  ) -> Value? {
    target.withText { target in
      action.withText { action in send(target, action, nil, entries, terms, &failure) }
    }
  }

  @inline(never)
  func send(
    _ target: component_text, _ action: component_text, _ place: UnsafeMutablePointer<component_place>?,
    _ key: String, _ value: Value, _ terms: UnsafePointer<CallTerms>?, _ failure: inout Failure?
  ) -> Value? {
    send(target, action, place, terms, &failure) { $0.lend(key, value, $1) }
  }

  @inline(never)
  func send(
    _ target: component_text, _ action: component_text, _ place: UnsafeMutablePointer<component_place>?,
    _ entries: UnsafeBufferPointer<(String, Value)>, _ terms: UnsafePointer<CallTerms>?, _ failure: inout Failure?
  ) -> Value? {
    send(target, action, place, terms, &failure) { $0.lend(entries, $1) }
  }

  /// Makes a call. `lend` puts the parameters into the request, runs the closure that it gets, and takes them back.
  @inline(__always)
  private func send(
    _ target: component_text, _ action: component_text, _ place: UnsafeMutablePointer<component_place>?,
    _ terms: UnsafePointer<CallTerms>?, _ failure: inout Failure?,
    lend: (UnsafeMutablePointer<component_request>, () -> Void) -> Void
  ) -> Value? {
    var request = component_request(target, action, flags, Listener.ended)
    request.place = place
    return hear(&request, terms, &failure) { request in lend(request) { _ = host.pointee.call(host, request) } }
  }

  /// Sends a request by `send` and returns the reply. Without a reply `failure` says why, or is nil where the host told
  /// no outcome.
  @inline(__always)
  func hear(
    _ request: inout component_request, _ terms: UnsafePointer<CallTerms>?, _ failure: inout Failure?,
    _ send: (UnsafeMutablePointer<component_request>) -> Void
  ) -> Value? {
    lend(&request, terms)
    // Returned by its parts, in registers: a value that was just stored by parts is slow to be moved as a whole.
    var reply: Value?
    withUnsafeMutablePointer(to: &reply) { reply in
      withUnsafeMutablePointer(to: &failure) { failure in
        let listener = Listener(reply, isStrict: isStrict, failure, terms)
        request.hear(listener, by: Listener.ended) { request in withExtendedLifetime(manner) { send(request) } }
      }
    }
    return reply
  }

  /// Sends a request by `send` and goes on; `hear` is called once, before or after this returns.
  func start(
    _ request: inout component_request, _ terms: CallTerms, within parent: DeferredCall?,
    hear: @escaping Listening.Hear, _ send: (UnsafePointer<component_request>) -> Int32
  ) {
    withUnsafePointer(to: terms) { lend(&request, $0) }
    Listening.listen(to: &request, hear, terms.progress)
    request.parent = parent?.pointer
    _ = withExtendedLifetime((manner, terms)) { send(&request) }
  }

  /// A copy of an outcome as it was lent. A stand-in's answer counts as a reply, but for a strict mediator.
  func result(
    _ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?
  ) -> Result<Value, Failure> {
    let result = Result(reply, failure)
    guard !isStrict, case .failure(let failure) = result, let answer = failure.answer else { return result }
    return .success(answer)
  }

  /// What a request gets from its mediator, and from its terms. It is valid as long as `manner` lives.
  @inline(__always)
  func lend(_ request: inout component_request, _ terms: UnsafePointer<CallTerms>?) {
    if let terms { request.lend(terms.pointee) }
    if let skips = manner?.skips { request.lend(skips) }
  }

  /// As `call`, where the texts under the keys in `loose` were typed without a type, and all others may come from JSON.
  package func call(
    _ target: String, _ action: String, _ parameters: Fields, loose: [String], fromJSON: Bool = false,
    timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    let terms = CallTerms(timeLimit, cancellation, progress)
    return try withRequest(target, action, parameters, loose, fromJSON) { request, failure in
      terms.lent { hear(&request, $0, &failure) { _ = host.pointee.call(host, $0) } }
    }
  }

  /// Calls a function that was passed as a value; the thread waits until the call has ended.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  public func call(
    _ function: Function, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    let terms = CallTerms(timeLimit, cancellation, progress)
    let mediator = strict
    return try withRequest("", "function", parameters) { request, failure in
      terms.lent {
        mediator.hear(&request, $0, &failure) { _ = host.pointee.invoke(host, function.reference.pointer, $0) }
      }
    }
  }

  /// Calls a function that was passed as a value and returns as soon as it does; `ended` hears the outcome once, on any
  /// thread.
  public func start(
    _ function: Function, _ parameters: Fields = [:], timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil, within parent: DeferredCall? = nil,
    ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let terms = CallTerms(timeLimit, cancellation, progress)
    withRequest("", "function", parameters) { request in
      start(&request, terms, within: parent, hear: { ended(Result($0, $1)) }) {
        host.pointee.start_invoke(host, function.reference.pointer, $0)
      }
    }
  }

  /// Starts a call and returns as soon as its action does; `ended` hears the outcome once, on any thread.
  public func start(
    _ target: String, _ action: String, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil,
    within parent: DeferredCall? = nil, ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let terms = CallTerms(timeLimit, cancellation, progress)
    withRequest(target, action, parameters) { request in
      start(&request, terms, within: parent, hear: { ended(result($0, $1)) }) { host.pointee.start(host, $0) }
    }
  }

  /// Starts what `send` makes of a request that has no names, for a host's own ways in.
  package func start(
    _ timeLimit: Duration?, _ cancellation: Cancellation?, _ progress: (@Sendable (Double?, String) -> Void)?,
    hear ended: @escaping @Sendable (Result<Value, Failure>) -> Void,
    _ send: (UnsafePointer<component_request>) -> Int32
  ) {
    var request = component_request(component_text(), component_text(), flags, Listener.ended)
    start(&request, CallTerms(timeLimit, cancellation, progress), within: nil, hear: { ended(result($0, $1)) }, send)
  }

  /// Lends names and parameters as a request that has no listener yet.
  func withRequest(
    _ target: String, _ action: String, _ parameters: Fields, _ loose: [String] = [], _ fromJSON: Bool = false,
    _ body: (inout component_request) -> Void
  ) {
    target.withText { target in
      action.withText { action in
        parameters.withBorrowed(loose: loose, fromJSON: fromJSON) { entries in
          var request = component_request(target, action, flags, Listener.ended)
          request.lend(entries)
          body(&request)
        }
      }
    }
  }

  /// The same for a call that is waited for.
  func withRequest(
    _ target: String, _ action: String, _ parameters: Fields, _ loose: [String] = [], _ fromJSON: Bool = false,
    _ body: (inout component_request, inout Failure?) -> Value?
  ) throws(Failure) -> Value {
    // Two variables and no `Result`: in a new process the runtime would first make that type.
    var reply: Value?
    var failure: Failure?
    withRequest(target, action, parameters, loose, fromJSON) { reply = body(&$0, &failure) }
    if let reply { return reply }
    throw failure ?? .noOutcome
  }
}
