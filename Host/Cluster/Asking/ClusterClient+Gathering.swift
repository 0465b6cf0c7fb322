@_spi(Doors) import ComponentDoors
import ComponentKit
import Synchronization

extension ClusterClient {
  /// What the hosts of a cluster are asked for.
  public enum Question: Sendable {
    /// Who has what, in which version.
    case presence
    /// The same with the actions that are open.
    case actions
    /// The same with what was called, how often it failed and how long it took.
    case figures

    fileprivate var verb: ServiceVerb {
      switch self {
      case .presence: .ping
      case .actions: .info
      case .figures: .stats
      }
    }
  }

  /// How long answers are waited for. Nobody knows how many there will be, so what comes later than that is not waited for.
  public struct Patience: Sendable {
    /// The first one, in nanoseconds.
    public var first: Int64
    /// Behind each the next one.
    public var pause: Int64
    /// All of them.
    public var all: Int64

    public init(first: Duration, pause: Duration, all: Duration) {
      (self.first, self.pause, self.all) = (first.nanoseconds, pause.nanoseconds, all.nanoseconds)
    }

    /// For a person who looks at all that there is.
    public static let overview = Patience(
      first: .milliseconds(1000), pause: .milliseconds(250), all: .milliseconds(2000))
    /// For what is found out ahead of something else: as long as a call waits that does not know a version.
    public static let glance = Patience(first: .milliseconds(1000), pause: .milliseconds(5), all: .milliseconds(1000))
  }

  /// What was said in time.
  public struct Gathered: Sendable {
    /// By name, then by version, the highest first, then by host.
    public fileprivate(set) var services: [ClusterMember] = []
    /// Whether there was more than is taken.
    public fileprivate(set) var isCut = false
    /// Whether somebody has answered who is of another cluster.
    public fileprivate(set) var hasOthers = false
    /// Whether the broker was lost meanwhile: who has said nothing may be there.
    public fileprivate(set) var isLost = false
  }

  /// Asks all hosts of the cluster, of all components or of one.
  public func gather(_ question: Question, of component: String? = nil, _ patience: Patience) -> Gathered {
    guard let subject = Subject("$SRV.\(question.verb.rawValue)\(component.map { ".\($0)" } ?? "")") else {
      return Gathered()
    }
    let gathering = Gathering(settings.name, component, patience)
    let connection = link.output.connection
    let stop = ask(subject) { gathering.hear($0) }
    defer { stop() }
    var gathered = gathering.wait()
    gathered.isLost = !link.isReady || link.output.connection != connection
    return gathered
  }
}

/// What is said to one question, until nobody waits for more.
private final class Gathering: @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  private let cluster: String
  private let component: String?
  private let patience: ClusterClient.Patience
  private let gate = Gate()
  private var known: [Key: ClusterMember] = [:]
  private var bytes = 0
  private var due: Int64
  private let end: Int64
  private var isCut = false
  private var hasOthers = false

  private struct Key: Hashable {
    let name: String
    let host: String
  }

  // Whoever floods it fills no memory.
  private static let countLimit = 65_536
  private static let byteLimit = 32 << 20

  init(_ cluster: String, _ component: String?, _ patience: ClusterClient.Patience) {
    (self.cluster, self.component, self.patience) = (cluster, component, patience)
    let now = Clock.now
    (due, end) = (now + min(patience.first, patience.all), now + patience.all)
  }

  // On the connection's thread.
  func hear(_ delivery: Delivery) {
    if delivery.isCut { return }
    if (try? MessageHeaders(delivery.headers))?.status == 503 { return close(isCut: false) }
    guard let said = try? Value(json: delivery.payload) else { return }
    guard let service = ClusterMember(said, in: cluster), component.map({ $0 == service.name }) ?? true else {
      return gate.locked { hasOthers = true }
    }
    let isFull = gate.locked {
      // Who says nothing new adds nothing, neither to what is kept nor to the time that is waited.
      let key = Key(name: service.name, host: service.host)
      if isCut || known[key] != nil { return false }
      known[key] = service
      bytes += delivery.payload.count
      due = min(end, Clock.now + patience.pause)
      gate.wake()
      return known.count >= Gathering.countLimit || bytes >= Gathering.byteLimit
    }
    if isFull { close(isCut: true) }
  }

  private func close(isCut: Bool) {
    gate.locked {
      if isCut { self.isCut = true }
      due = 0
      gate.wake()
    }
  }

  func wait() -> ClusterClient.Gathered {
    gate.locked { while Clock.now < due { _ = gate.wait(until: due) } }
    var gathered = ClusterClient.Gathered()
    let services = gate.locked {
      (gathered.isCut, gathered.hasOthers) = (isCut, hasOthers)
      return Array(known.values)
    }
    gathered.services = services.sorted { one, other in
      if one.name != other.name { return one.name < other.name }
      if one.version != other.version { return (one.version ?? Version(0)) > (other.version ?? Version(0)) }
      return one.host < other.host
    }
    return gathered
  }
}
