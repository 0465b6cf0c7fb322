import ComponentCluster
import ComponentHost
import ComponentKit

/// `describe`, in a cluster: what a component there says of itself to callers from outside.
struct ClusterDescribeCommand: Command {
  static let name = "describe"
  static let summary = "Describe what is open of a component there"
  static let help = Help.clusterDescribe
  static let options: [Option] = [.timeout]
  static let words: [WordKind] = [.target, .action]

  private let target: String
  private let action: String?
  private let limit: TimeLimit

  init(_ arguments: Arguments) throws(Problem) {
    let words = arguments.words
    guard let target = words.first else {
      throw .usage("describe needs a target", help: "write host --cluster URL describe TARGET [ACTION]")
    }
    if words.count > 2 {
      throw .usage(
        "describe takes no \(quoted(words[2]))", help: "write host --cluster URL describe TARGET [ACTION]")
    }
    (self.target, action) = (target, words.dropFirst().first)
    limit = try TimeLimit(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let cluster = try context.ofCluster()
    let name = ComponentName.root(of: target.utf8)
    guard ComponentName.isValidTarget(target.utf8) else {
      throw problem(Failure(.notFound, "invalid_name", "\(quoted(target)) can't be a target's name"))
    }
    let services = try cluster.gather(.actions, of: name, .component, context)
    guard let best = services.first else { throw problem(cluster.nobody(has: name)) }
    do throws(Failure) { try checkOpen(services.filter { $0.version == best.version }, name) } catch {
      throw problem(error)
    }
    let isWhole = target == name && action == nil
    let said = try cluster.describe(
      name, target: isWhole ? nil : target, action: action, best.version, within: limit.duration)
    guard let found = ClusterReach.found(said, target, action) else {
      throw problem(Failure(.failed, "invalid_answer", "what a host says of \(name) is no description of it"))
    }
    if context.isJSON { return try context.console.print(found.json().jsonLine) }
    var page = Page(width: context.console.out.columns ?? 80, isBold: context.console.mayColour(context.console.out))
    page.origin = ClusterRow.rows(services).map { row in
      "\(row.version.map { "in \($0)" } ?? "in a version that is not known yet") on \(row.hostsText)"
    }.joined(separator: "; ")
    page.describe(found)
    return try context.console.print(page.text)
  }

  private func problem(_ failure: Failure) -> Problem { Problem(failure, target: target, action: action) }

  // Where the hosts of the version tell what is open, what is not is told with the names that are like it.
  private func checkOpen(_ services: [ClusterMember], _ name: String) throws(Failure) {
    guard !services.isEmpty, services.allSatisfy(\.tellsActions) else { return }
    let open = services.flatMap(\.endpoints)
    let targets = Set(open.map(\.target)).sorted()
    guard target == name && action == nil || targets.contains(target) else {
      throw Failure(
        .notFound, "no_such_target", "no target \(quoted(target)) of the component \(quoted(name)) is open there",
        details: ["suggestions": .list(nearNames(to: target, among: targets).map(Value.text)), "target": .text(name)])
    }
    guard let action else { return }
    let actions = Set(open.filter { $0.target == target }.map(\.action)).sorted()
    if actions.contains(action) { return }
    throw Failure(
      .notFound, "no_such_action", "no action \(quoted(action)) of the target \(quoted(target)) is open there",
      details: ["suggestions": .list(nearNames(to: action, among: actions).map(Value.text)), "target": .text(target)])
  }
}

extension ClusterRow {
  /// "2 hosts: 0a1b, 2c3d"
  var hostsText: String {
    let names = hosts.prefix(8).joined(separator: ", ") + (hosts.count > 8 ? ", ..." : "")
    return "\(hosts.count) host\(hosts.count == 1 ? "" : "s"): \(names)"
  }
}

extension ClusterClient.Patience {
  /// Of the hosts that have one component.
  static let component = ClusterClient.Patience(
    first: .milliseconds(1000), pause: .milliseconds(100), all: .milliseconds(1500))
}

extension Help {
  static let clusterDescribe = """
    describe - \(Help.clause(ClusterDescribeCommand.summary))

    USAGE
      host --cluster URL describe TARGET [ACTION] [OPTIONS]

      Shows what is open to callers from outside, as 'host describe' does it, and
      which hosts have it in what version. One of those that have it in the highest
      version tells that, which may load the component there.

    EXAMPLES
      host --cluster nats://127.0.0.1:4222 describe Reader
      host --cluster nats://127.0.0.1:4222 describe Reader showDetail --json

    DESCRIBE OPTIONS
      --timeout SECONDS
                      Wait so long for who tells it; 60 by default, 0 for ever

    \(ClusterCommands.options)

    JSON
      As that of 'host describe'. The file and the refusal are null, and nothing is
      in needs, events and observes, which are the host's own.

    EXIT CODES
      0  ok
      3  nobody has it, or it is not open
      4  no broker is there, or the component is refused
      7  nobody tells it in time

    """
}
