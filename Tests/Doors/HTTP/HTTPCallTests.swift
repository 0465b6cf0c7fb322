import ComponentHost
import ComponentKit
import Testing

@testable import ComponentDoors

@Suite struct HTTPCallTests {
  private func call(_ fields: String = "", method: String = "POST") throws -> HTTPCall {
    let bytes = Array("\(method) /A/b HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n".utf8)
    var reader = RequestReader()
    let plan = bytes.withUnsafeBytes { bytes -> HTTPRules.Plan? in
      guard case .head(let head) = reader.next(in: bytes) else { return nil }
      return HTTPRules().plan(head, in: bytes)
    }
    guard case .call(let call)? = plan else { throw Failure(.failed, "", "it is no call") }
    return call
  }

  /// As one line: status, type, fields and body.
  private func words(
    _ outcome: Result<Value, Failure>, _ fields: String = "", as type: String? = nil
  ) throws -> String {
    let answer = try call(fields).answer(to: outcome, as: type.flatMap(MediaType.init))
    let more = answer.fields.map { " \($0.name)=\($0.value)" }.joined()
    return "\(answer.status.rawValue) \(answer.type)\(more) \(String(decoding: answer.body, as: UTF8.self))"
  }

  @Test func `only to the owner a call is one by name`() throws {
    #expect(try !call("Prefer: by-name\r\n").call.isByName)
    let owner = OwnerToken()
    func isByName(_ prefer: String) throws -> Bool {
      let head = "POST /A/b HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(owner.text)\r\n\(prefer)\r\n"
      var (reader, rules) = (RequestReader(), HTTPRules())
      rules.owner = owner
      let plan = Array(head.utf8).withUnsafeBytes { bytes -> HTTPRules.Plan? in
        guard case .head(let head) = reader.next(in: bytes) else { return nil }
        return rules.plan(head, in: bytes)
      }
      guard case .call(let call)? = plan else { throw Failure(.failed, "", "it is no call") }
      return call.call.isByName
    }
    for prefer in ["by-name", "BY-NAME; x=y", "wait=1, by-name", "wait=1\r\nPrefer: by-name"] {
      #expect(try isByName("Prefer: \(prefer)\r\n"), "\(prefer)")
    }
    for prefer in ["", "Prefer: by-names\r\n", "Prefer: wait=by-name\r\n", "Prefer: by-name=1\r\n"] {
      #expect(try !isByName(prefer), "\(prefer)")
    }
  }

