import ComponentKit

@testable import ComponentDoors

extension FuzzTarget {
  /// The messages of a client of the Model Context Protocol, and what they become.
  public static let mcp = FuzzTarget(name: "mcp") { bytes throws(BrokenPromise) in
    let whole = try ReadMessages.read(bytes, pieces: nil)
    // However the bytes come, the same becomes of them.
    for seed in [1, 2, UInt64(bytes.count) | 1 << 32] {
      let inPieces = try ReadMessages.read(bytes, pieces: seed)
      try BrokenPromise.unless(
        inPieces.told == whole.told, "pieces change nothing: \(whole.told) became \(inPieces.told)")
    }
    return whole.taken > 0
  }
}

/// Reads messages as a door does, and answers what is answered without a call.
private struct ReadMessages {
  private(set) var told: [String] = []
  /// How many were right.
  private(set) var taken = 0
  private var reader = MessageReader(limit: 2000)
  private var rules = MCPRules(name: "host", version: "0.1.0")

  /// - Parameter pieces: nil for all at once; 1 for one byte after the other; else what their lengths are made of.
  static func read(_ bytes: UnsafeRawBufferPointer, pieces: UInt64?) throws(BrokenPromise) -> ReadMessages {
    var messages = ReadMessages()
    var state = pieces ?? 0
    var place = 0
    while place < bytes.count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let count = pieces == nil ? bytes.count : pieces == 1 ? 1 : 1 + Int(state >> 33) % 64
      let end = min(place + count, bytes.count)
      messages.reader.take(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
      place = end
      while let piece = messages.reader.next() { try messages.hear(piece) }
    }
    if let last = messages.reader.last() { try messages.hear(last) }
    return messages
  }

  private mutating func hear(_ piece: MessageReader.Piece) throws(BrokenPromise) {
    if case .line(let line) = piece {
      try BrokenPromise.unless(
        line.count <= reader.limit && !line.contains(UInt8(ascii: "\n")), "a line is one, and no longer than is taken")
    }
    switch rules.plans(for: piece, limit: reader.limit) {
    case .one(let plan): try hear(plan)
    case .batch(let plans):
      try BrokenPromise.unless(
        rules.revision == .march2025 && (1...MCPRules.batchLimit).contains(plans.count), "one revision has lists")
      for plan in plans { try hear(plan) }
    }
  }

  private mutating func hear(_ plan: MCPPlan) throws(BrokenPromise) {
    switch plan {
    case .nothing: told.append("nothing")
    case .cancel(let id): told.append("cancel \(id)")
    case .answer(let id, let outcome, let revision): try answer(id, outcome, revision)
    case .tools(let id, let revision, let after):
      taken += 1
      told.append("tools \(id) \(revision) \(after ?? "")")
    case .listen(let id, let revision, let toTools):
      taken += 1
      try BrokenPromise.unless(revision.isStateless, "who has agreed on a revision need not listen")
      told.append("listen \(id) \(toTools)")
    case .call(let call):
      taken += 1
      if let name = ToolName(call.tool) {
        try BrokenPromise.unless(name.text == call.tool, "a name that is read is the name that is told: \(name)")
      }
      told.append("call \(call.id) \(call.revision) \(call.tool) \(call.arguments)")
    }
  }

  private mutating func answer(
    _ id: MCPRequestID?, _ outcome: Result<Fields, MCPFault>, _ revision: MCPRevision
  ) throws(BrokenPromise) {
    let bytes = MCPWriter(server: rules.server).answer(id, outcome, revision)
    try BrokenPromise.unless(!bytes.contains(UInt8(ascii: "\n")), "an answer is one line")
    guard let message = try? Value(json: bytes) else {
      throw BrokenPromise(description: "an answer is JSON: \(String(decoding: bytes, as: UTF8.self))")
    }
    try BrokenPromise.unless(
      message["jsonrpc"] == "2.0" && message["id"] == (id?.value ?? .null), "an answer names its request: \(message)")
    if case .failure(let fault) = outcome {
      try BrokenPromise.unless(fault.message.isPrintable, "a fault can be printed: \(fault.message)")
      try BrokenPromise.unless(fault.message.utf8.count < 400, "a fault is short: \(fault.message)")
    } else {
      taken += 1
    }
    told.append(String(decoding: bytes, as: UTF8.self))
  }
}
