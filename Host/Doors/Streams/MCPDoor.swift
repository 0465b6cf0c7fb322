public import ComponentHost
import ComponentKit

/// A door by which one client reaches a host by the Model Context Protocol, over two streams.
///
/// Each action that is open to callers from outside is a tool. A call of one is a call from outside, with all the rules for
/// those: exposure, policy, interceptors, the ladder. The door has threads of its own; none of the host's is used.
///
///     let door = MCPDoor(host, settings)
///     try door.start()
///     …
///     door.stop(within: .seconds(1))
public final class MCPDoor: Sendable {
  let core: MCPCore

  public init(_ host: Host, _ settings: Settings = Settings()) { core = MCPCore(host, settings) }

  /// Takes messages from now on. It is started once.
  public func start() throws(DoorFault) { try core.start() }

  /// Takes no messages any more, finishes what it has begun, and ends.
  ///
  /// Calls that are under way at the end of that time are given up; the client hears so. Returns once all is over: whether
  /// nothing had to be given up.
  @discardableResult
  public func stop(within limit: Duration) -> Bool { core.stop(within: limit) }
}
