import ComponentKit

/// Puts messages together that go to a client. Each is one line, without its end.
struct MCPWriter: Sendable {
  /// The name and version of this program.
  let server: Value

  /// What answers a request.
  func answer(_ id: MCPRequestID?, _ outcome: Result<Fields, MCPFault>, _ revision: MCPRevision) -> [UInt8] {
    switch outcome {
    case .failure(let fault): return MCPWriter.message(id, "error", fault.value)
    case .success(let result):
      if let bytes = MCPWriter.written(id, "result", .map(complete(result, revision))) { return bytes }
      let fault = MCPFault(.internalError, "what answers the request can't be written as JSON")
      return MCPWriter.message(id, "error", fault.value)
    }
  }

  // What the stateless revisions have in each result.
  private func complete(_ result: Fields, _ revision: MCPRevision) -> Fields {
    guard revision.isStateless else { return result }
    var result = result
    result["resultType"] = "complete"
    var meta = result["_meta"]?.map ?? [:]
    meta["io.modelcontextprotocol/serverInfo"] = .some(server)
    result["_meta"] = .map(meta)
    return result
  }

  /// What was not asked for.
  static func notice(_ method: String, _ parameters: Fields = [:]) -> [UInt8] {
    var fields: Fields = ["jsonrpc": "2.0", "method": .text(method)]
    if !parameters.isEmpty { fields["params"] = .map(parameters) }
    return bytes(.map(fields)) ?? []
  }

  private static func message(_ id: MCPRequestID?, _ key: String, _ value: Value) -> [UInt8] {
    written(id, key, value) ?? []
  }

  private static func written(_ id: MCPRequestID?, _ key: String, _ value: Value) -> [UInt8]? {
    bytes(["jsonrpc": "2.0", "id": id?.value ?? .null, key: value])
  }

  private static func bytes(_ message: Value) -> [UInt8]? {
    var bytes: [UInt8] = []
    do throws(JSONWriteError) { try message.appendJSON(to: &bytes) } catch { return nil }
    return bytes
  }

  /// Several answers in one piece.
  static func batch(_ answers: [[UInt8]]) -> [UInt8] {
    [UInt8(ascii: "[")] + answers.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }
}
