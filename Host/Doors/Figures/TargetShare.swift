import Synchronization

/// What the calls of one target take of a door, all of its actions together. Never freed once it is known by its name.
@_spi(Doors) public final class TargetShare: Sendable {
  /// Calls under way.
  let calls = Atomic(0)
  /// Threads that its calls have.
  let threads = Atomic(0)
  let callLimit: Int
  let threadLimit: Int

  init(callLimit: Int, threadLimit: Int) { (self.callLimit, self.threadLimit) = (callLimit, threadLimit) }

  /// How many of a door's threads calls of one target may have: three quarters, so that others have some as well.
  @_spi(Doors) public static func threads(of limit: Int) -> Int {
    // Any number is a limit, also one whose triple is none.
    max(1, limit / 4 * 3 + limit % 4 * 3 / 4)
  }
}
