import ComponentHost
import ComponentKit

/// An action as a tool.
struct Tool: Sendable {
  let name: ToolName
  /// The same as a text.
  let text: String
  /// How long it is as JSON, or less.
  let length: Int
  private let summary: String
  private let reads: Bool
  private let input: Value
  private let output: Value?

  /// Nil where what it takes can't be told.
  ///
  /// - Parameter left: hears what is left out, one sentence each.
  init?(
    _ action: LoadedAction, of target: LoadedTarget, _ schema: JSONSchema, _ types: ToolTypes, left: (String) -> Void
  ) {
    name = ToolName(target: target.name, action: action.name)
    text = name.text
    (summary, reads) = (action.summary, action.reads)
    let limit = ToolTypes.lengthLimit
    guard let input = types.closed(schema.parameters(of: action)) else {
      left("the tool \(quoted(text)) is left out: the schema of its parameters would be longer than \(limit) bytes")
      return nil
    }
    self.input = input.schema
    let reply = schema.reply(of: action).flatMap { Tool.told($0, types) }
    let output = reply.flatMap { types.closed($0) }
    if reply != nil, output == nil {
      left("the tool \(quoted(text)) is told without its reply, whose schema would be longer than \(limit) bytes")
    }
    self.output = output?.schema
    length = 3 * text.utf8.count + summary.utf8.count + input.length + (output?.length ?? 0)
  }

  /// What a client is told of it.
  func value(_ revision: MCPRevision) -> Value {
    let title = "\(name.target).\(name.action)"
    var fields: Fields = ["name": .text(text)]
    if revision.hasStructure { fields["title"] = .text(title) }
    fields["description"] = .text(summary.isEmpty ? title : summary)
    fields["inputSchema"] = .some(input)
    if revision.hasStructure, let output, revision.structuresAnything || output["type"]?.text == "object" {
      fields["outputSchema"] = .some(output)
    }
    if revision.hasAnnotations { fields["annotations"] = ["title": .text(title), "readOnlyHint": .bool(reads)] }
    return .map(fields)
  }

  // The schema of a reply that is told as JSON, whatever it is; nil for one that is a text, or bytes, or may be.
  private static func told(_ reply: Value, _ types: ToolTypes) -> Value? {
    // Its names are followed, since programs want to see that it is an object.
    let form = types.resolved(reply)
    let kinds = form["type"]?.list?.compactMap(\.text) ?? form["type"]?.text.map { [$0] } ?? []
    guard !kinds.isEmpty, !kinds.contains("string") else { return nil }
    return form
  }
}
