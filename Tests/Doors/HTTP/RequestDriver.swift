import ComponentHost
import ComponentKit
import Testing

@testable import ComponentDoors

/// Reads requests as a connection does, and tells in words what becomes of them.
struct RequestDriver {
  private var reader: RequestReader
  private let rules: HTTPRules
  private var unread: [UInt8] = []
  private var current: (plan: HTTPRules.Plan, closes: Bool)?
  private var body: [UInt8] = []
  private(set) var told: [String] = []
  private var isBroken = false

  init(limits: HTTPLimits = HTTPLimits(), rules: HTTPRules = HTTPRules()) {
    reader = RequestReader(limits: limits)
    self.rules = rules
  }

  /// All that becomes of bytes that come in pieces that long; the rest comes in one.
  static func outcome(of bytes: [UInt8], pieces: some Sequence<Int> = [], limits: HTTPLimits = HTTPLimits()) -> [String]
  {
    var driver = RequestDriver(limits: limits)
    var place = 0
    for count in pieces where place < bytes.count {
      let end = min(place + count, bytes.count)
      driver.take(bytes[place..<end])
      place = end
    }
    if place < bytes.count { driver.take(bytes[place...]) }
    return driver.told
  }

  mutating func take(_ bytes: some Collection<UInt8>) {
    if isBroken { return }
    unread += bytes
    while step() {}
  }

  private mutating func step() -> Bool {
    // A copy that ends where the bytes end, so that a sanitizer sees what reads behind them.
    let bytes = unread
    let goesOn = bytes.withUnsafeBytes { bytes in
      switch reader.next(in: bytes) {
      case .more: return false
      case .head(let head):
        current = (rules.plan(head, in: bytes), !head.keepsAlive)
        if head.expectsContinue { told.append("continue") }
      case .body(let range): body += bytes[range]
      case .end: finish()
      case .fault(let fault):
        told.append("fault \(fault.status.rawValue) \(fault.message)")
        isBroken = true
        return false
      }
      return true
    }
    unread.removeFirst(reader.consumed)
    return goesOn
  }

  private mutating func finish() {
    guard let (plan, closes) = current else {
      Issue.record("a request ended that had not begun")
      return
    }
    switch plan {
    case .call(var call):
      if let answer = body.withUnsafeBytes({ call.take(body: $0) }) {
        // What is wrong with JSON its own tests say.
        told.append(RequestDriver.words(answer, short: "invalid_json"))
      } else {
        told.append(RequestDriver.words(call) + (closes ? " closes" : ""))
      }
    case .page(let page): told.append("page \(page.rawValue)")
    case .events(let events): told.append("events \(events.names) behind \(events.after ?? "nothing")")
    case .answer(let answer): told.append(RequestDriver.words(answer))
    }
    (current, body) = (nil, [])
  }

  private static func words(_ call: HTTPCall) -> String {
    var words = "call \(call.call.url)"
    if let parameters = call.call.parameters { words += " \(parameters)" }
    if call.call.onlyReads { words += " reads" }
    if let limit = call.timeLimit { words += " wait=\(limit)" }
    if let id = call.requestID { words += " id=\(id)" }
    if let trace = call.trace { words += " trace=\(trace.trace)" }
    return words
  }

  private static func words(_ answer: HTTPAnswer, short: String = "") -> String {
    let error = (try? Value(json: answer.body))?["error"]
    let start = "answer \(answer.status.rawValue)"
    guard let reason = error?["reason"]?.text, let message = error?["message"]?.text else {
      return "\(start) \(answer.fields.map(\.value).joined(separator: " "))"
    }
    return reason == short ? "\(start) \(reason)" : "\(start) \(reason): \(message)"
  }
}
