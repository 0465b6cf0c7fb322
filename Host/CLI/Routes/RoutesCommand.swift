import ComponentHost
import ComponentKit

/// `host routes`: every way by which URLs and keys lead somewhere.
struct RoutesCommand: Command {
  static let name = "routes"
  static let summary = "List the paths, keys and schemes"
  static let help = Help.routes
  static let options: [Option] = [.timeout] + PolicyOptions.all

  private let limit: TimeLimit
  private let policy: PolicyOptions

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage("routes takes no \(quoted(word))", help: "see those of one component with 'host describe TARGET'")
    }
    limit = try TimeLimit(arguments)
    policy = try PolicyOptions(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    var context = context
    try context.take(policy)
    if let misnamed = context.settings.misnamed(context.settings.places) { throw misnamed }
    let host = context.makeHost(describesOnly: true)
    let policy = context.settings.engine.policy
    let ways = try context.loading(limit) { Ways(host, policy, context.remarks) }
    if context.isJSON { return try context.console.print(ways.json.jsonLine) }
    var page = Page(width: context.console.out.columns ?? 80, isBold: context.console.mayColour(context.console.out))
    page.describe(ways)
    if page.text.isEmpty { context.remarks.tell("no component and no policy leads anywhere\n") }
    return try context.console.print(page.text)
  }
}
