import ComponentKit

/// What the messages of one client become, one after the other: what it has agreed on with the host is known here.
///
/// A request that says in its `_meta` what revision it is written in is understood by itself. All others are in the revision
/// that `initialize` has agreed on. A client may do both.
struct MCPRules: Sendable {
  /// What was agreed on; nil before.
  private(set) var revision: MCPRevision?
  /// Whether the client is ready to hear what it has not asked for.
  private(set) var isReady = false
  private let name: String
  private let version: String

  /// How many messages may come as one list.
  static let batchLimit = 256

  private static let revisionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
  private static let capabilities: Value = ["tools": ["listChanged": true]]

  /// - Parameters:
  ///   - name: the program's, as clients are told.
  ///   - version: the same.
  init(name: String, version: String) { (self.name, self.version) = (name, version) }

  /// The name and version of this program.
  var server: Value { ["name": .text(name), "version": .text(version)] }

  /// What a line becomes.
  mutating func plans(for piece: MessageReader.Piece, limit: Int) -> MCPPlans {
    guard case .line(let line) = piece else {
      return .one(refusal(nil, MCPFault(.invalidRequest, "the message is longer than \(limit) bytes")))
    }
    let value: Value
    do throws(JSONError) { value = try Value(json: line) } catch {
      return .one(refusal(of: line, error))
    }
    guard case .list(let messages) = value else { return .one(plan(for: value)) }
    guard revision?.hasBatches == true else {
      return .one(refusal(nil, MCPFault(.invalidRequest, "a list of messages is not taken in this revision")))
    }
    guard !messages.isEmpty else { return .one(refusal(nil, MCPFault(.invalidRequest, "a list of messages has some"))) }
    guard messages.count <= MCPRules.batchLimit else {
      return .one(
        refusal(
          nil, MCPFault(.invalidRequest, "a list has \(MCPRules.batchLimit) messages at most, not \(messages.count)")))
    }
    return .batch(once(messages.map { plan(for: $0, inBatch: true) }))
  }

  // The first request of an id is answered. Whether that is so before the next one is begun would be a matter of time.
  private func once(_ plans: [MCPPlan]) -> [MCPPlan] {
    var ids: Set<MCPRequestID> = []
    return plans.map { plan in
      guard let id = plan.id, !ids.insert(id).inserted else { return plan }
      return refusal(id, .idInUse)
    }
  }

  private mutating func plan(for value: Value, inBatch: Bool = false) -> MCPPlan {
    switch MCPMessage(value) {
    case .response: return .nothing
    case .invalid(let id, let fault): return refusal(id, fault)
    case .notification(let method, let parameters): return plan(forNotice: method, parameters)
    case .request(let id, let method, let parameters):
      if method == "initialize" {
        if inBatch { return refusal(id, MCPFault(.invalidRequest, "'initialize' stands alone")) }
        return initialize(id, parameters)
      }
      do throws(MCPFault) {
        return try plan(for: id, method, parameters, inBatch: inBatch)
      } catch {
        return refusal(id, error)
      }
    }
  }

  // Of a line that can't be read. A request is answered under its id where it is JSON.
  private func refusal(of line: [UInt8], _ error: JSONError) -> MCPPlan {
    let outline = error.isOfLimit ? line.withUnsafeBytes { MessageOutline($0) } : nil
    guard let outline, let id = outline.id, outline.hasMethod else {
      return refusal(nil, MCPFault(.notJSON, "the message is no JSON: \(error)"))
    }
    let isOfParameters = outline.parameters?.contains(error.offset) ?? false
    let fault = MCPFault(
      isOfParameters ? .invalidParameters : .invalidRequest, "the message can't be taken: \(error)")
    return refusal(id, fault)
  }

  private func refusal(_ id: MCPRequestID?, _ fault: MCPFault) -> MCPPlan {
    .answer(id, .failure(fault), revision ?? .latestAgreed)
  }

  // MARK: what is no request

  private mutating func plan(forNotice method: String, _ parameters: Fields) -> MCPPlan {
    switch method {
    case "notifications/initialized":
      isReady = revision != nil
      return .nothing
    case "notifications/cancelled": return MCPRequestID(parameters["requestId"]).map { .cancel($0) } ?? .nothing
    default: return .nothing
    }
  }

  // MARK: what is agreed on

