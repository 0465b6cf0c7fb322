import ComponentKit
import Glibc

/// The components that a watch just brings in line with the folders.
///
/// They are looked at one after the other, on another thread than the watch's. Where one takes long, in its `register` or a
/// step, a moment later another thread goes on with the others, and the watch with its news: a component that hangs delays
/// nobody but itself. What comes of it is told with a later pass.
final class Refreshing: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var crew = Refreshing.crew
  private var underWay: Set<String> = []
  // On which threads.
  private var threads: [String: pthread_t] = [:]
  // Those of them of which there was news since.
  private var again: Set<String> = []
  // Those of them that nobody waits for any more.
  private var late: Set<String> = []
  private var changes: [Change] = []
  private var ended = 0
  private var settlings: [String: Settling] = [:]

  /// How long the watch waits where nothing comes of any.
  static let patience = Duration.milliseconds(100)

  private static var crew: Crew { Crew(limit: 1, pace: .milliseconds(20)) }

  /// What is asked of one.
  struct Look {
    let name: String
    /// Whether its file may be another one.
    let isNews: Bool
    /// Whether it is tried again as well where calls have kept that very file from being taken. Each time holds them.
    let tries: Bool
  }

  /// Looks at these, but for those that are under way: where there is news of them they are looked at again behind that.
  ///
  /// - Returns: what has changed, also of earlier ones.
  func run(_ looks: [Look], _ watch: FolderWatch, _ loader: Loader, patience: Duration) -> [Change] {
    for look in looks {
      let name = look.name
      let settling: Settling? = gate.locked {
        guard underWay.insert(name).inserted else {
          if look.isNews { again.insert(name) }
          return nil
        }
        let settling = settlings[name] ?? Settling(for: .zero)
        settlings[name] = settling
        return settling
      }
      guard let settling else { continue }
      let crew = gate.locked { self.crew }
      let job = Job(look, settling, watch, loader)
      // Where the system has no thread left the watch's does it.
      if crew.isReady() { crew.bring(job) } else { job.work() }
    }
    return wait(patience)
  }

  private func wait(_ patience: Duration) -> [Change] {
    gate.locked {
      var (seen, deadline) = (ended, Deadline(after: patience).nanoseconds)
      while !underWay.isSubset(of: late) {
        if !gate.wait(until: deadline), ended == seen { late = underWay }
        if ended != seen { (seen, deadline) = (ended, Deadline(after: patience).nanoseconds) }
      }
      let all = changes
      changes = []
      return all
    }
  }

  /// What a watch has to do behind one.
  enum Rest {
    case nothing
    /// Nobody waits for it any more: what came of it is to be taken.
    case taking
    case looking
  }

  /// Has a change told with the others.
  func add(_ change: Change) { gate.locked { changes.append(change) } }

  private func begin(_ name: String) { gate.locked { threads[name] = pthread_self() } }

  private func end(_ name: String, _ change: Change?) -> Rest {
    gate.locked {
      // What was given up is told.
      guard isOn(pthread_self(), name) else { return .nothing }
      if let change { changes.append(change) }
      return end(name)
    }
  }

  // Under the gate.
  private func end(_ name: String) -> Rest {
    underWay.remove(name)
    threads[name] = nil
    ended += 1
    gate.wake()
    let isLate = late.remove(name) != nil
    if again.remove(name) != nil { return .looking }
    return isLate ? .taking : .nothing
  }

  /// A thread, by default this one, has ended inside of the component, or is given up there.
  func lose(_ name: String, on thread: pthread_t = pthread_self()) -> Rest {
    gate.locked {
      guard isOn(thread, name) else { return .nothing }
      // It counts as busy, and may for ever.
      crew = Refreshing.crew
      settlings[name] = nil
      return end(name)
    }
  }

  // Under the gate.
  private func isOn(_ thread: pthread_t, _ name: String) -> Bool {
    threads[name].map { pthread_equal($0, thread) != 0 } ?? false
  }

  /// Those that are just looked at.
  var names: Set<String> { gate.locked { underWay } }

  /// Waits until none is under way.
  func waitForEnd(until deadline: Int64) {
    gate.locked { while !underWay.isEmpty, gate.wait(until: deadline) {} }
  }

  private final class Job: CrewJob, @unchecked Sendable {
    // Sendable: of one name one thread at a time has the settling.
    private let look: Look
    private let settling: Settling
    private let watch: FolderWatch
    private let loader: Loader

    init(_ look: Look, _ settling: Settling, _ watch: FolderWatch, _ loader: Loader) {
      (self.look, self.settling, self.watch, self.loader) = (look, settling, watch, loader)
    }

    func work() {
      watch.refreshing.begin(look.name)
      let change = loader.refreshAlone(look.name, settling, tries: look.tries)
      watch.go(on: watch.refreshing.end(look.name, change), look.name)
    }
  }
}
