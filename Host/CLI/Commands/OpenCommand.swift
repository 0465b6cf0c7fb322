import ComponentHost
import ComponentKit

/// `host open`: opens a URL as a caller from outside would.
struct OpenCommand: Command {
  static let name = "open"
  static let summary = "Open a URL, as a caller from outside"
  static let help = Help.open
  static let options: [Option] = [.timeout, .dryRun] + PolicyOptions.all

  private let url: String
  private let limit: TimeLimit
  private let checks: Bool
  private let policy: PolicyOptions

  init(_ arguments: Arguments) throws(Problem) {
    guard arguments.words.count == 1 else {
      throw .usage(
        arguments.words.isEmpty ? "open needs a URL" : "open takes one URL, not \(quoted(arguments.words[1])) as well",
        help: "write host open 'app://Reader/showDetail?id=1', in quotes: shells have plans for & and ?")
    }
    url = arguments.words[0]
    limit = try TimeLimit(arguments)
    checks = arguments.has(.dryRun)
    policy = try PolicyOptions(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    var context = context
    try context.take(policy)
    let host = context.makeHost(timeLimit: limit.duration)
    if checks { return try check(host, context) }
    return TimedCall(url: url, limit: limit).run(on: host, context) { (cancellation) throws(Failure) in
      try host.mediator.strict.open(
        url, timeLimit: limit.duration, cancellation: cancellation, progress: context.remarks.progress)
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
