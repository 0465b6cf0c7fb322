import Glibc
import Synchronization

/// Whether a channel is over, for threads that sleep on words that the other side can write as well.
final class OverMark: Sendable {
  private let isOver = Atomic(false)
  private let asleep = Atomic(0)
  private let why = ChannelLock()
  // Safe: it is read and written under the lock `why` only.
  nonisolated(unsafe) private var ended: ChannelEnd?

  var end: ChannelEnd? {
    if !isOver.load(ordering: .sequentiallyConsistent) { return nil }
    return why.locked { ended }
  }

  /// False where it was over before.
  func set(_ end: ChannelEnd) -> Bool {
    why.locked {
      if ended != nil { return false }
      ended = end
      isOver.store(true, ordering: .sequentiallyConsistent)
      return true
    }
  }

  /// Sleeps, unless it is over.
  func sleep(_ body: () -> Void) {
    asleep.wrappingAdd(1, ordering: .sequentiallyConsistent)
    if !isOver.load(ordering: .sequentiallyConsistent) { body() }
    asleep.wrappingSubtract(1, ordering: .sequentiallyConsistent)
  }

  /// Wakes until nobody sleeps any more: the other side may undo the change that keeps a thread from falling asleep.
  func wakeAll(_ wake: () -> Void) {
    while true {
      wake()
      if asleep.load(ordering: .sequentiallyConsistent) == 0 { return }
      usleep(50)
    }
  }
}
