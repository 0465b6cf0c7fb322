import ComponentKit

/// A message of JSON-RPC 2.0, as it came from a client.
enum MCPMessage: Sendable {
  case request(MCPRequestID, method: String, Fields)
  case notification(method: String, Fields)
  /// It answers something, and nothing was asked.
  case response
  /// What is answered to it.
  case invalid(MCPRequestID?, MCPFault)

  init(_ value: Value) {
    guard case .map(let fields) = value else {
      self = .invalid(nil, MCPFault(.invalidRequest, "a message is a JSON object"))
      return
    }
    let id = MCPRequestID(fields["id"])
    do throws(MCPFault) {
      self = try MCPMessage.read(fields, id)
    } catch {
      self = .invalid(id, error)
    }
  }

  private static func read(_ fields: Fields, _ id: MCPRequestID?) throws(MCPFault) -> MCPMessage {
    guard fields["jsonrpc"]?.text == "2.0" else {
      throw MCPFault(.invalidRequest, "a message says \"jsonrpc\": \"2.0\"")
    }
    guard let method = fields["method"] else {
      if fields["result"] != nil || fields["error"] != nil { return .response }
      throw MCPFault(.invalidRequest, "a message has a method")
    }
    guard case .text(let method) = method else { throw MCPFault(.invalidRequest, "a method is a text") }
    guard fields["id"] == nil || id != nil else {
      throw MCPFault(.invalidRequest, "the id of a request is a text or an integer")
    }
    let parameters: Fields
    switch fields["params"] {
    case nil, .null?: parameters = [:]
    case .map(let fields)?: parameters = fields
    // Nobody hears what is wrong with what is no request.
    case _ where id == nil: parameters = [:]
    default: throw MCPFault(.invalidParameters, "the parameters of a request are a JSON object")
    }
    return id.map { .request($0, method: method, parameters) } ?? .notification(method: method, parameters)
  }
}
