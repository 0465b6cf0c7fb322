import ComponentHost
import ComponentKit

/// What the end of a call is as the result of a tool.
struct ToolResult: Sendable {
  let revision: MCPRevision
  let name: ToolName
  /// What the tool declares of its bytes.
  var type: MediaType?

  /// Where the failure stands for programs. For models there are words.
  private static let failureKey = "component-host/failure"

  func fields(of outcome: Result<Value, Failure>) -> Fields {
    switch outcome {
    case .success(let reply): return fields(of: reply)
    case .failure(let failure): return fields(of: failure)
    }
  }

  private func fields(of reply: Value) -> Fields {
    guard let content = content(of: reply) else {
      return fields(of: Failure(.failed, "unwritable_reply", "the reply can't be written as JSON"))
    }
    var fields: Fields = ["content": content]
    if isStructured(reply) { fields["structuredContent"] = .some(reply) }
    return fields
  }

  private func fields(of failure: Failure) -> Fields {
    let written = WrittenFailure(ofURL: failure)
    var words = written.message
    if !written.suggestions.isEmpty {
      words += "; did you mean \(written.suggestions.map { "'\($0)'" }.joined(separator: " or "))?"
    }
    var content: [Value] = []
    // A stand-in says what there is to say.
    if let said = failure.answer, let answer = self.content(of: said)?.list { content = answer }
    content.append(["type": "text", "text": .text(words)])
    return [
      "content": .list(content), "isError": true, "_meta": [ToolResult.failureKey: written.value["error"] ?? nil],
    ]
  }

  /// Whether a reply is told as JSON besides its text: the schema of such replies is told with the tool.
  private func isStructured(_ reply: Value) -> Bool {
    switch reply {
    case .map: revision.hasStructure
    case .text, .bytes: false
    default: revision.structuresAnything
    }
  }

  // Nil where it can't be written down.
  private func content(of value: Value) -> Value? {
    switch value {
    case .null: return []
    case .text(let text): return [["type": "text", "text": .text(text)]]
    case .bytes(let bytes): return [blob(bytes)]
    default: return (try? value.json()).map { [["type": "text", "text": .text($0)]] }
    }
  }

  // Bytes are a resource of no further use: its name says whose reply it is.
  private func blob(_ bytes: [UInt8]) -> Value {
    [
      "type": "resource",
      "resource": [
        "uri": .text("app://\(name.target)/\(name.action)"),
        "mimeType": .text(type?.description ?? "application/octet-stream"),
        "blob": .bytes(bytes),
      ],
    ]
  }
}
