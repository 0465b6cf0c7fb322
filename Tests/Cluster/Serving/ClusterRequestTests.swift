import ComponentDoors
import ComponentHost
import ComponentKit
import Testing

@testable import ComponentCluster

@Suite struct ClusterRequestTests {
  private func request(
    _ subject: String, headers: [(String, String)] = [], _ payload: String = "", reply: String? = nil
  ) throws(Failure) -> ClusterRequest {
    var written = MessageHeaders()
    for (name, value) in headers { written.add(name, value) }
    let delivery = Delivery(
      subject: subject, subscription: 1, reply: reply.flatMap(Subject.init),
      headers: headers.isEmpty ? [] : written.bytes, payload: Array(payload.utf8))
    return try ClusterRequest(delivery, start: "shop.call.".utf8.count)
  }

  @Test func `a subject names a version, a target of one part or more, and an action`() throws {
    let plain = try request("shop.call.1.Reader.showDetail", reply: "in.1")
    #expect(plain.target == "Reader" && plain.action == "showDetail" && plain.major == 1 && plain.reply?.text == "in.1")
    #expect(plain.wait == nil && plain.id == nil && plain.trace == nil && !plain.hearsProgress)
    let parts = try request("shop.call.12.Reader.Page.show")
    #expect(parts.target == "Reader.Page" && parts.action == "show" && parts.major == 12)
    for subject in [
      "shop.call.x.Reader.show", "shop.call.4294967296.Reader.show", "shop.call.1.Reader", "shop.call.1", "shop.call.",
      "",
    ] {
      let failure = #expect(throws: Failure.self) { try request(subject) }
      #expect(failure?.reason == "invalid_name", "\(subject)")
    }
  }

  @Test func `headers say how long the caller waits, how it calls its request and whether it hears of progress`() throws
  {
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let request = try request(
      "shop.call.1.Reader.show",
      headers: [
        ("component-wait", "1500"), ("COMPONENT-REQUEST", "a-1"), ("Component-Progress", ""), ("traceparent", trace),
        ("Component-Other", "x"), ("Component-Other", "y"),
      ])
    #expect(request.wait == .milliseconds(1500) && request.id == "a-1" && request.hearsProgress)
    #expect(request.trace?.trace == "0af7651916cd43dd8448eb211c80319c")
    #expect(try self.request("shop.call.1.Reader.show", headers: [("traceparent", "x")]).trace == nil)
  }

  @Test func `headers say what version is asked for at least, and on what way the call has come`() throws {
    let subject = "shop.call.1.Reader.show"
    let far = try request(
      subject,
      headers: [
        ("Component-Minimum", "1.2.3"), ("Component-Hops", "2"), ("Component-Ways", "Reader"),
        ("component-ways", "Library"),
      ])
    #expect(far.minimum == Version(1, 2, 3))
    #expect(far.journey == CallJourney(hops: 2, components: ["Reader", "Library"]))
    #expect(try request(subject).minimum == nil && request(subject).journey == nil)
    #expect(try request(subject, headers: [("Component-Hops", "8")]).journey == CallJourney(hops: 8))
    let many = (0..<9).map { ("Component-Ways", "Reader\($0)") }
    for (headers, reason) in [
      ([("Component-Minimum", "1.x")], "invalid_header"), ([("Component-Minimum", "")], "invalid_header"),
      ([("Component-Minimum", "4294967296")], "invalid_header"), ([("Component-Hops", "-1")], "invalid_header"),
      ([("Component-Hops", "9")], "too_many_hops"), ([("Component-Ways", "a b")], "invalid_header"),
      ([("Component-Ways", "A.B")], "invalid_header"), ([("Component-Ways", "")], "invalid_header"),
      (many, "invalid_header"),
    ] {
      let failure = #expect(throws: Failure.self) { try request(subject, headers: headers) }
      #expect(failure?.reason == reason, "\(headers)")
    }
  }

