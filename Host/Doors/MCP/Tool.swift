import ComponentHost
import ComponentKit

/// An action as a tool.
struct Tool: Sendable {
  let name: ToolName
  /// The same as a text.
  let text: String
  private let summary: String
  private let reads: Bool
  private let input: Value
  private let output: Value?

  init(_ action: LoadedAction, of target: LoadedTarget, in component: LoadedComponent) {
    name = ToolName(target: target.name, action: action.name)
    text = name.text
    (summary, reads) = (action.summary, action.reads)
    let schema = JSONSchema(component)
    let types = schema.definitions(usedBy: [action], of: component)
    input = Tool.closed(schema.parameters(of: action), types)
    output = schema.reply(of: action).flatMap { Tool.output($0, types) }
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
  private static func output(_ reply: Value, _ types: Fields) -> Value? {
    var form = reply
    var seen = 0
    // Its names are followed, since programs want to see that it is an object.
    while let name = name(form), let definition = types[name], seen <= types.count {
      (form, seen) = (definition, seen + 1)
    }
    let kinds = form["type"]?.list?.compactMap(\.text) ?? form["type"]?.text.map { [$0] } ?? []
    guard !kinds.isEmpty, !kinds.contains("string") else { return nil }
    return closed(form, types)
  }

  private static let prefix = "#/$defs/"

  private static func name(_ schema: Value) -> String? {
    schema["$ref"]?.text.flatMap { text in
      text.utf8.starts(with: prefix.utf8) ? String(Substring(text.utf8.dropFirst(prefix.utf8.count))) : nil
    }
  }

  // A schema with the definitions that it refers to, directly or through others.
  private static func closed(_ schema: Value, _ types: Fields) -> Value {
    guard !types.isEmpty, case .map(var fields) = schema else { return schema }
    var found: Set<String> = []
    var open = [schema]
    while let next = open.popLast() {
      switch next {
      case .list(let items): open += items
      case .map(let members):
        if let name = name(next), found.insert(name).inserted, let type = types[name] { open.append(type) }
        open += members.map(\.value)
      default: break
      }
    }
    let used = types.filter { found.contains($0.key) }
    if !used.isEmpty { fields["$defs"] = .map(Fields(used.map { ($0.key, $0.value) })) }
    return .map(fields)
  }
}
