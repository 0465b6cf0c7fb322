import ComponentABI
public import ComponentKit

// Events that cross from one host to others, as the policy says.
extension Host {
  /// Hears from now on what components of this host publish and the policy lets be told elsewhere, in its order, on one thread of
  /// the host's at a time; nil where it names no event, or where another one hears already. Where the policy names no event,
  /// publishing costs nothing for it; else nobody who publishes waits.
  ///
  /// - Parameters:
  ///   - limit: how many notices may wait. Where there are more the oldest are lost, and the next one says how many.
  ///   - heard: hears one event at a time, what is said of it, and how many were lost just before it.
  public func relayEvents(
    limit: Int, heard: @escaping @Sendable (_ event: String, _ value: Value, _ lost: Int) -> Void
  ) -> EventRelay? {
    let policy = settings.policy.elsewhere
    guard policy.events != .none, !loader.isClosed else { return nil }
    let context = Unmanaged.passRetained(EventHearer(heard))
    let observer = Observation.Observer(
      events: [], limit: limit,
      heard: { context, notice in
        guard let context else { return }
        let (event, value) = (notice.pointee.event.string, Value(copying: notice.pointee.value))
        Unmanaged<EventHearer>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.heard(event, value, Int(clamping: notice.pointee.lost))
        }
      },
      context: context.toOpaque(),
      release: { if let context = $0 { Unmanaged<EventHearer>.fromOpaque(context).release() } })
    let observation = Observation(observer, [], of: programSeat, isRelay: true)
    if events.relay(observation, { policy.coversEvent($0) }) { return EventRelay(observation) }
    observation.end()
    return nil
  }

  /// Whether somebody here observes an event that may come from elsewhere.
  public func hearsFromElsewhere(_ event: String) -> Bool {
    settings.policy.elsewhere.coversEvent(event) && events.topic(event)?.isObservedHere == true
  }

  /// Tells those who observe an event here that it was published elsewhere; it does not go out again. What is said of it is checked
  /// as it is declared, where a component that is loaded here declares it.
  public func hearFromElsewhere(_ event: String, _ value: Value) throws(Failure) {
    guard hearsFromElsewhere(event), let topic = events.topic(event) else { return }
    let root = ComponentName.root(of: event.utf8)
    let declared = loader.gate.locked { loader.slots[root]?.generation }?.events.all.first { $0.name == event }
    let failure = value.withBorrowed(textFlags: COMPONENT_VALUE_JSON) { value -> Failure? in
      do throws(Failure) {
        try topic.check(value.pointee)
        guard let check = declared?.check else {
          topic.publishFromElsewhere(value.pointee)
          return nil
        }
        try check.fitted(value.pointee) { topic.publishFromElsewhere($0) }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

/// Something that hears what is told elsewhere, until it is ended.
public final class EventRelay: Sendable {
  private let observation: Observation

  init(_ observation: Observation) { self.observation = observation }

  /// How many events wait to be heard, or are just heard.
  public var waiting: Int { observation.unheard }

  /// Hears nothing more, but what it is just in.
  public func end() { observation.end() }
}

/// What the context of such an observation points to.
private final class EventHearer: Sendable {
  let heard: @Sendable (String, Value, Int) -> Void
  init(_ heard: @escaping @Sendable (String, Value, Int) -> Void) { self.heard = heard }
}
