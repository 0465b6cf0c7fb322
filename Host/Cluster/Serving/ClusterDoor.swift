public import ComponentDoors
public import ComponentHost
import ComponentKit

/// A door by which others in a cluster reach a host, through brokers that speak the protocol of NATS.
///
/// Each component in the host's folders that has something open to callers from outside answers, loaded or not: what is
/// dropped in answers, and what is taken out does not. A call is a call from outside, with all the rules for those: exposure,
/// policy, interceptors, the ladder. The door has threads of its own; none of the host's is used.
///
///     let broker = try BrokerAddress("nats://127.0.0.1:4222")
///     let door = ClusterDoor(host, ClusterDoor.Settings([broker], name: "shop"))
///     try door.start()
///     …
///     door.stop(within: .seconds(10))
public final class ClusterDoor: Sendable {
  let core: ClusterCore

  public init(_ host: Host, _ settings: Settings) { core = ClusterCore(host, settings) }

  /// Answers from now on, as soon as a broker is reached and as often as it is. It is started once.
  public func start() throws(DoorFault) { try core.start() }

  /// Whether a broker is reached just now, and knows what is served here.
  public var isConnected: Bool { core.link.isReady }

  /// By which answers of this host are told from those of others.
  public var id: String { core.id }

  /// What it has counted so far, of each action that is registered and was called, and of all others together.
  public var samples: [ActionSample] { core.samples }

  /// Takes no calls any more, finishes what it has begun, and ends.
  ///
  /// The broker confirms that it sends nothing more before that counts, and what it had sent before is answered. Calls that are
  /// under way at the end of that time are given up; their callers hear so. Answers that no broker has taken yet are sent
  /// as long as there is time, five seconds at most, and told if they are lost. Returns once all is over, whoever has asked for
  /// that: whether nothing had to be given up.
  ///
  /// Calls of this host that others make are waited for as well, until that time. What may still begin some is waited for before:
  /// doors that end beside this one, say.
  ///
  /// - Parameter others: returns once nobody else begins calls any more that may go elsewhere, by the end of that time itself.
  @discardableResult
  public func stop(within limit: Duration, after others: () -> Void = {}) -> Bool {
    core.stop(within: limit, after: others)
  }
}
