import ComponentABI

// Events: what components say has happened, to nobody in particular.
extension Mediator {
  /// Publishes an event of the component's own, which it lists in ``Component/events``, and waits for nobody. Where nobody
  /// observes it, its value is not looked at.
  public func publish(_ event: String, _ value: Value = .null) throws(Failure) {
    var heard: HeardFailure?
    let code = event.withText { event in
      if var scalar = component_value(scalar: value) { return publish(event, &scalar, &heard) }
      return value.withBorrowed { publish(event, $0, &heard) }
    }
    if code != COMPONENT_OK { throw Mediator.take(heard) }
  }

  /// Publishes a typed event of the component's own.
  public func publish<E: Event>(_ event: E) throws(Failure) {
    var heard: HeardFailure?
    let code = try ValueEncoder.withEncoded(event, failing: .invalidParameters) { (value) throws(Failure) in
      E.name.withText { publish($0, value, &heard) }
    }
    if code != COMPONENT_OK { throw Mediator.take(heard) }
  }

  /// Observes events from now on, until the result is cancelled or let go of, or the component is taken out.
  ///
  ///     let observation = try mediator.observe("Library.changed") { notice in … }
  ///
  /// What is observed need not be loaded, nor there at all; it may come, go and come back. What a component observes for as
  /// long as it is loaded it lists in ``Component/observers``.
  ///
  /// - Parameters:
  ///   - limit: how many notices may wait; 256 where nothing is said.
  ///   - hear: hears one event at a time, on any thread, but never inside the call that publishes. What it throws is said
  ///     for the log.
  public func observe(
    _ events: String..., limit: Int = 0, hear: @escaping @Sendable (Notice) throws -> Void
  ) throws(Failure) -> Observation {
    try begin(Observer(events, limit) { try hear(Notice($0)) })
  }

  /// Observes an event that has no type of its own but a value of one, as above.
  public func observe<T: Decodable & Sendable>(
    _ event: String, as type: T.Type, limit: Int = 0, hear: @escaping @Sendable (_ value: T, _ lost: Int) throws -> Void
  ) throws(Failure) -> Observation {
    try begin(Observer(event, as: type, limit: limit, hear: hear))
  }

  /// Observes a typed event, as above. The observer hears as well how many were lost just before.
  public func observe<E: Event>(
    _ event: E.Type, limit: Int = 0, hear: @escaping @Sendable (_ event: E, _ lost: Int) throws -> Void
  ) throws(Failure) -> Observation {
    try begin(Observer(event, limit: limit, hear: hear))
  }

  /// Observes events of which the names are known only now, as above.
  public func observe(
    _ events: [String], limit: Int = 0, hear: @escaping @Sendable (Notice) throws -> Void
  ) throws(Failure) -> Observation {
    try begin(Observer(events, limit) { try hear(Notice($0)) })
  }

  private func begin(_ observer: Observer) throws(Failure) -> Observation {
    guard host.has(\.observe) else { throw .hostTooOld("tell of events") }
    guard (0...Int(COMPONENT_NOTICE_COUNT_LIMIT)).contains(observer.limit) else {
      throw Failure(
        .invalidParameters, "invalid_limit",
        "a limit of \(observer.limit) can't be taken: at most \(COMPONENT_NOTICE_COUNT_LIMIT) notices wait for an observer, and 0 stands for \(COMPONENT_NOTICE_COUNT)"
      )
    }
    var pointer: OpaquePointer?
    // It may outlive this mediator, and is heard by the component itself.
    let code = observer.lend(ownHost) { host.pointee.observe(host, $0, &pointer) }
    if let pointer { return Observation(self, pointer) }
    if code == COMPONENT_FAILURE_ENDED {
      throw Failure(.failed, "component_gone", "the component observes nothing any more: it was taken out")
    }
    if code == COMPONENT_FAILURE_REFUSED { throw Failure(.refused, "closed", "the host is shutting down") }
    if code == COMPONENT_FAILURE_DENIED {
      throw Failure(
        .denied, "too_many_observers",
        "the component observes \(COMPONENT_OBSERVED_LIMIT) events already, each observer's counted: end what is not needed any more"
      )
    }
    throw Failure(
      .invalidParameters, "invalid_event",
      "these can't be observed from here: \(observer.events.map(quoted).joined(separator: ", ")); an event is named 'Library.changed', after its component, and nothing is observed before the component is loaded"
    )
  }

  // By reference: failures are large, and there is none as a rule.
  private typealias HeardFailure = UnsafeMutablePointer<Failure>

  private static func take(_ heard: HeardFailure?) -> Failure {
    guard let heard else { return .noOutcome }
    defer { heard.deallocate() }
    return heard.move()
  }

  private static func hear(_ failure: Failure) -> HeardFailure {
    let heard = HeardFailure.allocate(capacity: 1)
    heard.initialize(to: failure)
    return heard
  }

  @inline(__always)
  private func publish(
    _ event: component_text, _ value: UnsafePointer<component_value>, _ heard: inout HeardFailure?
  ) -> Int32 {
    guard Int(host.pointee.size) >= Mediator.tableWithEvents else {
      heard = Mediator.hear(.hostTooOld("publish events"))
      return COMPONENT_FAILURE_FAILED
    }
    return withUnsafeMutablePointer(to: &heard) {
      host.pointee.publish(host, event, value, Mediator.heardFault, $0)
    }
  }

  // Computed, which the compiler does once and for all: a stored one would be looked up for each event.
  private static var tableWithEvents: Int {
    (MemoryLayout<component_host>.offset(of: \.publish) ?? .max / 2) + MemoryLayout<UnsafeRawPointer>.size
  }

  private static let heardFault: component_outcome = { context, _, failure in
    guard let failure, let heard = context?.assumingMemoryBound(to: HeardFailure?.self), heard.pointee == nil else {
      return
    }
    heard.pointee = Mediator.hear(Failure(copying: failure.pointee))
  }
}
