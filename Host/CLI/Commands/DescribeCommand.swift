import ComponentHost
import ComponentKit

/// `host describe`: what a component, a target or an action says of itself, like a page of a manual.
struct DescribeCommand: Command {
  static let name = "describe"
  static let summary = "Describe a component, a target or an action"
  static let help = Help.describe
  static let options: [Option] = [.timeout]
  static let words: [WordKind] = [.target, .action]

  private let target: String
  private let action: String?
  private let limit: TimeLimit

  init(_ arguments: Arguments) throws(Problem) {
    let words = arguments.words
    guard let target = words.first else {
      throw .usage("describe needs a target", help: "write host describe TARGET [ACTION]")
    }
    if words.count > 2 {
      throw .usage("describe takes no \(quoted(words[2]))", help: "write host describe TARGET [ACTION]")
    }
    self.target = target
    action = words.dropFirst().first
    limit = try TimeLimit(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let host = context.makeHost(target: target, action: action, describesOnly: true)
    let found = try context.loading(limit) { () throws(Problem) in try lookUp(host) }
    if context.isJSON {
      try context.console.print(found.json().jsonLine)
    } else {
      var page = Page(width: context.console.out.columns ?? 80, isBold: context.console.mayColour(context.console.out))
      page.describe(found)
      try context.console.print(page.text)
    }
    return .ok
  }

  private func lookUp(_ host: Host) throws(Problem) -> LookUp {
    do throws(Problem) {
      return try Problem.lookUp(target, action, in: host)
    } catch {
      guard action == nil, let both = DottedName(target), (try? host.lookUp(both.target, both.action)) != nil else {
        throw error
      }
      var problem = error
      problem.help = [both.help(DescribeCommand.self)]
      throw problem
    }
  }
}

extension Page {
  /// What was asked for: a component, a target or an action.
  mutating func describe(_ found: LookUp) {
    let component = found.component
    if let target = found.target, let action = found.action {
      describe(action, of: target, in: component)
    } else if let target = found.target, target.name != component.name {
      describe(target, of: component)
    } else {
      // A component's own name stands for all of it.
      describe(component)
    }
  }
}
