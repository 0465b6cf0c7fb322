import ComponentABI

/// A closure that hears of events, as ``Component/observers`` lists it: from the moment the component is loaded until it is
/// taken out.
///
/// It hears one event at a time, those of one publisher in their order, and never inside the call that publishes. Nobody
/// waits for it: what comes meanwhile waits in a queue, of which the oldest is lost where it is full. What it throws is said
/// for the log.
public struct Observer: Sendable {
  let events: [String]
  let limit: Int
  let hear: @Sendable (component_notice) throws -> Void

  /// An observer of events by their names; they need not be there, now or ever.
  ///
  /// - Parameter limit: how many notices may wait; 256 where nothing is said.
  public init(_ events: String..., limit: Int = 0, hear: @escaping @Sendable (Notice) throws -> Void) {
    self.init(events, limit) { try hear(Notice($0)) }
  }

  /// An observer of a typed event, with how many of them were lost just before this one.
  public init<E: Event>(
    _ event: E.Type, limit: Int = 0, hear: @escaping @Sendable (_ event: E, _ lost: Int) throws -> Void
  ) {
    self.init(E.name, as: event, limit: limit, hear: hear)
  }

  /// An observer of an event by its name, and by the type of what is said of it.
  public init<T: Decodable & Sendable>(
    _ event: String, as type: T.Type, limit: Int = 0, hear: @escaping @Sendable (_ value: T, _ lost: Int) throws -> Void
  ) {
    self.init([event], limit) { notice in
      try hear(
        try ValueDecoder.decode(type, from: notice.value, subject: "the event '\(event)'"), Int(clamping: notice.lost))
    }
  }

  init(_ events: [String], _ limit: Int, _ hear: @escaping @Sendable (component_notice) throws -> Void) {
    self.events = events
    self.limit = limit
    self.hear = hear
  }

  /// Lends it to C. Where `take` does not return COMPONENT_OK the closure is given back.
  func lend(_ host: HostTable, _ take: (UnsafePointer<component_observer>) -> Int32) -> Int32 {
    withTexts(events[...], []) { names in
      guard let first = names.baseAddress else { return COMPONENT_FAILURE_INVALID }
      let context = Unmanaged.passRetained(ObserverBody(Mediator(host), hear))
      var laid = component_observer(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_observer>.size), events: first,
        // What is below zero can't be taken, and is no default.
        event_count: names.count, limit: limit < 0 ? .max : UInt32(clamping: limit), flags: 0,
        heard: { context, notice in
          guard let context else { return }
          Unmanaged<ObserverBody>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(notice.pointee) }
        },
        context: context.toOpaque(),
        release: { if let context = $0 { Unmanaged<ObserverBody>.fromOpaque(context).release() } })
      let taken = take(&laid)
      if taken != COMPONENT_OK { context.release() }
      return taken
    }
  }

  // Each text is lent while the next one is.
  private func withTexts<R>(
    _ left: ArraySlice<String>, _ lent: [component_text], _ body: (UnsafeBufferPointer<component_text>) -> R
  ) -> R {
    guard let first = left.first else { return lent.withUnsafeBufferPointer(body) }
    return first.withText { withTexts(left.dropFirst(), lent + [$0], body) }
  }
}

/// What the context of an observer of this image points to.
private final class ObserverBody: Sendable {
  private let mediator: Mediator
  private let run: @Sendable (component_notice) throws -> Void

  init(_ mediator: Mediator, _ run: @escaping @Sendable (component_notice) throws -> Void) {
    self.mediator = mediator
    self.run = run
  }

  func hear(_ notice: component_notice) {
    do {
      try run(notice)
    } catch {
      mediator.log(.error, "hearing '\(notice.event.checkedString)' failed: \(Failure(error).message)")
    }
  }
}
