import ComponentKit
import Glibc

/// How often a way was gone anew, in all that is done for one call, because what it led to was replaced meanwhile.
struct Rounds {
  /// So often a way is gone anew. Behind that the call goes by the names that were found last.
  private static let limit = 1000
  // So often the thread only lets others go first. Behind that it sleeps, and a question that waits for nobody ends.
  private static let quick = 50

  private var count = 0

  var areOver: Bool { count >= Rounds.limit }

  /// Lets whatever replaces a component go on, before a way is gone anew. It is a moment as a rule, and longer where the
  /// system has that thread wait. Fails once patience is over.
  mutating func next(_ patience: Patience) throws(Failure) {
    count += 1
    if count < Rounds.quick {
      sched_yield()
    } else if patience.isNever {
      count = Rounds.limit
    } else {
      usleep(200)
    }
    try patience.check()
  }

  /// Those that were gone on the way to the same in another place count as well.
  mutating func count(_ others: Rounds) { count = max(count, others.count) }
}
