/// A call that a door finds a thread for.
protocol PlacedCall: AnyObject, Sendable {
  /// What its target may have of the door.
  var share: TargetShare { get }

  /// Makes it, once a thread has time for it: the call counts as one that has a thread already.
  func run(on thread: ServingThread)
}

extension ServedCall: PlacedCall {
  func run(on thread: ServingThread) { core.run(self, thread) }
}
