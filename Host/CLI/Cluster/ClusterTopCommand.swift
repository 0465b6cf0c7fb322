import ComponentCluster
import ComponentDoors
import ComponentHost
import ComponentKit
import Glibc

/// `top`, in a cluster: what its hosts are asked for, how often it fails and how long it takes.
struct ClusterTopCommand: Command {
  static let name = "top"
  static let summary = "Show what is called on all hosts there"
  static let help = Help.clusterTop
  static let options: [Option] = []

  // How often it looks, and how many rows a terminal shows.
  private static let pause = Duration.seconds(1)
  private static let rows = 20

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first { throw .usage("top takes no \(quoted(word))") }
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let cluster = try context.ofCluster()
    let console = context.console
    // On a terminal it goes on until whoever looks has seen enough, else one look is all.
    let isLive = console.out.columns != nil && !context.isJSON
    var before = ClusterFigures(try cluster.gather(.figures, .overview, context), at: Deadline.now)
    while true {
      usleep(UInt32(ClusterTopCommand.pause.nanoseconds / 1000))
      let after = ClusterFigures(try cluster.gather(.figures, .overview, context), at: Deadline.now)
      let table = ClusterTopTable(from: before, to: after)
      if context.isJSON { return try console.print(table.json.jsonLine) }
      if !isLive { return try console.print(table.text(.max)) }
      try console.print("\u{1B}[H\u{1B}[J" + table.text(ClusterTopCommand.rows))
      if console.outIsClosed.isSet { return .ok }
      before = after
    }
  }
}

/// What was said of all that hosts have done until a moment.
struct ClusterFigures {
  struct Key: Hashable {
    let host: String
    let target: String
    let action: String
  }

  private(set) var figures: [Key: ClusterMember.Endpoint] = [:]
  let moment: Int64

  init(_ services: [ClusterMember], at moment: Int64) {
    self.moment = moment
    for service in services {
      for endpoint in service.endpoints {
        figures[Key(host: service.host, target: endpoint.target, action: endpoint.action)] = endpoint
      }
    }
  }
}

/// What has become of calls between two looks.
struct ClusterTopTable {
  struct Row {
    let target: String
    /// Empty where a host tells of all actions together.
    let action: String
    var sum = Figures()
    var hosts: [(name: String, figures: Figures)] = []
  }

  struct Figures {
    var calls = 0
    var failures = 0
    /// A second, between the two looks.
    var rate = 0.0
    /// Of those between the two looks, or else of all.
    var counted = 0
    var nanoseconds = 0

    var average: Int64? { counted == 0 ? nil : Int64(nanoseconds / counted) }

    static func += (one: inout Figures, other: Figures) {
      one.calls = one.calls.addingCapped(other.calls)
      one.failures = one.failures.addingCapped(other.failures)
      one.rate += other.rate
      one.counted = one.counted.addingCapped(other.counted)
      one.nanoseconds = one.nanoseconds.addingCapped(other.nanoseconds)
    }
  }

  let rows: [Row]

  init(from before: ClusterFigures, to after: ClusterFigures) {
    let seconds = Double(after.moment - before.moment) / 1e9
    var rows: [ClusterFigures.Key: Row] = [:]
    for (key, now) in after.figures where now.requests > 0 {
      // A host that was started again begins anew.
      let old = before.figures[key].flatMap {
        $0.requests <= now.requests && $0.nanoseconds <= now.nanoseconds ? $0 : nil
      }
      let made = now.requests - (old?.requests ?? 0)
      var figures = Figures(calls: now.requests, failures: now.failures)
      figures.rate = seconds > 0 && old != nil ? Double(made) / seconds : 0
      figures.counted = made > 0 ? made : now.requests
      figures.nanoseconds = made > 0 ? now.nanoseconds - (old?.nanoseconds ?? 0) : now.nanoseconds
      let name = ClusterFigures.Key(host: "", target: key.target, action: key.action)
      rows[name, default: Row(target: key.target, action: key.action)].sum += figures
      rows[name]?.hosts.append((key.host, figures))
    }
    self.rows = rows.values.map { row in
      var row = row
      row.hosts.sort { ($1.figures.rate, $1.figures.calls, $0.name) < ($0.figures.rate, $0.figures.calls, $1.name) }
      return row
    }.sorted { ($1.sum.rate, $1.sum.calls, $0.target, $0.action) < ($0.sum.rate, $0.sum.calls, $1.target, $1.action) }
  }

  func text(_ limit: Int) -> String {
    let head = ["CALLS", "A SECOND", "AVERAGE", "FAILED", "HOSTS", "ACTION"]
    let lines = rows.prefix(limit).map { row in
      [
        "\(row.sum.calls)", TopTable.written(row.sum.rate), TopTable.time(row.sum.average), "\(row.sum.failures)",
        "\(row.hosts.count)", shown(row.action.isEmpty ? row.target : "\(row.target) \(row.action)", lineBreaks: false),
      ]
    }
    return ListText.aligned([head] + lines, rightAligned: Set(0..<5))
      + (rows.count > limit ? "and \(rows.count - limit) more\n" : "")
  }

  var json: Value {
    .list(
      rows.map { row in
        var fields: Fields = ["target": .text(row.target), "action": .text(row.action)]
        ClusterTopTable.add(row.sum, to: &fields)
        fields["hosts"] = .list(
          row.hosts.map { host in
            var fields: Fields = ["host": .text(host.name)]
            ClusterTopTable.add(host.figures, to: &fields)
            return .map(fields)
          })
        return .map(fields)
      })
  }

  private static func add(_ figures: Figures, to fields: inout Fields) {
    fields["calls"] = .int(figures.calls)
    fields["rate"] = .double(figures.rate)
    fields["average"] = .some(figures.average.map { .double(Double($0) / 1e9) } ?? .null)
    fields["failures"] = .int(figures.failures)
  }
}

extension Int {
  // Hosts say any number.
  fileprivate func addingCapped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension Help {
  static let clusterTop = """
    top - \(Help.clause(ClusterTopCommand.summary))

    USAGE
      host --cluster URL top [OPTIONS]

      A row for each action that was called by the cluster: how many calls there
      were on all hosts, how many a second now, how long one of them took on
      average, how many failed and on how many hosts it was called. What is called
      most now stands first. Where a host has no place to tell of each action, all
      of a component are one. On a terminal it is shown anew each second or so,
      until Ctrl-C; else once, after a second.

    \(ClusterCommands.options)

    JSON
      A list of objects with the keys target, action (empty for all of a component),
      calls, rate, average (in seconds, or null), failures and hosts (objects with
      host, calls, rate, average and failures).

    """
}
