import Synchronization

// Which actions were called, for hosts that ask for it before one generation may take another's place.
//
// An action that nobody else has called yet is paused, so its first call comes the long way and marks it; all behind that
// find it live, and pay nothing.
extension Generation {
  /// Has each action wait for its first call. It is in no table yet.
  func awaitUse() {
    entries.open(false, isPaused: true)
    for entry in entries { entry.pointee.isUnused.store(true, ordering: .releasing) }
  }

  /// Whether a call of an action has to look first whether it may begin, although the action is not live.
  func looks(at entry: UnsafeMutablePointer<Entry>) -> Bool {
    follows.load(ordering: .acquiring) || entry.pointee.isUnused.load(ordering: .acquiring)
  }

  /// Marks an action as called, before the call begins: what was marked when its calls are held, or over, is all of it.
  ///
  /// - Parameter caller: what calls; a component's calls of its own actions don't count, for they change with them.
  func use(_ entry: UnsafeMutablePointer<Entry>, by caller: Generation?) {
    if !entry.pointee.isUnused.load(ordering: .acquiring) || caller?.name == name { return }
    markUsed(entry)
  }

  /// What was called of the generation before counts as called of this one.
  func takeUse(of old: Generation) {
    let table = functions.pointee.seat.pointee.core
    for entry in old.entries where !entry.pointee.isUnused.load(ordering: .acquiring) {
      guard let own = table.pointee.table.find(entry.pointee.hash, entry.pointee.target, entry.pointee.action),
        own.pointee.generation.toOpaque() == Unmanaged.passUnretained(self).toOpaque(),
        own.pointee.isUnused.load(ordering: .acquiring)
      else { continue }
      markUsed(own)
    }
  }

  private func markUsed(_ entry: UnsafeMutablePointer<Entry>) {
    openness.locked {
      entry.pointee.isUnused.store(false, ordering: .releasing)
      guard takesCalls, !follows.load(ordering: .acquiring) else { return }
      // A table may just grow, and keeps what is live or paused: one of both is true all the time.
      entry.pointee.isLive.store(true, ordering: .releasing)
      entry.pointee.isPaused.store(false, ordering: .releasing)
    }
  }

  /// Lets calls begin of all that was called already. Under `openness`, and under the loader's gate.
  func openUsed() {
    for entry in entries where !entry.pointee.isUnused.load(ordering: .acquiring) {
      entry.pointee.isPaused.store(false, ordering: .releasing)
      entry.pointee.isLive.store(true, ordering: .releasing)
    }
  }
}
