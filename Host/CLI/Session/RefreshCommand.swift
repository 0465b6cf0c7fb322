import ComponentHost
import ComponentKit

/// `refresh`, in a session: brings what is loaded in line with the folders.
struct RefreshCommand: Command {
  static let name = "refresh"
  static let summary = "Take up what has changed in the folders"
  static let help = Help.refresh
  static let options: [Option] = [.timeout]

  private let limit: TimeLimit

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first { throw .usage("refresh takes no \(quoted(word))") }
    limit = try TimeLimit(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let host = context.makeHost()
    return try RefreshCommand.print(try context.loading(limit) { host.refresh() }, context)
  }

  /// Tells what has become of components.
  static func print(_ changes: [Change], _ context: Context) throws(Problem) -> ExitCode {
    if context.isJSON { return try context.console.print(Value.list(changes.map(\.json)).jsonLine) }
    if changes.isEmpty { context.remarks.tell("nothing has changed\n") }
    return try context.console.print(changes.map { "\(shown("\($0)", lineBreaks: false))\n" }.joined())
  }
}

extension Change {
  fileprivate var json: Value {
    var fields: Fields = ["name": .text(name), "change": "removed", "generation": nil, "refusal": nil]
    switch kind {
    case .added: fields["change"] = "added"
    case .removed: break
    case .replaced(let generation):
      fields["change"] = "replaced"
      fields["generation"] = .int(generation)
    case .kept(let refusal):
      fields["change"] = "kept"
      fields["refusal"] = refusal.json
    }
    return .map(fields)
  }
}
