import ComponentKit
import Glibc
import Synchronization

/// Waits for the calls of what was taken out or replaced, and has it shut down behind the last of them.
///
/// One thread for all components of a host, which is there as long as there is anything to wait for. It only looks: each is
/// shut down on a thread of its own, because it may hang there.
final class Drain: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private struct Leaving {
    let generation: Generation
    /// When it is said that this takes long.
    let deadline: Int64
    var isSaid = false
  }

  private let gate = Gate()
  private var all: [Leaving] = []
  private var isNew = false
  private var hasThread = false

  /// Nothing is done for what another thread is just shutting down.
  func add(_ generation: Generation) {
    gate.locked { isNew = true }
    add(Leaving(generation: generation, deadline: Deadline(after: generation.host.settings.drainLimit).nanoseconds))
  }

  private func add(_ leaving: Leaving) {
    if leaving.generation.isShutDown.load(ordering: .acquiring) { return }
    let starts = gate.locked {
      all.append(leaving)
      defer { hasThread = true }
      return !hasThread
    }
    // Where the system has no thread left the next one tries again, and what closes the host waits itself.
    if starts, !leaving.generation.host.settings.spawn({ [self] in watch() }) { gate.locked { hasThread = false } }
  }

  private func watch() {
    // In microseconds. Most calls end soon.
    var pause: UInt32 = 100
    while look() {
      usleep(pause)
      pause = gate.locked { takeNew() } ? 100 : min(pause * 2, 20_000)
    }
  }

  private func takeNew() -> Bool {
    defer { isNew = false }
    return isNew
  }

  // False where there is nothing more to wait for.
  private func look() -> Bool {
    let looked = gate.locked { all }
    for var leaving in looked {
      // It is just being shut down where its host is closed.
      if leaving.generation.isShutDown.load(ordering: .acquiring) {
        gate.locked { all.removeAll { $0.generation === leaving.generation } }
        continue
      }
      let (generation, isLate) = (leaving.generation, !leaving.isSaid && Deadline.now > leaving.deadline)
      // What is counted says most of it, and is soon looked at.
      let isIdle = !generation.hasHolds && !generation.isBusy
      guard isIdle || isLate else { continue }
      leaving.isSaid = leaving.isSaid || isLate
      gate.locked {
        all.removeAll { $0.generation === generation }
        if !isIdle { all.append(leaving) }
      }
      if isIdle { end(leaving) } else { _ = generation.host.settings.spawn { generation.sayThatItTakesLong() } }
    }
    return gate.locked {
      hasThread = !all.isEmpty
      return hasThread
    }
  }

  private func end(_ leaving: Leaving) {
    let work: @Sendable () -> Void = { [self] in if !leaving.generation.shutDownIfIdle() { add(leaving) } }
    // It is tried again with the next look.
    if !leaving.generation.host.settings.spawn(work) { gate.locked { all.append(leaving) } }
  }
}
