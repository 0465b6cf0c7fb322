extension Channel {
  /// Ends a request of the other side with a reply that says no more than that it was done.
  func confirm(_ request: Message) throws(WireFault) { try reply(to: request) { (_) throws(WireFault) in } }
}
