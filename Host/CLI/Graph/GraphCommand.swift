import ComponentHost
import ComponentKit

/// The forms that a graph is printed in.
enum GraphFormat: String, CaseIterable, Sendable {
  case mermaid, dot
}

/// `host graph`: draws who needs whom, who hears whom, and who was seen to call whom.
struct GraphCommand: Command {
  static let name = "graph"
  static let summary = "Draw who needs and calls whom"
  static let help = Help.graph
  static let options: [Option] = [.format, .trace, .timeout]

  private let format: GraphFormat
  private let trace: String?
  private let limit: TimeLimit

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage("graph takes no \(quoted(word))", help: "name the folder with --plugins DIR")
    }
    let word = arguments.value(.format) ?? GraphFormat.mermaid.rawValue
    guard let format = GraphFormat(rawValue: word) else {
      throw .unknown("format", word, among: GraphFormat.allCases.map(\.rawValue), orElse: "write --format mermaid|dot")
    }
    self.format = format
    trace = arguments.value(.trace)
    limit = try TimeLimit(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let host = context.makeHost(describesOnly: true)
    let graph = try context.loading(limit) { () throws(Problem) -> ComponentGraph in
      // Within the limit as well: a FIFO may be named that nobody writes to.
      let seen = try trace.map { path throws(Problem) in try SeenCalls(file: path) }
      var components: [LoadedComponent] = []
      for name in host.names(beginning: "") {
        do throws(Refusal) {
          if let component = try host.load(name) { components.append(component) }
        } catch {
          context.remarks.warn("component_refused", "the component \(quoted(name)) is left out: \(error.message)")
        }
      }
      return ComponentGraph(components, seen)
    }
    if context.isJSON { return try context.console.print(graph.json.jsonLine) }
    return try context.console.print(format == .dot ? graph.dot : graph.mermaid)
  }
}
