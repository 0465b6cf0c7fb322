import ComponentABI
import ComponentKit

extension DeclaredEvent {
  /// Checks what is said, and puts it into the queues of those who observe.
  func publish(_ value: component_value) throws(Failure) {
    try topic.check(value)
    guard let check else { return topic.publish(value) }
    try check.fitted(value) { topic.publish($0) }
  }
}

extension Topic {
  /// Whether it can be said of an event at all.
  func check(_ value: component_value) throws(Failure) {
    if value.kind <= COMPONENT_KIND_DOUBLE { return }
    var walk = BorderWalk(limit: Int(COMPONENT_EVENT_SIZE_LIMIT))
    if let fault = walk.fault(value) { throw .brokenEvent(name, fault.eventWords) }
    if walk.metLocal {
      throw .brokenEvent(name, "it holds an object or a function, and an event may outlive who published it")
    }
  }
}

extension BorderFault {
  fileprivate var eventWords: String {
    guard case .size = kind else { return words }
    return
      "it is larger than \(COMPONENT_EVENT_SIZE_LIMIT >> 20) MiB, where each value counts \(COMPONENT_VALUE_SIZE) bytes besides its text; publish what happened, and let who hears it ask for the rest"
  }
}

extension Failure {
  static let eventTooEarly = Failure(
    .failed, "not_registered", "events can't be published from inside register")

  fileprivate static func brokenEvent(_ name: String, _ why: String) -> Failure {
    Failure(.invalidParameters, "invalid_value", "what is said of '\(name)' is invalid: \(why)")
  }

  /// Of a name that the publisher has not declared.
  static func noEvent(_ name: component_text, of generation: Generation?) -> Failure {
    guard BorderCheck.isText(name), name.length <= ComponentName.limit else {
      return Failure(.invalidParameters, "invalid_event", "the name of an event can't be read")
    }
    let name = name.length == 0 ? "" : name.checkedString
    guard EventName.isValid(name) else {
      return Failure(.invalidParameters, "invalid_event", "\(quoted(name)) is no event; \(EventName.rule)")
    }
    guard let generation else {
      return Failure(
        .denied, "foreign_event",
        "\(quoted(name)) is not the program's: events are published by components, and by the host"
      )
    }
    guard EventName.isComponents(name), ComponentName.root(of: name.utf8) == generation.name else {
      return Failure(.denied, "foreign_event", "\(generation.name) can't publish \(quoted(name)), which is not its own")
    }
    let near = nearNames(to: name, among: generation.events.all.map(\.name)).first
    return Failure(
      .notFound, "no_such_event",
      "\(generation.name) has not declared the event \(quoted(name))"
        + (near.map { "; a similar one is \(quoted($0))" } ?? ""))
  }
}
