import ComponentCluster
import ComponentDoors
import ComponentHost
import ComponentKit
import Glibc

/// The cluster in which a command is done that has `--cluster`: the process is a client of its brokers, holds no component,
/// and looks into no folder.
final class ClusterReach: Sendable {
  private let settings: ClusterDoor.Settings
  /// How the cluster is named on a command line, for what is to be typed.
  private let words: String
  private let opened = Guarded<ClusterClient?>(nil)

  /// So long brokers have to let it in.
  static let patience = Duration.milliseconds(1500)

  /// As the options say it; nil where the command is not for a cluster.
  init?(_ arguments: Arguments) throws(Problem) {
    let brokers = try ClusterOptions.brokers(arguments)
    if brokers.isEmpty { return nil }
    for option in ClusterReach.foreign where arguments.has(option) {
      throw .usage(
        "the options --cluster and \(option.name) exclude each other",
        help: "leave out \(option.name): hosts of the cluster do it, as they were started")
    }
    settings = ClusterDoor.Settings(brokers, name: arguments.value(.clusterName) ?? "host")
    let named = arguments.value(.clusterName).map { " --cluster-name \($0)" } ?? ""
    words = "host --cluster \(brokers[0])\(named)"
  }

  /// What is set for a host of one's own.
  static let foreign: [Option] =
    [.plugins, .trustAny, .inPlace, .isolate, .confine, .state, .skip] + PolicyOptions.all

  /// The cluster's name.
  var name: String { settings.name }

  var brokers: [BrokerAddress] { settings.brokers }

  /// Its client, once a broker has let it in.
  func client() throws(Problem) -> ClusterClient {
    if let client = opened.withLock({ $0 }) { return client }
    let client: ClusterClient
    do throws(DoorFault) { client = try ClusterClient(settings, as: Program.program) } catch {
      let exit: ExitCode = error.reason == "invalid_cluster" ? .usage : .failed
      throw Problem(exit, error.reason, error.message, help: error.help.map { [$0] } ?? [])
    }
    do throws(Problem) { try ClusterReach.connect(client) } catch {
      client.end()
      throw error
    }
    opened.withLock { $0 = client }
    return client
  }

  private static func connect(_ client: ClusterClient) throws(Problem) {
    do throws(Failure) { try client.connect(within: ClusterReach.patience) } catch {
      var problem = Problem(ExitCode(error.code), error.reason, error.message, details: error.details)
      problem.notes = (error.details["faults"]?.list ?? []).compactMap(\.text)
      problem.help = ["see that a nats-server listens there and lets you in, or name another one with --cluster"]
      throw problem
    }
  }

  /// Asks all hosts. What was said by half, since the broker was lost, is no answer.
  func gather(
    _ question: ClusterClient.Question, of component: String? = nil, _ patience: ClusterClient.Patience,
    _ context: Context
  ) throws(Problem) -> [ClusterMember] {
    let client = try client()
    var gathered = client.gather(question, of: component, patience)
    if gathered.isLost {
      try ClusterReach.connect(client)
      gathered = client.gather(question, of: component, patience)
    }
    if gathered.isLost {
      throw Problem(.failed, "connection_lost", "the broker is lost again and again", help: ["its log says why"])
    }
    if gathered.isCut {
      context.remarks.warn(
        "more_services",
        "more answers came than are taken: what is shown is of \(gathered.services.count) components of hosts")
    }
    return gathered.services
  }

  /// What one of the hosts that have a component says of it. Who hangs is asked by chance as well, so another one is asked
  /// while there is time: a question does no harm.
  func describe(
    _ name: String, target: String?, action: String?, _ version: Version?, within limit: Duration?
  ) throws(Problem) -> Value {
    let client = try client()
    let end = limit.map { Deadline(after: $0) }
    while true {
      let left = end?.timeLeft ?? .seconds(86_400)
      do throws(Failure) {
        return try client.describe(
          name, target: target, action: action, major: version?.major ?? 0, within: min(left, ClusterReach.answerTime))
      } catch {
        let isLate = end?.hasPassed ?? false
        if isLate || !["elsewhere_timed_out", "busy"].contains(error.reason) {
          throw Problem(error, target: target ?? name, action: action)
        }
        if error.reason == "busy" { usleep(50_000) }
      }
    }
  }

