import ComponentKit

/// Why a message is answered by an error of the protocol: it is no request, or asks for what there is not.
///
/// What goes wrong within a tool is no such fault, but what the tool replies with.
struct MCPFault: Error, Sendable, Equatable {
  let code: Code
  /// One sentence.
  let message: String
  /// Further facts; nil for none.
  var data: Value?

  enum Code: Int, Sendable {
    case notJSON = -32700
    case invalidRequest = -32600
    case noSuchMethod = -32601
    case invalidParameters = -32602
    case internalError = -32603
    /// Of the stateless revisions: a request is written in one that is not known here.
    case unknownRevision = -32022
  }

  init(_ code: Code, _ message: String, data: Value? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }

  var value: Value {
    var fields: Fields = ["code": .int(code.rawValue), "message": .text(message)]
    if let data { fields["data"] = .some(data) }
    return .map(fields)
  }
}

extension MCPFault {
  static func unknownMethod(_ name: String) -> MCPFault {
    MCPFault(.noSuchMethod, "there is no method \(quoted(name))")
  }

  static func unknownTool(_ name: String) -> MCPFault {
    MCPFault(.invalidParameters, "there is no tool \(quoted(name))")
  }

  static func unknownRevision(_ name: String) -> MCPFault {
    MCPFault(
      .unknownRevision, "requests in the revision \(quoted(name)) are not understood",
      data: ["supported": .list(MCPRevision.told.map(Value.text)), "requested": .text(excerpt(name))])
  }

  static let idInUse = MCPFault(.invalidRequest, "a request with this id is being answered")
  static func unread(_ count: Int) -> MCPFault {
    MCPFault(.internalError, "the answer was left out: others of \(count) bytes wait for the client")
  }

  static let crowded = MCPFault(.internalError, "the call was not begun: too much waits for the client")
  static let lateTools = MCPFault(.internalError, "the tools are not known in time")
  static let ending = MCPFault(.internalError, "the host is about to end")
}
