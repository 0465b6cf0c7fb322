import ComponentABI
import ComponentKit

extension Observation.Observer {
  /// What a component says, as far as it can be right.
  init(_ observer: component_observer) throws(Failure) {
    guard unsafeBitCast(observer.heard, to: UInt.self) != 0 else {
      throw Failure(.invalidParameters, "no_function", "it has no function that hears")
    }
    guard observer.event_count > 0, observer.event_count <= COMPONENT_EVENT_LIMIT, !observer.events.isNull else {
      throw Failure(
        .invalidParameters, "invalid_event", "it names no event, or more than \(COMPONENT_EVENT_LIMIT) of them")
    }
    guard observer.limit <= COMPONENT_NOTICE_COUNT_LIMIT else {
      throw Failure(
        .invalidParameters, "invalid_limit", "at most \(COMPONENT_NOTICE_COUNT_LIMIT) notices wait for an observer")
    }
    var events: [String] = []
    for name in UnsafeBufferPointer(start: observer.events, count: observer.event_count) {
      guard BorderCheck.isText(name), name.length <= ComponentName.limit else {
        throw Failure(.invalidParameters, "invalid_event", "the name of an event can't be read; \(EventName.rule)")
      }
      let event = name.length == 0 ? "" : name.checkedString
      guard EventName.isValid(event) else {
        throw Failure(.invalidParameters, "invalid_event", "\(quoted(event)) is no event; \(EventName.rule)")
      }
      if !events.contains(event) { events.append(event) }
    }
    self.init(
      events: events, limit: Int(observer.limit == 0 ? COMPONENT_NOTICE_COUNT : observer.limit),
      heard: observer.heard, context: observer.context, release: observer.release)
  }
}
