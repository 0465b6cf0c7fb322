import ComponentDoors
import ComponentHost
import ComponentKit

extension FuzzTarget {
  /// The reader of requests, and what they become.
  public static let http = FuzzTarget(name: "http") { bytes throws(BrokenPromise) in
    let whole = try ReadRequests.read(bytes, pieces: nil)
    // However the bytes come, the same becomes of them.
    for seed in [1, 2, UInt64(bytes.count) | 1 << 32] {
      let inPieces = try ReadRequests.read(bytes, pieces: seed)
      try BrokenPromise.unless(
        inPieces.told == whole.told, "pieces change nothing: \(whole.told) became \(inPieces.told)")
    }
    return whole.calls > 0
  }
}

/// Reads requests as a connection does.
private struct ReadRequests {
  private(set) var told: [String] = []
  private(set) var calls = 0
  private var reader = RequestReader()
  private let rules = HTTPRules()
  private var plan: HTTPRules.Plan?
  private var body: [UInt8] = []
  private var isBroken = false

  /// - Parameter pieces: nil for all at once; 1 for one byte after the other; else what their lengths are made of.
  static func read(_ bytes: UnsafeRawBufferPointer, pieces: UInt64?) throws(BrokenPromise) -> ReadRequests {
    var requests = ReadRequests()
    var state = pieces ?? 0
    var (start, end) = (0, 0)
    while end < bytes.count, !requests.isBroken {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let count = pieces == nil ? bytes.count : pieces == 1 ? 1 : 1 + Int(state >> 33) % 64
      end = min(end + count, bytes.count)
      while !requests.isBroken {
        let unread = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        guard try requests.step(unread) else { break }
        start += requests.reader.consumed
      }
      start += requests.isBroken ? 0 : requests.reader.consumed
    }
    return requests
  }

  // Whether there may be more in the bytes.
  private mutating func step(_ bytes: UnsafeRawBufferPointer) throws(BrokenPromise) -> Bool {
    let event = reader.next(in: bytes)
    try BrokenPromise.unless((0...bytes.count).contains(reader.consumed), "no more is consumed than there is")
    switch event {
    case .more: return false
    case .head(let head):
      try BrokenPromise.unless(plan == nil, "a request ends before the next one begins")
      try BrokenPromise.unless(reader.consumed > 0, "a head has bytes")
      plan = rules.plan(head, in: bytes)
    case .body(let range):
      try BrokenPromise.unless(plan != nil, "a body has a head")
      try BrokenPromise.unless(
        !range.isEmpty && range.upperBound <= reader.consumed, "a piece is in what is consumed: \(range)")
      body += bytes[range]
      try BrokenPromise.unless(body.count <= reader.limits.body, "a body is no longer than is taken")
    case .end: try finish()
    case .fault(let fault):
      isBroken = true
      try BrokenPromise.unless(fault.message.isPrintable, "a fault can be printed: \(fault.message)")
      try BrokenPromise.unless((400..<506).contains(fault.status.rawValue), "a fault has its status: \(fault)")
      told.append("fault \(fault.status.rawValue) \(fault.message)")
    }
    return !isBroken
  }

  private mutating func finish() throws(BrokenPromise) {
    switch plan {
    case .call(var call):
      if let answer = body.withUnsafeBytes({ call.take(body: $0) }) {
        try tell(answer)
      } else {
        calls += 1
        let parameters = call.call.parameters.map { " \($0)" } ?? ""
        told.append("call \(call.call.url)\(parameters) \(call.call.onlyReads)")
      }
    case .page(let page): told.append("page \(page.rawValue)")
    case .events(let events): told.append("events \(events.names) \(events.after ?? "")")
    case .answer(let answer): try tell(answer)
    case nil: throw BrokenPromise(description: "an end has a head")
    }
    (plan, body) = (nil, [])
  }

  private mutating func tell(_ answer: HTTPAnswer) throws(BrokenPromise) {
    var output: [UInt8] = []
    ResponseWriter(date: HTTPDate(seconds: 0)).append(answer, .init(), to: &output)
    let text = String(decoding: output, as: UTF8.self)
    try BrokenPromise.unless(
      text.split(separator: "\r\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }.allSatisfy {
        String($0).isPrintable
      }, "an answer's head has nothing in it but lines: \(text)")
    if answer.type == .json {
      try BrokenPromise.unless(
        (try? Value(json: answer.body))?["error"]?["reason"]?.text != nil, "a refusal is an error in JSON: \(text)")
    }
    told.append("answer \(answer.status.rawValue) \(String(decoding: answer.body, as: UTF8.self))")
  }
}
