import ComponentHost
import ComponentKit
import ComponentWorkers

/// The hosts that a run of the program has made, to be closed in its end: what is printed goes first, so that no
/// component can hold it back by the way it shuts down.
final class OpenHosts: Sendable {
  private let hosts = Guarded<[Host]>([])

  func add(_ host: Host) { hosts.withLock { $0.append(host) } }

  var areNone: Bool { hosts.withLock(\.isEmpty) }

  func close() {
    for host in hosts.withLock({ $0 }) { host.close(waiting: .milliseconds(500)) }
    WorkerProcess.flushLines(until: Deadline(after: .milliseconds(300)))
  }
}