  @Test func `a reply is JSON in one line, or what the client names itself`() throws {
    #expect(try words(.success(["id": 1])) == "200 json {\"id\":1}\n")
    #expect(try words(.success(.null)) == "200 json null\n")
    #expect(try words(.success("a\nb")) == "200 json Vary=Accept \"a\\nb\"\n")
    #expect(try words(.success("a\nb"), "Accept: text/plain\r\n") == "200 text Vary=Accept a\nb")
    #expect(try words(.success(["id": 1]), "Accept: text/plain\r\n") == "200 json {\"id\":1}\n")
    #expect(try words(.success(.bytes([65, 66]))) == "200 json Vary=Accept \"QUI=\"\n")
    #expect(
      try words(.success(.bytes([65, 66])), "Accept: application/octet-stream\r\n") == "200 bytes Vary=Accept AB")
    #expect(try words(.success(.bytes([65, 66])), "Accept: text/plain\r\n") == "200 json Vary=Accept \"QUI=\"\n")
  }

  @Test func `a text or bytes come as what the action declares, to who names that, and in a browser they are nobody's`()
    throws
  {
    let csv = #"200 declared(text/csv, isText: true) Vary=Accept Content-Security-Policy=sandbox a,b"#
    #expect(try words(.success("a,b"), "Accept: text/csv\r\n", as: "text/csv") == csv)
    #expect(try words(.success("a,b"), "Accept: text/*\r\n", as: "text/csv") == csv)
    #expect(try words(.success("a,b"), "Accept: TEXT/CSV;q=0.5, */*;q=0.4\r\n", as: "text/csv") == csv)
    let json = "200 json Vary=Accept \"a,b\"\n"
    for fields in ["", "Accept: */*\r\n", "Accept: text/plain\r\n", "Accept: text/csv;q=0.5, */*\r\n"] {
      #expect(try words(.success("a,b"), fields, as: "text/csv") == json, "\(fields)")
    }
    let image = "200 declared(image/png, isText: false) Vary=Accept Content-Security-Policy=sandbox AB"
    #expect(try words(.success(.bytes([65, 66])), "Accept: image/*, */*;q=0.8\r\n", as: "image/png") == image)
    // What is neither is not what was declared.
    #expect(try words(.success(1), "Accept: text/csv\r\n", as: "text/csv") == "200 json 1\n")
    #expect(try words(.failure(Failure(.failed, "no", "no")), "Accept: text/csv\r\n").hasPrefix("422 json {"))
  }

  @Test func `a text of a declared type is announced as UTF-8, and bytes are as they are`() throws {
    func announced(_ value: Value, _ type: String) throws -> String {
      let answer = try call("Accept: text/html, image/png\r\n").answer(to: .success(value), as: MediaType(type))
      var output: [UInt8] = []
      answer.type.append(to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    #expect(try announced("<p>", "text/html") == "text/html; charset=utf-8")
    #expect(try announced("<p>", "text/html; charset=UTF-8") == "text/html; charset=UTF-8")
    #expect(try announced(.bytes([60]), "text/html") == "text/html")
    #expect(try announced(.bytes([60]), "image/png") == "image/png")
  }

  @Test func `to HEAD nothing comes as events, which are a body`() throws {
    let fields = "Accept: text/event-stream, text/plain\r\n"
    #expect(try call(fields, method: "GET").accept.takesEvents)
    let head = try call(fields, method: "HEAD").accept
    #expect(!head.takesEvents && head.takesText)
  }

  @Test func `a reply that JSON can't hold is an error`() throws {
    let told = try words(.success(.double(.infinity)))
    #expect(
      told
        == #"500 json {"error":{"code":1,"reason":"unwritable_reply","message":"the reply can't be written as JSON: an infinite double can't be written down","target":null,"action":null,"suggestions":[],"details":{"status":500}}}"#
        + "\n")
  }

  @Test func `a failure is the program's line of JSON, under its status`() throws {
    #expect(
      try words(.failure(Failure(.failed, "no_wine", "there is no wine", details: ["day": "Sunday"])))
        == #"422 json {"error":{"code":1,"reason":"no_wine","message":"there is no wine","target":null,"action":null,"suggestions":[],"details":{"day":"Sunday","status":422}}}"#
        + "\n")
    #expect(
      try words(
        .failure(
          Failure(
            .invalidParameters, "unknown_parameter", "there is no parameter 'a'", details: ["suggestions": ["b"]])))
        == #"400 json {"error":{"code":5,"reason":"unknown_parameter","message":"there is no parameter 'a'","target":null,"action":null,"suggestions":["b"],"details":{"status":400}}}"#
        + "\n")
  }

  @Test func `a stand-in's answer is the body, under the failure's status`() throws {
    var failure = Failure(.notFound, "not_found", "nothing")
    failure.answer = ["page": "Sorry"]
    #expect(try words(.failure(failure)) == "404 json {\"page\":\"Sorry\"}\n")
    failure.answer = "Sorry"
    #expect(try words(.failure(failure), "Accept: text/*\r\n") == "404 text Vary=Accept Sorry")
  }

  @Test func `who is too fast hears when to come again, and who only reads what else there is`() throws {
    let fast = Failure(.denied, "rate_limited", "too many", details: ["retry_after": 1.2])
    #expect(try words(.failure(fast)).hasPrefix("429 json Retry-After=2 {"))
    for (seconds, told) in [(0.0, 1), (-5, 1), (1e300, 86400)] as [(Double, Int)] {
      let failure = Failure(.denied, "rate_limited", "too many", details: ["retry_after": .double(seconds)])
      #expect(try words(.failure(failure)).hasPrefix("429 json Retry-After=\(told) {"))
    }
    #expect(
      try words(.failure(Failure(.denied, "rate_limited", "x", details: ["retry_after": "soon"]))).hasPrefix(
        "429 json {"))
    #expect(try words(.failure(Failure(.denied, "may_change", "x"))).hasPrefix("405 json Allow=POST, OPTIONS {"))
  }

  @Test func `progress and the end are events`() throws {
    var output: [UInt8] = []
    HTTPCall.append(progress: 0.5, "half\nway", to: &output)
    HTTPCall.append(progress: nil, "", to: &output)
    try call().append(end: .success("a\nb"), to: &output)
    var failure = Failure(.notFound, "not_found", "nothing")
    failure.answer = "Sorry"
    try call().append(end: .failure(failure), to: &output)
    #expect(
      String(decoding: output, as: UTF8.self) == #"""
        event: progress
        data: {"part":0.5,"message":"half\nway"}

        event: progress
        data: {"part":null,"message":""}

        event: reply
        data: "a\nb"

        event: answer
        data: "Sorry"

        event: failure
        data: {"error":{"code":3,"reason":"not_found","message":"nothing","target":null,"action":null,"suggestions":[],"details":{"status":404}}}


        """#)
  }

  @Test func `what is refused before a call is told in the same form`() {
    let answer = RequestFault(.badRequest, "a line ends in LF without its CR").answer
    #expect(answer.status == .badRequest && answer.type == .json)
    #expect(
      String(decoding: answer.body, as: UTF8.self)
        == #"{"error":{"code":2,"reason":"bad_request","message":"a line ends in LF without its CR","target":null,"action":null,"suggestions":[],"details":{"status":400}}}"#
        + "\n")
  }

  @Test func `a body that comes with a call by GET says nothing`() throws {
    var call = try call(method: "GET")
    #expect(!call.takesBody && call.call.onlyReads && call.call.parameters == nil)
    #expect(Array("[]".utf8).withUnsafeBytes { call.take(body: $0) } == nil)
    #expect(call.call.parameters == nil)
  }

  /// A real host behind the door's values.
  @Test func `a request becomes a call, and its end an answer`() async throws {
    struct Inn: Component {
      init(mediator: Mediator) {}
      var actions: [Action] {
        Action("add") { call in .int(try call.int("a") + call.int("b")) }.remote
        Action("look") { call in .text(try call.text("at")) }.remote.reads
        Action("no") { _ in throw Failure(.failed, "", "never") }.remote
        Action("hidden") { _ in nil }
      }
      var paths: [Path] { Path("/sums/:a<int>/:b<int>", "add") }
    }
    let host = Host()
    try host.register(Inn.self)
    func answer(_ request: String, _ body: String = "") async throws -> String {
      let bytes = Array("\(request) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
      var reader = RequestReader()
      let plan = bytes.withUnsafeBytes { bytes -> HTTPRules.Plan? in
        guard case .head(let head) = reader.next(in: bytes) else { return nil }
        return HTTPRules(policy: host.settings.policy).plan(head, in: bytes)
      }
      guard case .call(var call)? = plan else { throw Failure(.failed, "", "it is no call") }
      if let answer = Array(body.utf8).withUnsafeBytes({ call.take(body: $0) }) { return "\(answer.status.rawValue)" }
      let made = call
      let outcome = await withCheckedContinuation { continuation in
        host.start(made.call) { continuation.resume(returning: $0) }
      }
      let answer = made.answer(to: outcome)
      return "\(answer.status.rawValue) \(String(decoding: answer.body.dropLast(), as: UTF8.self).prefix(20))"
    }
    #expect(try await answer("POST /Inn/add", #"{"a":1,"b":2}"#) == "200 3")
    #expect(try await answer("POST /Inn/sums/1/2") == "200 3")
    #expect(try await answer("GET /Inn/look?at=me") == "200 \"me\"")
    #expect(try await answer("POST /Inn/look", #"{"at":"me"}"#) == "200 \"me\"")
    #expect(try await answer("GET /Inn/add?a=1&b=2") == #"405 {"error":{"code":6,""#)
    #expect(try await answer("GET /Inn/sums/1/2") == #"405 {"error":{"code":6,""#)
    #expect(try await answer("POST /Inn/add", #"{"a":1,"b":"2"}"#) == #"400 {"error":{"code":5,""#)
    #expect(try await answer("POST /Inn/add", #"{"a":1}"#) == #"400 {"error":{"code":5,""#)
    #expect(try await answer("POST /Inn/no") == #"422 {"error":{"code":1,""#)
    #expect(try await answer("POST /Inn/hidden") == #"404 {"error":{"code":3,""#)
    #expect(try await answer("POST /Gone/x") == #"404 {"error":{"code":3,""#)
    host.close()
    #expect(try await answer("POST /Inn/add") == #"503 {"error":{"code":4,""#)
  }
}
