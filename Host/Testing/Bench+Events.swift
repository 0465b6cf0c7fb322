import ComponentHost
public import ComponentKit

/// An event that the component under test has published.
public struct PublishedEvent: Sendable, Equatable {
  /// Its name.
  public let event: String
  /// What is said of it.
  public let value: Value

  public init(_ event: String, _ value: Value = .null) {
    self.event = event
    self.value = value
  }
}

// What the component says has happened, and what it hears of.
extension Bench {
  /// The events up to now, in the order in which they were published.
  public var published: [PublishedEvent] {
    waitForObservers()
    return written.all
  }

  /// The events of one name.
  public func published(_ event: String) -> [Value] { published.filter { $0.event == event }.map(\.value) }

  /// Typed events, read as an observer would read them; fails where it could not.
  public func published<E: Event>(_ event: E.Type) throws(Failure) -> [E] {
    var events: [E] = []
    for value in published(E.name) { events.append(try E(said: value)) }
    return events
  }

  /// Forgets the events up to now.
  public func forgetPublished() {
    waitForObservers()
    written.forget()
  }

  /// Publishes an event in the name of the component whose it is, a neighbour's say, and returns once all who observe it
  /// have heard it. An observer that hangs is waited for ten seconds.
  public func publish(_ event: String, _ value: Value = .null) throws(Failure) {
    try host.publish(event, value)
    waitForObservers()
  }

  /// The same with a typed event.
  public func publish<E: Event>(_ event: E) throws(Failure) { try publish(E.name, try event.said) }

  /// Hears what the component publishes from now on.
  func observePublished() {
    current.withLock { current in
      let names = current.registered.events.map(\.name).filter { current.heard.insert($0).inserted }
      let observation = try? host.mediator.observe(names, limit: Bench.publishedLimit) { [written] notice in
        written.add(PublishedEvent(notice.event, notice.value))
      }
      if let observation { current.observations.append(observation) }
    }
  }

  // More are lost where nobody asks for them in between.
  private static let publishedLimit = 65536

  private func waitForObservers() { _ = host.waitForObservers(atMost: .seconds(10)) }
}

extension Event {
  fileprivate init(said value: Value) throws(Failure) {
    let read = value.withBorrowed { value in
      Result { () throws(Failure) in
        try ValueDecoder.decode(Self.self, from: value.pointee, subject: "the event '\(Self.name)'")
      }
    }
    self = try read.get()
  }

  fileprivate var said: Value {
    get throws(Failure) {
      try ValueEncoder.withEncoded(self, failing: .invalidParameters) { (value) throws(Failure) in
        Value(copying: value.pointee)
      }
    }
  }
}