  @Test func `what is sent is an object, or nothing`() throws {
    #expect(try request("shop.call.1.Reader.show").parameters() == [:])
    #expect(try request("shop.call.1.Reader.show", " {\"id\":1} ").parameters() == ["id": 1])
    for (payload, reason) in [("[]", "invalid_parameters"), ("1", "invalid_parameters"), ("{", "invalid_json")] {
      let failure = #expect(throws: Failure.self) { try request("shop.call.1.Reader.show", payload).parameters() }
      #expect(failure?.reason == reason)
    }
  }
}

@Suite struct ClusterAnswerTests {
  private let answer = ClusterAnswer(host: "abc", request: "a-1")

  private func read(_ bytes: [UInt8]?) throws -> (headers: MessageHeaders, payload: String) {
    var reader = BrokerReader()
    // A broker delivers what was published so.
    let text = String(decoding: try #require(bytes), as: UTF8.self)
    let delivered = "HMSG in.1 1 \(text.dropFirst("HPUB in.1 ".count))"
    Array(delivered.utf8).withUnsafeBytes { reader.take($0) }
    guard case .message(let delivery)? = try reader.next() else { throw CancellationError() }
    return (try MessageHeaders(delivery.headers), String(decoding: delivery.payload, as: UTF8.self))
  }

  @Test func `an end is a reply or a failure, and what is too long is a failure`() throws {
    let subject = try #require(Subject("in.1"))
    let reply = try read(answer.end(.success(["a": 1]), to: subject, limit: 5000))
    #expect(reply.payload == "{\"a\":1}" && reply.headers.values("Component-Failure").isEmpty)
    #expect(reply.headers.values("Component-Host") == ["abc"] && reply.headers.values("Component-Request") == ["a-1"])
    let codes: [(Failure.Code, String, String)] = [
      (.notFound, "not_found", "404"), (.refused, "refused", "503"), (.invalidParameters, "invalid_parameters", "400"),
      (.denied, "denied", "403"), (.timedOut, "timed_out", "504"), (.cancelled, "cancelled", "503"),
      (.crashed, "crashed", "502"), (.failed, "failed", "422"),
    ]
    for (code, word, status) in codes {
      let failure = Failure(code, "why", "words\r\nX: y")
      let said = try read(answer.end(.failure(failure), to: subject, limit: 5000))
      #expect(said.headers.values("Component-Failure") == [word] && said.headers.values("X").isEmpty)
      #expect(said.headers.values("Component-Reason") == ["why"])
      #expect(said.headers.values("Nats-Service-Error-Code") == [status], "\(word)")
      let json = try Value(json: Array(said.payload.utf8))
      #expect(json["error"]?["message"] == "words\r\nX: y" && json["error"]?["reason"] == "why")
    }
    let long = try read(answer.end(.success(.text(String(repeating: "a", count: 5000))), to: subject, limit: 5000))
    #expect(long.headers.values("Component-Reason") == ["reply_too_long"])
    #expect(long.headers.values("Nats-Service-Error-Code") == ["500"])
    #expect(try Value(json: Array(long.payload.utf8))["error"]?["details"]?["status"] == 500)
    // What says so may be too long as well; then the headers say it.
    let short = try read(answer.end(.failure(Failure(.failed, "why", "words")), to: subject, limit: 200))
    #expect(short.payload == "" && short.headers.values("Component-Reason") == ["why"])
  }

  @Test func `progress says what part is done, and is told from an end by its header`() throws {
    let subject = try #require(Subject("in.1"))
    let half = try read(answer.progress(0.5, "half", to: subject, limit: 5000))
    #expect(half.headers.values("Component-Progress") == ["0.5"])
    let said = try Value(json: Array(half.payload.utf8))
    #expect(said["part"] == 0.5 && said["message"] == "half")
    #expect(
      try read(answer.progress(nil, "words", to: subject, limit: 5000)).headers.values("Component-Progress") == [""])
    #expect(answer.progress(nil, String(repeating: "a", count: 5000), to: subject, limit: 5000) == nil)
  }
}
