@_spi(Doors) public import ComponentDoors
public import ComponentHost
public import ComponentKit
import Synchronization

/// Somebody who calls in a cluster and asks what is there, and serves nothing: a connection to a broker, with no component.
///
///     let client = try ClusterClient(ClusterDoor.Settings([broker], name: "shop"), as: HostProgram("shopper"))
///     try client.connect(within: .seconds(1))
///     host.elsewhere = client.elsewhere
///     …
///     client.end()
public final class ClusterClient: @unchecked Sendable {
  // Sendable: what changes is behind a lock, under the gate, or the connection's thread's.
  public let settings: ClusterDoor.Settings
  let link: BrokerLink
  private let calling: ElsewhereCalls
  // For who waits for a connection.
  private let gate = Gate()
  private var isConnected = false
  private var faults: [String] = []
  // Of what becomes of the connection, beside the log.
  private let watchers = Mutex<[@Sendable (_ isThere: Bool) -> Void]>([])
  // That for answers to calls; the connection's thread's.
  private var inboxNumber: Int?

  /// - Throws: where the cluster's name can't be one, no broker is named, or the system has no thread left.
  public init(_ settings: ClusterDoor.Settings, as program: HostProgram) throws(DoorFault) {
    try settings.check()
    self.settings = settings
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    var own = BrokerLink.Settings(
      brokers: settings.brokers, name: "\(program.name) \(settings.name) \(id)", version: "\(program.version)")
    own.limits.payload = settings.messageLimit
    let place = Place()
    own.tell = { level, fault in place.client?.hear(level, fault) }
    own.looked = { place.client?.calling.look($0) }
    own.connected = { place.client?.connected() }
    own.lost = { place.client?.lost() }
    link = BrokerLink(own)
    calling = ElsewhereCalls(link, id: id, settings)
    place.client = self
    link.post { _ in self.subscribeInbox() }
    guard link.start() else {
      link.letGo()
      throw DoorFault("no_thread", "no broker can be reached: the system has no thread or no descriptor left")
    }
  }

  // Breaks the circle of a link that is made before its client.
  private final class Place: @unchecked Sendable {
    // Sendable: it is set before the link has a thread.
    weak var client: ClusterClient?
  }

  /// Makes calls in the cluster, for a host whose policy says so.
  public var elsewhere: any Elsewhere { calling }

  // So many things are kept that brokers have said, or that keep them from being reached.
  private static let faultLimit = 16

  /// Waits until a broker lets it in; fails as soon as none of them does, or that time is over.
  public func connect(within limit: Duration) throws(Failure) {
    let end = Clock.moment(after: limit)
    let (isThere, words) = gate.locked { () -> (Bool, [String]) in
      while !isConnected, faults.count < settings.brokers.count, gate.wait(until: end) {}
      return (isConnected, faults)
    }
    if !isThere { throw unreachable(words) }
  }

  /// That no broker is there, with what each of them has said.
  private func unreachable(_ words: [String]) -> Failure {
    var details: Fields = ["cluster": .text(settings.name)]
    details["brokers"] = .list(settings.brokers.map { .text("\($0)") })
    details["faults"] = .list(words.map(Value.text))
    return Failure(
      .refused, "unreachable", "no broker of the cluster \(quoted(settings.name)) is connected", details: details)
  }

  /// Has something hear, on the connection's thread, that the connection is lost, or is there again.
  public func whenConnectionChanges(_ heard: @escaping @Sendable (_ isThere: Bool) -> Void) {
    watchers.withLock { $0.append(heard) }
  }

  /// Ends the connection, once the broker has what was sent, if it says so soon: calls that are open are given up.
  public func end() {
    calling.end()
    let isTaken = Latch()
    link.post { $0.ping { isTaken.open() } }
    isTaken.wait(until: Clock.moment(after: .milliseconds(250)))
    link.end(until: Clock.moment(after: .milliseconds(50)))
  }

  // MARK: the connection's thread

  private func hear(_ level: LogLevel, _ fault: BrokerFault) {
    if level < .warning { return }
    gate.locked {
      if faults.count < ClusterClient.faultLimit { faults.append(fault.message) }
      gate.wake()
    }
  }

  private func connected() {
    // Who waits for the first connection is not told of it.
    let watchers = watchers.withLock(\.self)
    gate.locked {
      (isConnected, faults) = (true, [])
      gate.wake()
    }
    calling.connected()
    for watcher in watchers { watcher(true) }
  }

  private func lost() {
    calling.lost()
    if let inboxNumber { link.unsubscribe([inboxNumber]) }
    subscribeInbox()
    // It is told of each attempt that fails.
    let wasThere = gate.locked {
      // That it is lost keeps nobody from waiting for the next one.
      if isConnected { faults = [] }
      return exchange(&isConnected, with: false)
    }
    if wasThere { for watcher in watchers.withLock({ $0 }) { watcher(false) } }
  }

  private func subscribeInbox() {
    guard let pattern = SubjectPattern(calling.inbox) else { return }
    inboxNumber = link.subscribe(pattern) { [calling] in calling.hear($0) }
  }

  // MARK: questions

  /// Sends a question, and hears what is answered until nobody waits for it.
  ///
  /// - Returns: by what it is taken back.
  func ask(_ subject: Subject, _ payload: [UInt8] = [], heard: @escaping @Sendable (Delivery) -> Void) -> () -> Void {
    let inbox = "\(ElsewhereCalls.State.newInbox())1"
    let number = Mutex(0)
    link.post { link in
      guard let pattern = SubjectPattern(inbox), let reply = Subject(inbox) else { return }
      number.withLock { $0 = link.subscribe(pattern, heard: heard) }
      var message: [UInt8] = []
      BrokerWriter.publish(payload, to: subject, reply: reply, into: &message)
      // Where there is no connection, nobody answers.
      _ = link.output.ask(message, by: link.output.connection)
    }
    return { [link] in link.post { link in link.unsubscribe([number.withLock { $0 }]) } }
  }
}

/// What is waited for by one thread until another one opens it.
final class Latch: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let gate = Gate()
  private var isOpen = false

  func open() {
    gate.locked {
      isOpen = true
      gate.wake()
    }
  }

  func wait(until moment: Int64) { gate.locked { while !isOpen, gate.wait(until: moment) {} } }
}
