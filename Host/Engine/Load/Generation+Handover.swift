import ComponentKit
import Glibc
import Synchronization

// How a generation gives way to the next one, and takes its place back where that fails.
extension Generation {
  /// Whether nothing of it is under way.
  var isAtRest: Bool { !isBusy }

  // These are done under the loader's gate: a table that grows meanwhile would lose what is neither live nor paused.

  /// No call begins any more behind a barrier; it may be resumed.
  func hold() {
    openness.locked {
      isHeld.store(true, ordering: .releasing)
      entries.open(false, isPaused: true)
      entry(of: .memoryPressure)?.pointee.isLive.store(false, ordering: .releasing)
    }
  }

  /// Waits until nothing of it is under way, and has its functions wait as well. False where that takes too long: then
  /// they go on. False as well where it has come to its end.
  func rest(until deadline: Int64) -> Bool {
    var pause: UInt32 = 50
    while !restFunctions() {
      if hasEnded || Deadline.now > deadline { return false }
      usleep(pause)
      pause = min(pause * 2, 2_000)
    }
    return true
  }

  /// Calls begin again.
  func resume() {
    openness.locked {
      isHeld.store(false, ordering: .releasing)
      guard state == .live else { return }
      entry(of: .memoryPressure)?.pointee.isLive.store(true, ordering: .releasing)
      if follows.load(ordering: .acquiring) { return }
      openUsed()
    }
  }

  /// Whether it is held, and it is not decided yet whether it goes on.
  var givesWay: Bool { isHeld.load(ordering: .sequentiallyConsistent) && state == .live }

  // MARK: behind another one

  /// Calls within its own stay its own from now on, whatever answers by its name.
  func leave() {
    openness.locked { drain() }
  }

  /// Whether calls may be under way of it, within which others are its own.
  var mayHaveCalls: Bool {
    // What was held was at rest when the next one took its place.
    state == .draining && hasAnswered.load(ordering: .acquiring) && !isHeld.load(ordering: .acquiring) && !hasEnded
  }

  /// Has each call look first whether it belongs to a generation before; it is in no table yet.
  func follow() {
    follows.store(true, ordering: .releasing)
    entries.open(false, isPaused: true)
  }

  /// No call belongs to a generation before any more.
  func lead() {
    openness.locked {
      follows.store(false, ordering: .releasing)
      guard state == .live, !isHeld.load(ordering: .acquiring) else { return }
      openUsed()
    }
  }

  /// Whether calls may begin that have looked.
  var takesCalls: Bool { state == .live && !isHeld.load(ordering: .acquiring) }
}
