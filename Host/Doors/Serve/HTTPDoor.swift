public import ComponentHost
import ComponentKit

/// A door by which callers from outside reach a host over HTTP/1.1.
///
/// Each request is a call from outside, with all the rules for those: exposure, policy, interceptors, the ladder. A
/// door has a few threads of its own, which wait for all its connections and run their calls; none of the host's is
/// used.
///
///     let door = HTTPDoor(host, HTTPDoor.Settings([.internet("127.0.0.1", port: 8080)]))
///     try door.start()
///     …
///     door.stop(within: .seconds(10))
public final class HTTPDoor: Sendable {
  let core: DoorCore

  public init(_ host: Host, _ settings: Settings) { core = DoorCore(host, settings) }

  /// Listens at its addresses, and answers from now on. It is started once.
  public func start() throws(DoorFault) { try core.start() }

  /// Where it listens, as the system says it: with the ports that were found. Empty before `start`.
  public var listening: [String] { core.names }

  /// Whether it takes requests: it is started, and does not stop.
  public var isReady: Bool { core.stage == .open }

  /// Takes no connections any more, finishes what it has begun, and ends.
  ///
  /// A connection that waits for a request stays open for a second, or half of the time where that is less: a request that
  /// its client sends meanwhile is answered with `Connection: close`.
  /// Calls that are under way at the end of that time are given up; their clients hear so. Returns once all is over:
  /// whether nothing had to be given up.
  @discardableResult
  public func stop(within limit: Duration) -> Bool { core.stop(within: limit) }

  /// Whether the thread that waits for connections answers within a time.
  public func isAlive(within limit: Duration) -> Bool { core.isAlive(within: limit) }

  /// What it counts, in the text format of Prometheus.
  public var metrics: String { MetricsPage(core).text }
}
