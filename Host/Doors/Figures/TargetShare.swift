import Synchronization

/// What the calls of one target take of a door, all of its actions together. Never freed once it is known by its name.
final class TargetShare: Sendable {
  /// Calls under way.
  let calls = Atomic(0)
  /// Threads that its calls have.
  let threads = Atomic(0)
  let callLimit: Int
  let threadLimit: Int

  init(callLimit: Int, threadLimit: Int) { (self.callLimit, self.threadLimit) = (callLimit, threadLimit) }
}
