import ComponentCluster
import ComponentDoors
import ComponentHost

/// The way in from a cluster, for a service. It ends beside the others, in the same time.
final class ClusterService: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let door: ClusterDoor
  private let gate = Gate()
  private var isOver = false

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

  /// Ends it on another thread.
  func beginStop(within limit: Duration) {
    if !Worker.run({ self.stop(within: limit) }) { stop(within: limit) }
  }

  private func stop(within limit: Duration) {
    door.stop(within: limit)
    gate.locked {
      isOver = true
      gate.wake()
    }
  }

  func waitForStop() { gate.locked { while !isOver { gate.wait() } } }
}
