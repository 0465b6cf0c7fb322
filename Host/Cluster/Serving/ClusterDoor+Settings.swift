@_spi(Doors) public import ComponentDoors
import ComponentKit

extension ClusterDoor {
  /// How a door behaves.
  public struct Settings: Sendable {
    /// Where brokers are; those that they know of are known as well.
    public var brokers: [BrokerAddress]
    /// The cluster's name, with which all subjects begin, and in which group hosts share calls.
    public var name: String
    /// How long the payload of a message may be, in bytes.
    public var messageLimit = 1 << 20
    /// How many calls may be under way, in all and of one component.
    public var callLimit = 1024
    public var componentCallLimit = 256
    /// How many calls may have a thread at once; the others wait for one, in their order. Of one component it is three
    /// quarters of that.
    public var threadLimit = 64
    /// How many calls of this host may be open elsewhere.
    public var elsewhereLimit = 1024
    /// How long a call may take, also where its caller would wait for longer; nil for ever.
    public var callTime: Duration? = .seconds(60)
    /// Whether each call is told, and not only what goes wrong.
    public var tellsCalls = false
    /// Hears what becomes of the door, on any thread.
    public var tell: @Sendable (DoorEvent) -> Void = { _ in }

    public init(_ brokers: [BrokerAddress], name: String = "host") { (self.brokers, self.name) = (brokers, name) }

    /// Fails where the cluster's name can't be one, or no broker is named.
    func check() throws(DoorFault) {
      guard !name.utf8.contains(UInt8(ascii: ".")), name.utf8.count <= 64, Subject(name) != nil else {
        throw DoorFault(
          "invalid_cluster", "\(quoted(name)) can't be a cluster's name",
          help: "use up to 64 letters, digits, '-' and '_'")
      }
      guard !brokers.isEmpty else { throw DoorFault("no_broker", "no broker is named") }
    }
  }
}
