import ComponentHost
import ComponentKit

/// How a command is told of what it shows, which is all that callers from outside have: for how long components may be
/// loaded for it, and by which policy.
struct OutsideView {
  static let options: [Option] = [.timeout] + PolicyOptions.all

  private let limit: TimeLimit
  private let policy: PolicyOptions

  /// - Parameter help: what shows only one component's: of words such a command takes none.
  init(_ arguments: Arguments, of command: any Command.Type, orElse help: String) throws(Problem) {
    if let word = arguments.words.first { throw .usage("\(command.name) takes no \(quoted(word))", help: help) }
    limit = try TimeLimit(arguments)
    policy = try PolicyOptions(arguments)
  }

  /// Reads it from a host that has the policy, and loads components only to show them.
  func read<R>(_ context: Context, _ body: (Host, Policy) -> R) throws(Problem) -> R {
    var context = context
    try context.take(policy)
    if let misnamed = context.settings.misnamed(context.settings.places) { throw misnamed }
    let host = context.makeHost(describesOnly: true)
    let policy = context.settings.engine.policy
    return try context.loading(limit) { body(host, policy) }
  }
}