  private mutating func initialize(_ id: MCPRequestID, _ parameters: Fields) -> MCPPlan {
    guard let wanted = parameters["protocolVersion"]?.text else {
      return refusal(id, MCPFault(.invalidParameters, "'initialize' says in protocolVersion what the client speaks"))
    }
    let agreed = MCPRevision(rawValue: wanted).flatMap { $0.isStateless ? nil : $0 } ?? .latestAgreed
    (revision, isReady) = (agreed, false)
    let result: Fields = [
      "protocolVersion": .text(agreed.rawValue), "capabilities": MCPRules.capabilities, "serverInfo": server,
    ]
    return .answer(id, .success(result), agreed)
  }

  // MARK: requests

  private func plan(
    for id: MCPRequestID, _ method: String, _ parameters: Fields, inBatch: Bool
  ) throws(MCPFault) -> MCPPlan {
    let revision = try self.revision(of: method, parameters)
    if inBatch, !revision.hasBatches {
      throw MCPFault(.invalidRequest, "a request in the revision '\(revision.rawValue)' stands alone")
    }
    switch method {
    case "tools/list": return .tools(id, revision, after: try MCPCursor.read(parameters["cursor"]))
    case "tools/call": return .call(try call(id, revision, parameters))
    case "ping" where !revision.isStateless: return .answer(id, .success([:]), revision)
    case "server/discover" where revision.isStateless:
      let result: Fields = [
        "supportedVersions": .list(MCPRevision.told.map(Value.text)), "capabilities": MCPRules.capabilities,
        // What it says does not change while the process lives.
        "ttlMs": 3_600_000, "cacheScope": "public",
      ]
      return .answer(id, .success(result), revision)
    case "subscriptions/listen" where revision.isStateless:
      guard let wanted = parameters["notifications"]?.map else {
        throw MCPFault(.invalidParameters, "'subscriptions/listen' says in notifications what the client wants to hear")
      }
      return .listen(id, revision, toTools: wanted["toolsListChanged"]?.bool == true)
    default: throw .unknownMethod(method)
    }
  }

  private static let methods: Set = [
    "tools/list", "tools/call", "ping", "server/discover", "subscriptions/listen",
  ]

  // What a request is written in.
  private func revision(of method: String, _ parameters: Fields) throws(MCPFault) -> MCPRevision {
    let meta = parameters["_meta"]
    if let said = meta?[MCPRules.revisionKey] {
      guard let name = said.text else {
        throw MCPFault(.invalidParameters, "\(MCPRules.revisionKey) is a text")
      }
      guard let revision = MCPRevision(rawValue: name), revision.isStateless else { throw .unknownRevision(name) }
      guard meta?[MCPRules.capabilitiesKey]?.map != nil else {
        throw MCPFault(.invalidParameters, "the _meta of a request has an object as \(MCPRules.capabilitiesKey)")
      }
      return revision
    }
    if let revision { return revision }
    if method == "ping" { return .latestAgreed }
    guard MCPRules.methods.contains(method) else { throw .unknownMethod(method) }
    throw MCPFault(
      .invalidParameters,
      "the client begins with 'initialize', or says in the _meta of each request \(MCPRules.revisionKey)")
  }

  private func call(
    _ id: MCPRequestID, _ revision: MCPRevision, _ parameters: Fields
  ) throws(MCPFault) -> MCPToolCall {
    guard let tool = parameters["name"]?.text else {
      throw MCPFault(.invalidParameters, "'tools/call' says in name what tool is called")
    }
    let arguments: Fields
    switch parameters["arguments"] {
    case nil, .null?: arguments = [:]
    case .map(let fields)?: arguments = fields
    default: throw MCPFault(.invalidParameters, "the arguments of a tool are a JSON object")
    }
    return MCPToolCall(
      id: id, revision: revision, tool: tool, arguments: arguments,
      progressToken: MCPRequestID(parameters["_meta"]?["progressToken"]),
      trace: parameters["_meta"]?["traceparent"]?.text.flatMap { TraceParent($0) })
  }
}

/// Where a page of a list begins: behind a name. For clients it is a text without meaning.
enum MCPCursor {
  private static let mark = "after:"

  static func write(_ name: String) -> Value { .text(mark + name) }

  static func read(_ cursor: Value?) throws(MCPFault) -> String? {
    switch cursor {
    case nil, .null?: return nil
    case .text(let text)?
    where text.utf8.starts(with: mark.utf8) && text.utf8.count <= mark.utf8.count + ToolName.limit:
      return String(Substring(text.utf8.dropFirst(mark.utf8.count)))
    default: throw MCPFault(.invalidParameters, "the cursor is none that was told")
    }
  }
}
