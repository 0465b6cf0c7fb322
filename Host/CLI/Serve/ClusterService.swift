import ComponentCluster
import ComponentDoors
import ComponentHost

/// The way in from a cluster, for a service. It ends beside the others, in the same time.
final class ClusterService: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let door: ClusterDoor
  private let gate = Gate()
  private var isOver = false
  private var othersAreOver = false

  init(_ host: Host, _ settings: ClusterDoor.Settings, _ log: ServeLog) {
    var settings = settings
    settings.tell = { log.write($0) }
    door = ClusterDoor(host, settings)
  }

  /// What it has counted.
  var samples: [ActionSample] { door.samples }

  /// Opens it. A broker that is not there is told to the log, and waited for.
  func start() throws(Problem) {
    do throws(DoorFault) { try door.start() } catch { throw Problem(error) }
  }

  /// Ends it on another thread. Calls elsewhere go on until the other doors have ended, which may make some.
  func beginStop(within limit: Duration) {
    let isApart = Worker.run {
      self.stop(within: limit) { self.gate.locked { while !self.othersAreOver { self.gate.wait() } } }
    }
    if !isApart { stop(within: limit) {} }
  }

  private func stop(within limit: Duration, after others: () -> Void) {
    door.stop(within: limit, after: others)
    gate.locked {
      isOver = true
      gate.wake()
    }
  }

  /// Waits for its end, once the other doors have ended.
  func waitForStop() {
    gate.locked {
      othersAreOver = true
      gate.wake()
      while !isOver { gate.wait() }
    }
  }
}
