import ComponentDoors
import ComponentHost
import ComponentKit

/// `host openapi`: what callers from outside may call over HTTP, for programs that make clients, pages and tests of it.
struct OpenAPICommand: Command {
  static let name = "openapi"
  static let summary = "Describe what callers may call, as OpenAPI"
  static let help = Help.openAPI
  static let options: [Option] = [.timeout] + PolicyOptions.all

  private let limit: TimeLimit
  private let policy: PolicyOptions

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage("openapi takes no \(quoted(word))", help: "see one action with 'host describe TARGET ACTION'")
    }
    limit = try TimeLimit(arguments)
    policy = try PolicyOptions(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    var context = context
    try context.take(policy)
    if let misnamed = context.settings.misnamed(context.settings.places) { throw misnamed }
    let host = context.makeHost(describesOnly: true)
    let document = try context.loading(limit) {
      OpenAPI(of: host) { name, refusal in
        context.remarks.warn("component_refused", "the component \(quoted(name)) is left out: \(refusal.message)")
      }.json
    }
    guard context.isJSON else { return try context.console.print(document) }
    // No line ends within a text of JSON.
    return try context.console.print(document.filter { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")])
  }
}