  // A host gives up sooner what it has to load for that.
  private static let answerTime = Duration.seconds(6)

  /// Has a host make its calls in the cluster, all of them.
  func take(_ settings: inout Settings) {
    settings.directories = []
    settings.cacheDirectory = nil
    settings.policy.elsewhere = ElsewherePolicy(.all)
  }

  func take(_ host: Host) { host.elsewhere = opened.withLock { $0?.elsewhere } }

  /// Ends what was begun: nothing is called any more.
  func end() { opened.withLock { exchange(&$0, with: nil) }?.end() }

  // MARK: who has what

  /// That nobody has a component, with the names of those that there are which are like it.
  func nobody(has name: String) -> Failure {
    var details: Fields = ["component": .text(excerpt(name)), "cluster": .text(settings.name)]
    var names: [String] = []
    if let client = opened.withLock({ $0 }) {
      let pause = ClusterClient.Patience(
        first: .milliseconds(300), pause: .milliseconds(50), all: .milliseconds(500))
      for service in client.gather(.presence, pause).services where service.name != names.last {
        names.append(service.name)
      }
    }
    let near = nearNames(to: name, among: names)
    details["suggestions"] = .list(near.map(Value.text))
    if near.isEmpty { details["help"] = .text("see what is there with '\(words) list'") }
    return Failure(
      .notFound, "no_such_component",
      "nobody in the cluster \(quoted(settings.name)) has the component \(quoted(name))",
      details: details)
  }

  /// What a component in the cluster says of an action, or of all that is open; nil where nobody who has it tells that.
  func lookUp(_ target: String, _ action: String, within limit: Duration?) throws(Problem) -> LookUp? {
    let client = try client()
    let name = ComponentName.root(of: target.utf8)
    guard ComponentName.isValidTarget(target.utf8), ComponentName.isValid(action.utf8) else { return nil }
    var patience = ClusterClient.Patience.glance
    if let limit {
      (patience.first, patience.all) = (min(patience.first, limit.nanoseconds), min(patience.all, limit.nanoseconds))
    }
    let end = limit.map { Deadline(after: $0) }
    guard let best = client.gather(.presence, of: name, patience).services.first else { return nil }
    for _ in 0..<ClusterReach.lookUpTries where !(end?.hasPassed ?? false) {
      let time = min(Duration.nanoseconds(patience.all), end?.timeLeft ?? .seconds(1))
      do throws(Failure) {
        let said = try client.describe(
          name, target: target, action: action, major: best.version?.major ?? 0, within: time)
        return ClusterReach.found(said, target, action)
      } catch {
        if !["elsewhere_timed_out", "busy"].contains(error.reason) { return nil }
      }
    }
    let words = "nobody who has \(name) has said in time what \(target).\(action) takes: nothing was called"
    throw Problem(Failure(.timedOut, "elsewhere_timed_out", words), target: target, action: action)
  }

  // One that hangs is asked by chance as well; which one is asked says the broker.
  private static let lookUpTries = 3

  /// The same of what was said. It is believed no more than what a component registers.
  static func found(_ said: Value, _ target: String, _ action: String?) -> LookUp? {
    guard let component = described(said, ComponentName.root(of: target.utf8)) else { return nil }
    guard let known = component.targets.first(where: { $0.name == target }) else {
      return action == nil && target == component.name ? LookUp(component: component, target: nil, action: nil) : nil
    }
    guard let action else { return LookUp(component: component, target: known, action: nil) }
    return known.action(action).map { LookUp(component: component, target: known, action: $0) }
  }

  private static func described(_ said: Value, _ name: String) -> LoadedComponent? {
    var settings = Settings()
    settings.program = Program.program
    guard let component = try? Host(settings).described(elsewhere: said), component.name == name else { return nil }
    return component
  }
}
