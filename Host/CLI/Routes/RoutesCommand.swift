import ComponentHost
import ComponentKit

/// `host routes`: every way by which URLs and keys lead somewhere.
struct RoutesCommand: Command {
  static let name = "routes"
  static let summary = "List the paths, keys and schemes"
  static let help = Help.routes
  static let options = OutsideView.options

  private let view: OutsideView

  init(_ arguments: Arguments) throws(Problem) {
    view = try OutsideView(
      arguments, of: RoutesCommand.self, orElse: "see those of one component with 'host describe TARGET'")
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let ways = try view.read(context) { Ways($0, $1, context.remarks) }
    if context.isJSON { return try context.console.print(ways.json.jsonLine) }
    var page = Page(width: context.console.out.columns ?? 80, isBold: context.console.mayColour(context.console.out))
    page.describe(ways)
    if page.text.isEmpty { context.remarks.tell("no component and no policy leads anywhere\n") }
    return try context.console.print(page.text)
  }
}
