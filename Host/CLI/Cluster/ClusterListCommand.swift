import ComponentCluster
import ComponentHost
import ComponentKit

/// `list`, in a cluster: who has what, in which version.
struct ClusterListCommand: Command {
  static let name = "list"
  static let summary = "List the components there and who has them"
  static let help = Help.clusterList
  static let options: [Option] = []

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage("list takes no \(quoted(word))", help: "see one component with 'describe' or 'explain'")
    }
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let cluster = try context.ofCluster()
    let rows = ClusterRow.rows(try cluster.gather(.actions, .overview, context))
    if context.isJSON { return try context.console.print(Value.list(rows.map(\.json)).jsonLine) }
    if rows.isEmpty {
      context.remarks.tell("no component answers in the cluster \(quoted(cluster.name))\n")
      return .ok
    }
    return try context.console.print(ClusterRow.table(rows))
  }
}

/// One version of a component, and the hosts that have it.
struct ClusterRow {
  let name: String
  /// Nil where the hosts would have to load it to know.
  let version: Version?
  let summary: String
  /// How many are open, of the host that has most; nil where none tells.
  let actions: Int?
  let hosts: [String]

  /// - Parameter services: those of one name together, and of those the ones of a version.
  static func rows(_ services: [ClusterMember]) -> [ClusterRow] {
    var rows: [ClusterRow] = []
    for group in services.split(whereFirstOf: { $0.name == $1.name && $0.version == $1.version }) {
      guard let first = group.first else { continue }
      rows.append(
        ClusterRow(
          name: first.name, version: first.version, summary: group.lazy.map(\.summary).first { !$0.isEmpty } ?? "",
          actions: group.filter(\.tellsActions).map(\.endpoints.count).max(), hosts: group.map(\.host)))
    }
    return rows
  }

  // So many hosts are named in a line.
  private static let namedHosts = 4

  static func table(_ rows: [ClusterRow]) -> String {
    let lines = rows.map { row in
      let more = row.hosts.count > namedHosts ? ", ..." : ""
      let names = row.hosts.prefix(namedHosts).map { shown($0, lineBreaks: false) }.joined(separator: ", ")
      return [
        shown(row.name, lineBreaks: false), row.version.map { "\($0)" } ?? "-", row.actions.map { "\($0)" } ?? "-",
        "\(row.hosts.count)", names + more,
      ]
    }
    return ListText.aligned([["NAME", "VERSION", "ACTIONS", "HOSTS", "WHICH"]] + lines, rightAligned: [2, 3])
  }

  var json: Value {
    [
      "name": .text(name), "version": version.map { .text("\($0)") } ?? nil, "summary": .text(summary),
      "actions": actions.map(Value.int) ?? nil, "hosts": .list(hosts.map(Value.text)),
    ]
  }
}

extension [ClusterMember] {
  /// Runs of neighbours, in their order, that are the same in some way.
  func split(whereFirstOf isSame: (ClusterMember, ClusterMember) -> Bool) -> [[ClusterMember]] {
    var groups: [[ClusterMember]] = []
    for one in self {
      if let last = groups.last?.last, isSame(last, one) {
        groups[groups.count - 1].append(one)
      } else {
        groups.append([one])
      }
    }
    return groups
  }
}

extension Help {
  static let clusterList = """
    list - \(Help.clause(ClusterListCommand.summary))

    USAGE
      host --cluster URL list [OPTIONS]

      A row for each component and version: how many of its actions are open, how
      many hosts have it, and which. A version or a number is '-' where the hosts
      would have to load the component to know. Who does not answer in time is not
      shown: 'host --cluster URL help' has the times.

    EXAMPLES
      host --cluster nats://127.0.0.1:4222 list
      host --cluster nats://127.0.0.1:4222 --cluster-name shop list --json

    \(ClusterCommands.options)

    JSON
      A list of objects with the keys name, version, summary, actions (how many are
      open; null, as the version, where that is not known) and hosts (the ids of
      those that have it).

    EXIT CODES
      0  ok, also if there is none
      4  no broker is there

    """
}
