import ComponentKit
import Synchronization

// Which actions were called, for hosts that ask for it before one generation may take another's place.
//
// An action that nobody else has called yet is paused, so its first call comes the long way and marks it; all behind that
// find it live, and pay nothing.
extension Generation {
  /// How much of it callers have used. The actions among it only become more.
  struct Use: Equatable {
    fileprivate let actions: Int
    fileprivate let events: [String]
  }

  /// One of its actions, or of those before it.
  struct ActionName: Hashable {
    let target: String
    let action: String
  }

  var used: Use {
    Use(
      actions: entries.reduce(0) { $0 + ($1.pointee.isUnused.load(ordering: .acquiring) ? 0 : 1) },
      events: events.all.filter { $0.topic.isObserved(outside: name) }.map(\.name))
  }

  /// Has each action wait for its first call. It is in no table yet.
  func awaitUse() {
    entries.open(false, isPaused: true)
    for entry in entries { entry.pointee.isUnused.store(true, ordering: .releasing) }
  }

  /// Whether a call of an action has to look first whether it may begin, although the action is not live.
  func looks(at entry: UnsafeMutablePointer<Entry>) -> Bool {
    follows.load(ordering: .acquiring) || entry.pointee.isUnused.load(ordering: .acquiring)
  }

  /// Marks an action as called, before the call begins: what was marked when its calls are held, or over, is all of it. False
  /// where the first call has to wait, because the next generation is just put into its place.
  ///
  /// - Parameters:
  ///   - caller: what calls; a component's calls of its own actions don't count, for they change with them.
  ///   - stays: whether the call is made within one of the component's own: what is put into its place waits for that.
  func use(_ entry: UnsafeMutablePointer<Entry>, by caller: Generation?, stays: Bool) -> Bool {
    if !entry.pointee.isUnused.load(ordering: .acquiring) || caller?.name == name { return true }
    return markUsed(entry, evenClosed: stays)
  }

  /// Lets no action be called for the first time, unless more was used than that, or less: then that is given back.
  func closeUse(unlessOtherThan judged: Use) -> Use? {
    openness.locked {
      let now = used
      isUseClosed = now == judged
      return isUseClosed ? nil : now
    }
  }

  func openUse() { openness.locked { isUseClosed = false } }

  /// What was called of the generation before counts as called of this one, and of those after it where this one lacks it.
  func takeUse(of old: Generation) {
    if host.settings.upgrades != .compatible { return }
    var called = openness.locked { old.calledBefore }
    for entry in old.entries where !entry.pointee.isUnused.load(ordering: .acquiring) {
      called.insert(ActionName(target: entry.pointee.target.string, action: entry.pointee.action.string))
    }
    for name in called {
      guard let own = target(name.target)?.entry(name.action) else { continue }
      called.remove(name)
      if own.pointee.isUnused.load(ordering: .acquiring) { _ = markUsed(own, evenClosed: true) }
    }
    openness.locked { calledBefore = called }
  }

  private func markUsed(_ entry: UnsafeMutablePointer<Entry>, evenClosed: Bool) -> Bool {
    openness.locked {
      if isUseClosed, !evenClosed { return false }
      entry.pointee.isUnused.store(false, ordering: .releasing)
      guard takesCalls, !follows.load(ordering: .acquiring) else { return true }
      // A table may just grow, and keeps what is live or paused: one of both is true all the time.
      entry.pointee.isLive.store(true, ordering: .releasing)
      entry.pointee.isPaused.store(false, ordering: .releasing)
      return true
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
