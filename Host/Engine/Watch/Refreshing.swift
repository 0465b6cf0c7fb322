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
  // Those of them that nobody waits for any more.
  private var late: Set<String> = []
  private var changes: [Change] = []
  private var ended = 0
  private var settlings: [String: Settling] = [:]

  /// How long the watch waits where nothing comes of any.
  static let patience = Duration.milliseconds(100)

  private static var crew: Crew { Crew(limit: 1, pace: .milliseconds(20)) }

  /// Looks at these, but for those that are under way: they are looked at again behind that.
  ///
  /// - Returns: what has changed, also of earlier ones.
  func run(_ names: [String], _ watch: FolderWatch, _ loader: Loader, patience: Duration) -> [Change] {
    for name in names {
      let settling: Settling? = gate.locked {
        guard underWay.insert(name).inserted else { return nil }
        let settling = settlings[name] ?? Settling(for: .zero)
        settlings[name] = settling
        return settling
      }
      guard let settling else { continue }
      let crew = gate.locked { self.crew }
      let job = Job(name, settling, watch, loader)
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

  // Whether nobody waits for it any more.
  private func end(_ name: String, _ change: Change?) -> Bool {
    gate.locked {
      underWay.remove(name)
      if let change { changes.append(change) }
      ended += 1
      gate.wake()
      return late.remove(name) != nil
    }
  }

  /// Its thread has ended inside of the component.
  ///
  /// - Returns: whether nobody waits for it any more.
  func lose(_ name: String) -> Bool {
    gate.locked {
      guard underWay.remove(name) != nil else { return false }
      ended += 1
      // That thread counts as busy for ever.
      crew = Refreshing.crew
      gate.wake()
      return late.remove(name) != nil
    }
  }

  /// Those that are just looked at.
  var names: Set<String> { gate.locked { underWay } }

  /// Waits until none is under way.
  func waitForEnd(until deadline: Int64) {
    gate.locked { while !underWay.isEmpty, gate.wait(until: deadline) {} }
  }

  private final class Job: CrewJob, @unchecked Sendable {
    // Sendable: of one name one thread at a time has the settling.
    private let name: String
    private let settling: Settling
    private let watch: FolderWatch
    private let loader: Loader

    init(_ name: String, _ settling: Settling, _ watch: FolderWatch, _ loader: Loader) {
      (self.name, self.settling, self.watch, self.loader) = (name, settling, watch, loader)
    }

    func work() {
      let change = loader.refreshAlone(name, settling)
      if watch.refreshing.end(name, change) { watch.look(at: name) }
    }
  }
}
