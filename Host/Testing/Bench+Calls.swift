public import ComponentKit

// What the component asked of others. Calls that the test makes are not among them, nor those that the component makes
// to its own targets, unless a stub answers them.
extension Bench {
  /// The calls up to now, in the order in which they were made.
  public var calls: [RecordedCall] { neighbourhood.log.calls }

  /// The calls to a target, or to one of its actions.
  public func calls(to target: String, _ action: String? = nil) -> [RecordedCall] {
    calls.filter { $0.target == target && (action == nil || $0.action == action) }
  }

  /// The calls to a request's action, read as the neighbour would read them; fails where it could not.
  public func calls<R: Request>(to request: R.Type) throws(Failure) -> [R] {
    var requests: [R] = []
    for call in calls(to: R.target, R.action) { requests.append(try R(sent: call.parameters)) }
    return requests
  }

  /// Forgets the calls up to now.
  public func forgetCalls() { neighbourhood.log.forget() }
}
