package import ComponentKit

// For tests of one component, whose neighbours are not there to publish anything.
extension Host {
  /// Publishes an event in the name of the component whose it is.
  package func publish(_ event: String, _ value: Value) throws(Failure) {
    guard EventName.isComponents(event) else {
      throw Failure(.invalidParameters, "invalid_event", "\(quoted(event)) is no component's event; \(EventName.rule)")
    }
    guard let topic = events.topic(event) else { return }
    let failure = value.withBorrowed { value in
      let fault = Result { () throws(Failure) in try topic.check(value.pointee) }
      if case .failure(let failure) = fault { return failure as Failure? }
      topic.publish(value.pointee)
      return nil
    }
    if let failure { throw failure }
  }

  /// Waits until everything was heard that was published; false if that takes too long.
  package func waitForObservers(atMost limit: Duration) -> Bool {
    events.crew.waitForQuiet(until: Deadline(after: limit).nanoseconds)
  }
}
