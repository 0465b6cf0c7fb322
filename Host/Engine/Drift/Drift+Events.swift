import ComponentKit

// Events.
extension Drift {
  mutating func compareEvents() {
    for event in before.events {
      guard let now = component.events.first(where: { $0.name == event.name }) else {
        add(.eventGone, breaks: true, event.name, message: "the component publishes no such event any more")
        continue
      }
      compare(event, now)
    }
    for event in component.events where !before.events.contains(where: { $0.name == event.name }) {
      add(.eventNew, event.name, now: event.form.map { "\($0)" }, message: "a new event")
    }
  }

  private mutating func compare(_ old: FaceDescription.Event, _ new: FaceDescription.Event) {
    if old.summary != new.summary { add(.text, old.name, message: "its summary has changed") }
    switch (old.form, new.form) {
    case (nil, nil): break
    case (nil, let now?):
      add(.type, old.name, now: "\(now)", message: "it is now \(now); \(caller.title) reads any value")
    case (let was?, nil):
      add(
        .type, breaks: was != .any, old.name, was: "\(was)",
        message: "\(caller.title) reads \(was); the component no longer says what it publishes")
    case (let was?, let now?): differences += types.compare(was, now, .published, Site(target: old.name))
    }
  }
}
