import ComponentKit

/// What is done about one message of a client.
enum MCPPlan: Sendable {
  case nothing
  /// It is answered without more.
  case answer(MCPRequestID?, Result<Fields, MCPFault>, MCPRevision)
  /// A tool is called.
  case call(MCPToolCall)
  /// A page of the tools is told: those behind a name, or the first ones.
  case tools(MCPRequestID, MCPRevision, after: String?)
  /// From now on changes of the tools are told, if they are wanted, in the name of the request.
  case listen(MCPRequestID, MCPRevision, toTools: Bool)
  /// Nobody waits for the answer of a request any more.
  case cancel(MCPRequestID)

  /// The request that is to be answered; nil where none is.
  var id: MCPRequestID? {
    switch self {
    case .nothing, .cancel: nil
    case .answer(let id, _, _): id
    case .call(let call): call.id
    case .tools(let id, _, _): id
    case .listen(let id, _, _): id
    }
  }
}

/// A call of a tool that a client asks for.
struct MCPToolCall: Sendable {
  let id: MCPRequestID
  let revision: MCPRevision
  /// As the client wrote it.
  let tool: String
  let arguments: Fields
  /// By which it wants to hear how far the call has come; nil where it does not.
  let progressToken: MCPRequestID?
  /// Its place in a trace; nil where it has none.
  let trace: TraceParent?
}

/// What is done about what has come in one piece.
enum MCPPlans: Sendable {
  case one(MCPPlan)
  /// Several messages, whose answers go back in one piece as well.
  case batch([MCPPlan])
}
