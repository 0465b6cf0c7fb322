@testable import ComponentCluster
import ComponentHost
import ComponentKit

extension FuzzTarget {
  /// What a broker says, the headers and subjects in it, and what it is where it answers a call that is made elsewhere.
  public static let nats = FuzzTarget(name: "nats") { bytes throws(BrokenPromise) in
    let whole = try ReadLines.read(bytes, pieces: nil)
    // However the bytes come, the same becomes of them.
    for seed in [1, 2, UInt64(bytes.count) | 1 << 32] {
      let inPieces = try ReadLines.read(bytes, pieces: seed)
      try BrokenPromise.unless(
        inPieces.lines == whole.lines && inPieces.fault == whole.fault,
        "pieces change nothing: \(whole.lines) became \(inPieces.lines)")
    }
    return whole.fault == nil && !whole.lines.isEmpty
  }
}

/// Reads what a broker says as a connection does, and looks at what is in it.
private struct ReadLines {
  private(set) var lines: [BrokerLine] = []
  private(set) var fault: BrokerFault?
  private var reader = BrokerReader(
    BrokerReader.Limits(line: 200, info: 400, headers: 200, payload: 300, message: 5000))

  /// - Parameter pieces: nil for all at once; 1 for one byte after the other; else what their lengths are made of.
  static func read(_ bytes: UnsafeRawBufferPointer, pieces: UInt64?) throws(BrokenPromise) -> ReadLines {
    var read = ReadLines()
    var state = pieces ?? 0
    var place = 0
    while place < bytes.count, read.fault == nil {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let count = pieces == nil ? bytes.count : pieces == 1 ? 1 : 1 + Int(state >> 33) % 64
      let end = min(place + count, bytes.count)
      read.reader.take(UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
      place = end
      try read.readLines()
      // A content that is not taken is not kept, and the rest has an end.
      try BrokenPromise.unless(read.reader.kept <= 5000 + 2 + count, "no more is kept than a message has")
    }
    return read
  }

  private mutating func readLines() throws(BrokenPromise) {
    while fault == nil {
      do throws(BrokerFault) {
        guard let line = try reader.next() else { return }
        lines.append(line)
      } catch {
        fault = error
        return
      }
      if case .message(let delivery)? = lines.last { try look(at: delivery) }
    }
  }

  private func look(at delivery: Delivery) throws(BrokenPromise) {
    let limits = reader.limits
    try BrokenPromise.unless(
      delivery.headers.count <= limits.headers && delivery.payload.count <= limits.payload,
      "no more comes than is taken")
    if delivery.isCut {
      try BrokenPromise.unless(delivery.headers.isEmpty && delivery.payload.isEmpty, "nothing is there of what is cut")
    }
    if let reply = delivery.reply {
      try BrokenPromise.unless(
        reply.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !reply.text.contains(".."), "a reply is a subject")
    }
    try lookAtAnswer(delivery)
    guard let headers = try? MessageHeaders(delivery.headers) else { return }
    var written = MessageHeaders()
    for field in headers.fields {
      try BrokenPromise.unless(headers.values(field.name).contains(field.value), "a field is found by its name")
      written.add(field.name, field.value)
    }
    guard let again = try? MessageHeaders(written.bytes) else {
      throw BrokenPromise(description: "headers that are written can be read: \(headers)")
    }
    try BrokenPromise.unless(again == written, "headers that are written are read as they were: \(headers)")
  }

  // Whoever answers, it ends the call in one way.
  private func lookAtAnswer(_ delivery: Delivery) throws(BrokenPromise) {
    let answer = ElsewhereAnswer(delivery)
    if delivery.isCut {
      guard case .invalid = answer else { throw BrokenPromise(description: "what is cut is no answer") }
    }
    switch answer {
    case .nobody:
      try BrokenPromise.unless(!delivery.headers.isEmpty, "that nobody is there the broker says by a status")
    case .progress(let part, _):
      try BrokenPromise.unless(part.map { (0...1).contains($0) } ?? true, "a part of a call is between none and all")
    case .reply(let payload, let host):
      try BrokenPromise.unless(!payload.isEmpty, "a reply has something in it")
      switch ElsewhereAnswer.end(payload, host: host, of: "Reader.show") {
      case .reply(_, let told): try BrokenPromise.unless(told == host, "a reply is of who gave it")
      case .fault(let failure):
        try BrokenPromise.unless(failure.reason == "invalid_answer", "what is no JSON is no answer")
      case .failure, .nobody: throw BrokenPromise(description: "a reply is one, or none")
      }
    case .failure(let failure, _, let host, let unread):
      try BrokenPromise.unless(failure.details["host"]?.text == host, "a failure is of who has told it: \(failure)")
      guard case .failure(let whole) = ElsewhereAnswer.end(failure, unread) else {
        throw BrokenPromise(description: "a failure is one")
      }
      try BrokenPromise.unless(whole.details["host"]?.text == host, "a failure is of who has told it: \(whole)")
    case .foreign:
      let hosts = (try? MessageHeaders(delivery.headers))?.values("Component-Host") ?? []
      try BrokenPromise.unless(hosts.allSatisfy(\.isEmpty), "what has the name of a host is about the call")
    case .invalid(let words):
      try BrokenPromise.unless(words.isPrintable, "why it is no answer can be printed: \(words)")
    }
    let question = VersionQuestion("Reader", 1, at: 0)
    if question.hear(delivery.payload, in: "shop", at: 0) {
      try BrokenPromise.unless(
        question.isOfOthers ? question.best == nil : question.best != nil && question.hosts.count == 1,
        "who has it says in what version")
    }
  }
}
