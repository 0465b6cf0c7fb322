public import ComponentABI

/// A call that outlives its action: it may be replied to once, from any thread.
///
/// A call that is dropped without a reply fails for its caller.
///
/// Sendable although it holds a pointer: the contract lets every function on a deferred call be used from any thread,
/// and `first` does not change once others have the call.
public final class DeferredCall: ParameterSource, @unchecked Sendable {
  let pointer: UnsafeMutablePointer<component_call>
  // What giving the call up does first, before the closure of `whenCancelled`. Set before the call is passed on.
  private var first: (@Sendable () -> Void)?

  /// Nil where the call has ended already.
  init?(deferring call: UnsafeMutablePointer<component_call>) {
    guard let pointer = call.pointee.host.pointee.defer(call) else { return nil }
    self.pointer = pointer
  }

  deinit { pointer.pointee.host.pointee.release(pointer) }

  public var borrowedParameters: UnsafeBufferPointer<component_entry> { pointer.pointee.borrowedParameters }

  /// The mediator of the component that the call was made to.
  var mediator: Mediator { Mediator(pointer.pointee.host) }

  public var target: String { pointer.pointee.target.string }
  public var action: String { pointer.pointee.action.string }
  /// How the caller would like it, apart from the parameters.
  public var hints: Fields { pointer.pointee.borrowedHints }
  /// Whether it came from outside the process.
  public var isRemote: Bool { pointer.pointee.flags & COMPONENT_CALL_REMOTE != 0 }
  /// Its place in a trace that a caller from outside takes part in; nil where there is none. What is called in its service has
  /// the same.
  public var trace: TraceParent? { pointer.trace }
  public var isCancelled: Bool { pointer.pointee.host.pointee.is_cancelled(pointer) }
  public var timeLeft: Duration? { Deadline(pointer.pointee.deadline)?.timeLeft }

  /// Ends the call with a reply. False where it had ended before.
  @discardableResult
  public func reply(_ value: Value) -> Bool {
    value.withBorrowed { pointer.pointee.host.pointee.reply(pointer, $0) } == COMPONENT_OK
  }

  /// Ends the call with a failure. False where it had ended before.
  @discardableResult
  public func fail(_ error: any Error) -> Bool {
    Failure(error).withBorrowed { pointer.pointee.host.pointee.fail(pointer, $0) } == COMPONENT_OK
  }

  /// Ends the call as another one ended. False where it had ended before.
  @discardableResult
  public func end(as result: Result<Value, Failure>) -> Bool {
    switch result {
    case .success(let value): reply(value)
    case .failure(let failure): fail(failure)
    }
  }

  /// Says how far the work has come, from 0 to 1, or nil where nobody knows.
  public func progress(_ fraction: Double?, _ message: String = "") {
    pointer.report(fraction, message)
  }

  /// Has a closure called once if the call is given up or its deadline passes. A later one replaces an earlier one; the
  /// task of an async action is cancelled besides.
  public func whenCancelled(_ body: @escaping @Sendable () -> Void) {
    guard let first else { return tell(body) }
    tell {
      first()
      body()
    }
  }

  /// Has a closure called once before that of `whenCancelled`, whether there is one or not. To be used before the call
  /// is passed on.
  @usableFromInline
  package func whenCancelledFirst(_ body: @escaping @Sendable () -> Void) {
    first = body
    tell(body)
  }

  private func tell(_ body: @escaping @Sendable () -> Void) {
    pointer.pointee.host.pointee.when_cancelled(
      pointer,
      { context in
        if let context { Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().body() }
      },
      Unmanaged.passRetained(Handler(body)).toOpaque(),
      { context in
        if let context { Unmanaged<Handler>.fromOpaque(context).release() }
      })
  }

  /// What belongs to all of them, made when it is first wanted.
  @usableFromInline
  static func kept(_ make: () -> AnyObject) -> AnyObject {
    shared.withLock { shared in
      let object = shared ?? make()
      shared = object
      return object
    }
  }

  private static let shared = Guarded<AnyObject?>(nil)

  private final class Handler: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
