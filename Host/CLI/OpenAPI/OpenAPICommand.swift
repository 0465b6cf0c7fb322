import ComponentDoors
import ComponentHost
import ComponentKit

/// `host openapi`: what callers from outside may call over HTTP, for programs that make clients, pages and tests of it.
struct OpenAPICommand: Command {
  static let name = "openapi"
  static let summary = "Describe what callers may call, as OpenAPI"
  static let help = Help.openAPI
  static let options = OutsideView.options

  private let view: OutsideView

  init(_ arguments: Arguments) throws(Problem) {
    view = try OutsideView(
      arguments, of: OpenAPICommand.self, orElse: "see one action with 'host describe TARGET ACTION'")
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let document = try view.read(context) { host, _ in
      OpenAPI(of: host) { name, refusal in
        context.remarks.warn("component_refused", "the component \(quoted(name)) is left out: \(refusal.message)")
      }.json
    }
    guard context.isJSON else { return try context.console.print(document) }
    // No line ends within a text of JSON.
    return try context.console.print(document.filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")])
  }
}
