import ComponentABI

/// An action that is called over and over: its names are looked up once, and again when its component was replaced or
/// taken out.
///
///     let detail = mediator.resolved("Reader", "showDetail")
///     for id in ids { print(try detail.call(["id": .int(id)])) }
///
/// Sendable although it holds pointers: the names never change, and the place is the host's, for any thread.
public final class ResolvedAction: @unchecked Sendable {
  public let mediator: Mediator
  public let target: String
  public let action: String
  private let names: LentNames
  private let place: UnsafeMutablePointer<component_place>

  init(_ mediator: Mediator, _ target: String, _ action: String) {
    self.mediator = mediator
    self.target = target
    self.action = action
    names = LentNames([target, action])
    place = .allocate(capacity: 1)
    place.initialize(to: component_place())
  }

  deinit { place.deallocate() }

  /// Calls the action and returns its reply; the thread waits until the call has ended.
  @available(*, noasync, message: "it keeps the thread; in a function that is async, write 'try await'")
  @inlinable @inline(__always)
  public func call(
    _ parameters: consuming Fields = [:], timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> Value {
    let terms = CallTerms(timeLimit, cancellation, progress)
    return try parameters.lent(
      one: { key, value, failure in terms.lent { send(key, value, $0, &failure) } },
      many: { entries, failure in terms.lent { send(entries, $0, &failure) } })
  }

  /// Starts the call and returns as soon as the action does; `ended` hears the outcome once, on any thread.
  public func start(
    _ parameters: Fields = [:], timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil, within parent: DeferredCall? = nil,
    ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let terms = CallTerms(timeLimit, cancellation, progress)
    let mediator = mediator
    mediator.withRequest(target, action, parameters) { request in
      request.place = place
      mediator.start(&request, terms, within: parent, hear: { ended(mediator.result($0, $1)) }) {
        mediator.host.pointee.start(mediator.host, $0)
      }
    }
  }

  @usableFromInline
  func send(
    _ key: String, _ value: Value, _ terms: UnsafePointer<CallTerms>?, _ failure: inout Failure?
  ) -> Value? {
    mediator.send(names.texts[0], names.texts[1], place, key, value, terms, &failure)
  }

  @usableFromInline
  func send(
    _ entries: UnsafeBufferPointer<(String, Value)>, _ terms: UnsafePointer<CallTerms>?, _ failure: inout Failure?
  ) -> Value? {
    mediator.send(names.texts[0], names.texts[1], place, entries, terms, &failure)
  }
}

extension Mediator {
  /// An action to be called over and over; it need not be there yet.
  public func resolved(_ target: String, _ action: String) -> ResolvedAction { ResolvedAction(self, target, action) }
}
