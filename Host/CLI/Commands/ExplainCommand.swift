import ComponentHost
import ComponentKit

/// `host explain`: how a URL or a call would be resolved.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Show who would answer, and call nobody"
  static let help = Help.explain
  static let options: [Option] = [.timeout] + PolicyOptions.all
  static let words: [WordKind] = [.target, .action]

  private let words: [String]
  private let limit: TimeLimit
  private let policy: PolicyOptions

  init(_ arguments: Arguments) throws(Problem) {
    words = arguments.words
    guard words.count == 1 && words[0].mayBeURL || words.count == 2 else {
      let both = words.count == 1 ? DottedName(words[0]) : nil
      throw .usage(
        "explain needs a URL, or a target and an action",
        help: both?.help(ExplainCommand.self) ?? "write host explain URL, or TARGET ACTION")
    }
    if words.count == 2, words[0].mayBeURL {
      throw .usage(
        "a URL takes nothing behind it, and there is \(quoted(words[1]))",
        help: "quote a URL that has '&' or '?' in it: host explain 'app://Reader/open?id=1'")
    }
    if words.count == 2 { try PolicyOptions.check(arguments, exclude: "a target with an action") }
    limit = try TimeLimit(arguments)
    policy = try PolicyOptions(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    var context = context
    try context.take(policy)
    let host = context.makeHost()
    let steps = try context.loading(limit) {
      words.count == 1 ? host.explain(url: words[0]) : host.explain(words[0], words[1])
    }
    if context.isJSON {
      try context.console.print(
        Value.list(
          steps.map { step in
            [
              "stage": .text(step.stage.rawValue), "message": .text(step.message), "obstacle": .bool(step.isObstacle),
            ]
          }
        ).jsonLine)
    } else {
      let lines = steps.map {
        ["  \($0.stage.label)", ($0.isObstacle ? "x " : "  ") + shown($0.message, lineBreaks: false)]
      }
      try context.console.print(ListText.aligned(lines, rightAligned: []))
    }
    return .ok
  }
}

extension String {
  /// Whether it is a URL, also one that is no call, or was meant to be one.
  fileprivate var mayBeURL: Bool { looksLikeURL || CallURL.scheme(of: self) != nil }
}
