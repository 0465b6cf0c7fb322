import ComponentHost
import ComponentKit

/// `host open`: opens a URL as a caller from outside would.
struct OpenCommand: Command {
  static let name = "open"
  static let summary = "Open a URL, as a caller from outside"
  static let help = Help.open
  static let options: [Option] = [.timeout, .dryRun, .key] + PolicyOptions.all

  /// Empty where a key is called.
  private let url: String
  private let key: String?
  private let items: [CallParameters.Item]
  private let limit: TimeLimit
  private let checks: Bool
  private let policy: PolicyOptions

  init(_ arguments: Arguments) throws(Problem) {
    limit = try TimeLimit(arguments)
    checks = arguments.has(.dryRun)
    policy = try PolicyOptions(arguments)
    key = arguments.value(.key)
    if key != nil {
      if checks {
        throw .usage("--key and --dry-run exclude each other", help: "see what a key leads to with 'host routes'")
      }
      // What narrows a policy is said of URLs, and whoever denies a target must not find it called.
      let narrowing = PolicyOptions.all.filter { $0 != .policy }
      if let given = arguments.options.first(where: { narrowing.contains($0.option) }) {
        throw .usage(
          "--key and \(given.option.name) exclude each other",
          help: "a key is called as an action is: no rule for callers from outside applies to it")
      }
      url = ""
      items = try arguments.words.map { word throws(Problem) in try CallParameters.Item(word) }
      return
    }
    items = []
    guard arguments.words.count == 1 else {
      throw .usage(
        arguments.words.isEmpty ? "open needs a URL" : "open takes one URL, not \(quoted(arguments.words[1])) as well",
        help: "write host open 'app://Reader/showDetail?id=1', in quotes: shells have plans for & and ?")
    }
    url = arguments.words[0]
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    var context = context
    try context.take(policy)
    let host = context.makeHost(timeLimit: limit.duration, target: key)
    if let key { return try call(key, host, context) }
    if checks { return try check(host, context) }
    return TimedCall(url: url, limit: limit).run(on: host, context) { (cancellation) throws(Failure) in
      try host.mediator.strict.open(
        url, timeLimit: limit.duration, cancellation: cancellation, progress: context.remarks.progress)
    }
  }

  // A key is no URL: it is called as an action is, and its hints stand among the parameters.
  private func call(_ key: String, _ host: Host, _ context: Context) throws(Problem) -> ExitCode {
    let given = try CallParameters(items, whole: [:])
    // Of the question as well: it may load the component, and the call has what is left.
    let end = limit.duration.map { Deadline(after: $0) }
    return TimedCall(key: key, limit: limit).run(on: host, context) { (cancellation) throws(Failure) in
      let known = try host.hints(ofKey: key, until: end, cancellation)
      let (hints, parameters) = given.fields.parted { known[$0] != nil }
      return try host.mediator.strict.open(
        key: key, parameters, hints: hints, loose: given.loose, timeLimit: end?.timeLeft, cancellation: cancellation,
        progress: context.remarks.progress)
    }
  }

  // Whether it could be opened, without opening it.
  private func check(_ host: Host, _ context: Context) throws(Problem) -> ExitCode {
    switch try context.loading(limit, { host.canOpen(url) }) {
    case .success(let candidate):
      guard context.isJSON else {
        for ignored in candidate.ignored { context.remarks.warn(Report.Kind.ignoredParameter.rawValue, "\(ignored)") }
        let answers = candidate.target.isEmpty ? "the system" : "\(candidate.target).\(candidate.action)"
        return try context.console.print("\(answers) answers\n")
      }
      return try context.console.print(
        Value.map([
          "target": .text(candidate.target), "action": .text(candidate.action),
          "route": candidate.route.map { .text("\($0)") } ?? nil,
          "ignored": .list(
            candidate.ignored.map {
              ["parameter": .text($0.name), "suggestions": .list($0.suggestions.map(Value.text))]
            }),
        ]).jsonLine)
    case .failure(let failure): throw Problem(ofURL: failure)
    }
  }
}

extension Fields {
  /// Those whose keys are of one sort, and the others.
  fileprivate func parted(_ isFirst: (String) -> Bool) -> (Fields, Fields) {
    let first = filter { isFirst($0.key) }.map { ($0.key, $0.value) }
    let others = filter { !isFirst($0.key) }.map { ($0.key, $0.value) }
    return (Fields(unique: first), Fields(unique: others))
  }
}
