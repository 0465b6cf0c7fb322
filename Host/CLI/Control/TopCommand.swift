import ComponentDoors
import ComponentHost
import ComponentKit
import Glibc

/// `top`, of a running host: what is called, how often, how long it takes and how often it fails.
struct TopCommand: Command {
  static let name = "top"
  static let summary = "Show what is called, how often and how fast"
  static let help = Help.top
  static let options: [Option] = []

  // How often it looks.
  private static let pause: Duration = .seconds(1)
  // So many rows are shown on a terminal.
  private static let rows = 20

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first { throw .usage("top takes no \(quoted(word))") }
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    guard let session = context.session else { return .ok }
    let console = context.console
    // On a terminal it goes on until the client has seen enough, else one look is all.
    let isLive = console.out.columns != nil && !context.isJSON
    var before = session.serving.figures()
    var began = Deadline.now
    while true {
      guard try wait(context) else { return .ok }
      let after = session.serving.figures()
      let now = Deadline.now
      let table = TopTable(from: before, to: after, seconds: Double(now - began) / 1e9)
      if context.isJSON { return try console.print(table.json.jsonLine) }
      if !isLive { return try console.print(table.text(.max)) }
      try console.print("\u{1B}[H\u{1B}[J" + table.text(TopCommand.rows))
      if console.outIsClosed.isSet { return .ok }
      (before, began) = (after, now)
    }
  }

  // False once nobody looks any more.
  private func wait(_ context: Context) throws(Problem) -> Bool {
    let end = Deadline(after: TopCommand.pause)
    while !end.hasPassed {
      if try context.client?.goesOn() == false { return false }
      usleep(50_000)
    }
    return true
  }
}

/// What has become of the calls between two looks.
struct TopTable {
  struct Row {
    let target: String
    let action: String
    /// In all.
    let calls: Int64
    let failures: Int
    let underWay: Int
    /// A second, between the two looks.
    let rate: Double
    /// In nanoseconds, of those that ended between the two looks, or else of all: so many took that long at most. Nil where
    /// there were none, and the largest number where it is longer than is told apart.
    let median: Int64?
    let most: Int64?
  }

  let rows: [Row]

  init(from before: [ActionSample], to after: [ActionSample], seconds: Double) {
    let known = Dictionary(before.map { ("\($0.target).\($0.action)", $0) }) { first, _ in first }
    rows = after.compactMap { sample in
      let old = known["\(sample.target).\(sample.action)"]
      let calls = sample.counts.last ?? 0
      if calls == 0, sample.underWay == 0 { return nil }
      let news = zip(sample.counts, old?.counts ?? Array(repeating: 0, count: sample.counts.count)).map { $0 - $1 }
      let made = news.last ?? 0
      let counts = made > 0 ? news : sample.counts
      return Row(
        target: sample.target, action: sample.action, calls: calls, failures: sample.failures,
        underWay: sample.underWay, rate: seconds > 0 ? Double(made) / seconds : 0,
        median: ActionSample.quantile(0.5, of: counts), most: ActionSample.quantile(0.99, of: counts))
    }
    .sorted { ($1.rate, $1.calls, $0.target, $0.action) < ($0.rate, $0.calls, $1.target, $1.action) }
  }

  func text(_ limit: Int) -> String {
    let head = ["CALLS", "A SECOND", "MEDIAN", "99 %", "FAILED", "UNDER WAY", "ACTION"]
    let lines = rows.prefix(limit).map { row in
      [
        "\(row.calls)", TopTable.written(row.rate), TopTable.time(row.median), TopTable.time(row.most),
        "\(row.failures)", "\(row.underWay)", shown(row.name, lineBreaks: false),
      ]
    }
    return ListText.aligned([head] + lines, rightAligned: Set(0..<6))
      + (rows.count > limit ? "and \(rows.count - limit) more\n" : "")
  }

  var json: Value {
    .list(
      rows.map { row in
        [
          "target": .text(row.target), "action": .text(row.action), "calls": .int(Int(row.calls)),
          "rate": .double(row.rate), "median": TopTable.seconds(row.median), "p99": TopTable.seconds(row.most),
          "failures": .int(row.failures), "under_way": .int(row.underWay),
        ]
      })
  }

  private static func seconds(_ nanoseconds: Int64?) -> Value {
    guard let nanoseconds, nanoseconds != .max else { return .null }
    return .double(Double(nanoseconds) / 1e9)
  }

  // With one digit behind the point.
  static func written(_ rate: Double) -> String {
    // What others say of a cluster may be any number.
    let tenths = Int64(exactly: (rate * 10).rounded()) ?? .max
    return "\(tenths / 10).\(tenths % 10)"
  }

  static func time(_ nanoseconds: Int64?) -> String {
    switch nanoseconds {
    case nil: "-"
    case .max?: "> 10 s"
    case let time? where time < 1_000_000: "\(time / 1000) µs"
    case let time? where time < 1_000_000_000: "\(time / 1_000_000).\(time / 100_000 % 10) ms"
    case let time?: "\(time / 1_000_000_000).\(time / 100_000_000 % 10) s"
    }
  }
}

extension TopTable.Row {
  /// Those that are not kept apart have no name.
  var name: String { target.isEmpty ? "others" : "\(target) \(action)" }
}

extension Help {
  static let top = """
    top - \(Help.clause(TopCommand.summary))

    USAGE
      host --connect SOCKET top [OPTIONS]

      A row for each action that was called over HTTP: how many calls there were,
      how many a second now, how long half of them took at most and how long 99 of
      a hundred, as far as it is told apart, how many failed and how many are under
      way. What is called most now stands first. On a terminal it is shown anew
      each second, until Ctrl-C; else once, after a second.

    JSON
      A list of objects with the keys target, action (both empty for all those that
      are not kept apart), calls, rate, median and p99 (in seconds, or null),
      failures and under_way.

    """
}
