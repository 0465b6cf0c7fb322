import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Calls from outside with parameters that have types, as a door makes them.
@Suite struct OutsideCallTests {
  struct Inn: Component {
    init(mediator: Mediator) {}

    struct Room: Request {
      static let target = "Inn"
      static let isRemote = true
      @Parameter var number: Int
      @Parameter var beds = 1
      @Parameter var key: [UInt8]?
      typealias Reply = String
    }

    var actions: [Action] {
      on(Room.self) { "room \($0.number), \($0.beds), \($0.key ?? [])" }
      Action("all") { call in
        ["parameters": .map(call.parameters), "hints": .map(call.hints), "remote": .bool(call.isRemote)]
      }.remote
      Action("looks") { call in .text("\(try call.int("n"))") }.remote.reads
      Action("writes") { call in .int(try call.int("n")) }.remote
      Action("object") { _ in .object(Object(Thing())) }.remote
      Action("hidden") { _ in "never" }
      Action("declines") { _ in throw Failure(.notFound, "declined", "not mine") }.remote
      Action("slow") { call async throws -> Value in
        call.progress(0.5, "half")
        try await Task.sleep(for: .seconds(600))
        return nil
      }.remote
    }
    var paths: [Path] {
      Path("/rooms/:number<int>", "room")
      Path("/first/:word", "declines")
      Path("/seen/:n<int>", "looks")
      Path("/written/:n<int>", "writes")
      Path("/:place/:word", "all")
    }
    var keys: [Key] { Key("face", "all", hints: ["animated": true]) }
  }

  final class Thing: Sendable {}

  private let reports = Guarded<[String]>([])

  private func host(_ change: (inout Policy) -> Void = { _ in }) throws -> Host {
    var settings = Settings()
    settings.timeLimit = .seconds(600)
    settings.report = { [reports] report in reports.withLock { $0.append(report.message) } }
    change(&settings.policy)
    let host = Host(settings)
    try host.register(Inn.self)
    return host
  }

  /// Made and waited for.
  private func call(
    _ url: String, _ parameters: Fields? = [:], _ host: Host, timeLimit: Duration? = nil, isOwners: Bool = false,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) async throws -> Result<Value, Failure> {
    let call = OutsideCall(try CallURL(url), parameters: parameters, isOwners: isOwners)
    return await withCheckedContinuation { continuation in
      host.start(call, timeLimit: timeLimit, cancellation: cancellation, progress: progress) {
        continuation.resume(returning: $0)
      }
    }
  }

  private func message(_ url: String, _ parameters: Fields? = [:], _ host: Host) async throws -> String? {
    guard case .failure(let failure) = try await call(url, parameters, host) else { return nil }
    return "\(failure.reason): \(failure.message)"
  }

  @Test(arguments: [
    (
      "Inn/object",
      "invalid_reply: the reply of Inn.object holds an object or a function, which can't leave the process", []
    ),
    ("Inn/roam", "no_such_action: Inn has no action 'roam'", ["room"]),
    ("Inm/room", "no_such_component: no component named 'Inm'", ["Inn"]),
    ("Inn.Room/open", "no_such_target: Inn has no target 'Inn.Room'", []),
    ("Inn/a/b/c", "not_found: nothing here answers app://Inn/a/b/c", []),
  ]) func `the owner hears the whole reason, and what may have been meant`(
    url: String, words: String, suggestions: [String]
  ) async throws {
    let host = try host()
    guard case .failure(let failure) = try await call("app://\(url)", [:], host, isOwners: true) else {
      Issue.record("\(url) does not fail")
      return
    }
    #expect("\(failure.reason): \(failure.message)" == words)
    let near: [Value] = failure.details["suggestions"]?.list ?? []
    #expect(near == suggestions.map(Value.text))
    // Of what it was told nothing need stand in the log.
    #expect(reports.withLock { $0 } == [])
    // Others hear nothing of that.
    guard case .failure(let hidden) = try await call("app://\(url)", [:], host) else { return }
    #expect(hidden.details == [:] && hidden.message.contains("answers app://\(url)"))
  }

  @Test func `what is given besides the URL has types, and the URL's own texts become what is declared`() async throws {
    let host = try host()
    #expect(try await call("app://Inn/room", ["number": 7, "beds": 2], host) == .success("room 7, 2, []"))
    #expect(try await call("app://Inn/room?number=7", ["beds": 2], host) == .success("room 7, 2, []"))
    #expect(try await call("app://Inn/rooms/7", ["beds": 2], host) == .success("room 7, 2, []"))
    #expect(try await call("app://Inn/rooms/7?beds=2", nil, host) == .success("room 7, 2, []"))
    #expect(
      try await call("app://Inn/all?a=1", ["b": "2"], host)
        == .success(["parameters": ["a": "1", "b": "2"], "hints": [:], "remote": true]))
    #expect(reports.withLock { $0 } == [])
  }

  // "what the value is as: its media type"
  private func reply(_ url: String, _ host: Host) async throws -> String {
    let call = OutsideCall(try CallURL(url), parameters: [:])
    let ended = await withCheckedContinuation { continuation in
      host.begin(call) { continuation.resume(returning: $0) }
    }
    let reply = try ended.get()
    return "\(reply.value) as \(reply.mediaType.map { "\($0)" } ?? "it is")"
  }

  @Test func `a text and bytes are what the action declares that the URL leads to, whoever answers`() async throws {
    struct Press: Component {
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var actions: [Action] {
        Action("table") { _ in "a,b" }.remote.replying(as: "text/csv")
        Action("photo") { _ in .bytes([1]) }.remote.replying(as: "image/png")
        Action("count") { _ in 3 }.remote.replying(as: "text/csv")
        Action("plain") { _ in "a" }.remote
        Action("opens") { [mediator] _ in try mediator.open("app://Press/table") }.remote
        Action("declines") { _ in throw Failure(.notFound, "declined", "") }.remote.replying(as: "text/html")
        Action("later") { call async throws -> Value in "later" }.remote.replying(as: "text/csv")
      }
      var paths: [Path] {
        Path("/tables/:a?", "table")
        Path("/tried", "declines")
        Path("/:tried", "photo")
      }
    }
    let host = Host()
    try host.register(Press.self)
    for _ in 0..<2 {
      #expect(try await reply("app://Press/table", host) == "\"a,b\" as text/csv")
      #expect(try await reply("app://Press/table?x=1", host) == "\"a,b\" as text/csv")
      #expect(try await reply("app://Press/later", host) == "\"later\" as text/csv")
      #expect(try await reply("app://Press/photo", host).hasSuffix(" as image/png"))
      #expect(try await reply("app://Press/tried", host).hasSuffix(" as image/png"))
      #expect(try await reply("app://Press/count", host) == "3 as it is")
      #expect(try await reply("app://Press/plain", host) == "\"a\" as it is")
      // What it opens in turn is no reply of its own.
      #expect(try await reply("app://Press/opens", host) == "\"a,b\" as it is")
      host.add(Interceptor("passes") { $0.proceed() })
    }
    host.add(Interceptor("answers") { call in call.action == "plain" ? call.proceed() : call.reply("mine") })
    #expect(try await reply("app://Press/table", host) == "\"mine\" as text/csv")
    #expect(try await reply("app://Press/plain", host) == "\"a\" as it is")
  }

  @Test func `a text stands for bytes where they are declared, and for nothing else`() async throws {
    let host = try host()
    #expect(try await call("app://Inn/room", ["number": 7, "key": "AQI="], host) == .success("room 7, 1, [1, 2]"))
    #expect(try await call("app://Inn/rooms/7", ["key": "AQI="], host) == .success("room 7, 1, [1, 2]"))
    #expect(
      try await message("app://Inn/room", ["number": "7"], host)
        == "mistyped_parameter: the parameter 'number' must be an int, not the text '7'")
    #expect(
      try await message("app://Inn/rooms/7", ["beds": "2"], host)
        == "mistyped_parameter: the parameter 'beds' must be an int, not the text '2'")
    // Behind an interceptor that changes something as well.
    host.add(Interceptor("adds") { $0.proceed(parameters: $0.parameters.merged(with: ["beds": 3])) })
    #expect(try await call("app://Inn/room", ["number": 7, "key": "AQI="], host) == .success("room 7, 3, [1, 2]"))
    #expect(
      try await message("app://Inn/room", ["number": "7"], host)
        == "mistyped_parameter: the parameter 'number' must be an int, not the text '7'")
  }

  @Test func `what is not declared fails the call, and so does what the URL names as well`() async throws {
    let host = try host()
    #expect(
      try await message("app://Inn/room", ["number": 7, "bedz": 2], host)
        == "unknown_parameter: there is no parameter 'bedz'")
    #expect(
      try await message("app://Inn/room?number=7", ["number": 8], host)
        == "duplicate_parameter: the parameter 'number' is given by the URL already")
    #expect(
      try await message("app://Inn/rooms/7", ["number": 8], host)
        == "duplicate_parameter: the parameter 'number' is given by the path already")
    #expect(
      try await message("app://Inn/face", ["animated": "no"], host)
        == "mistyped_hint: the hint 'animated' must be a bool, not the text 'no'")
    #expect(
      try await call("app://Inn/face", ["animated": false], host)
        == .success(["parameters": [:], "hints": ["animated": false], "remote": true]))
    #expect(
      try await message("app://Inn/all", ["thing": .object(Object(Thing()))], host)
        == "local_parameters: the parameter 'thing' can't come from outside")
    #expect(
      try await message("app://Inn/all", ["things": [["in": .function(Function { _ in nil })]]], host)
        == "local_parameters: the parameter 'things' can't come from outside")
    #expect(
      try await message("app://Inn/all", ["a": 1, "b": 2], try self.host { $0.parameterLimit = 1 })
        == "too_many_parameters: the call has 2 parameters, the limit is 1")
  }

  @Test func `exposure, policy and interceptors hold, and the inside is not told`() async throws {
    let host = try host()
    #expect(try await message("app://Inn/hidden", [:], host) == "not_found: nothing here answers app://Inn/hidden")
    #expect(try await message("app://Gone/a", ["a": 1], host) == "not_found: nothing here answers app://Gone/a")
    #expect(
      reports.withLock { $0 } == [
        "a call from outside to Inn.hidden was denied: it is not open to callers from outside"
      ])
    let strict = try self.host { policy in
      policy.schemes = ["app"]
      policy.deniedTargets = ["Inn"]
    }
    #expect(try await message("web://Inn/all", [:], strict) == "scheme_refused: URLs of the scheme 'web' are not taken")
    #expect(try await message("app://Inn/all", ["a": 1], strict) == "not_found: nothing here answers app://Inn/all")
    host.add(Interceptor("refuses") { $0.fail(Failure(.denied, "no", "never for \($0.source), \($0.target)")) })
    #expect(try await message("app://Inn/all", ["a": 1], host) == "no: never for remote, Inn")
  }

  @Test func `a call that only reads reaches only what promises to change nothing`() async throws {
    let host = try host()
    let told = Guarded<[String]>([])
    host.add(
      Interceptor("sees") { call in
        told.withLock { $0.append("\(call.target).\(call.action)") }
        if call.action == "all" { call.proceed(action: "writes") } else { call.proceed() }
      })
    func read(_ url: String) async throws -> Result<Value, Failure> {
      let call = OutsideCall(try CallURL(url), onlyReads: true)
      return await withCheckedContinuation { continuation in
        host.start(call) { continuation.resume(returning: $0) }
      }
    }
    let changing = Failure(
      .denied, "may_change", "what answers may change something, which a call that only reads must not do")
    #expect(try await read("app://Inn/looks?n=1") == .success("1"))
    #expect(try await read("app://Inn/seen/2") == .success("2"))
    #expect(try await read("app://Inn/writes?n=1") == .failure(changing))
    #expect(try await read("app://Inn/written/1") == .failure(changing))
    // Nor is it led there on the way, nor told of what is not for callers from outside.
    #expect(try await read("app://Inn/all") == .failure(changing))
    #expect(
      try await read("app://Inn/hidden")
        == .failure(Failure(.notFound, "not_found", "nothing here answers app://Inn/hidden")))
    #expect(changing.status == 405)
    #expect(try await call("app://Inn/writes", ["n": 1], host) == .success(1))
    #expect(told.withLock { $0.count } == 7)
  }

  @Test func `a reply that can't be written down is a failure`() async throws {
    let host = try host()
    #expect(try await message("app://Inn/object", [:], host)?.hasPrefix("invalid_reply: ") == true)
  }

  @Test func `nothing is handed to a program of the system`() async throws {
    let host = try host { $0.outbound = ["mail": ["false"]] }
    #expect(try await message("mail://Gone/a", nil, host) == "not_found: nothing here answers mail://Gone/a")
  }

  @Test func `who declines leaves it to the next, with what was given`() async throws {
    #expect(
      try await call("app://Inn/first/x", ["n": 1], try host())
        == .success(["parameters": ["place": "first", "word": "x", "n": 1], "hints": [:], "remote": true]))
  }

  @Test func `a stand-in's answer is no reply`() async throws {
    let host = try host()
    try host.register(LadderTests.NotFound.self)
    guard case .failure(let failure) = try await call("app://Inn/none", ["a": 1], host) else {
      Issue.record("it was taken for a reply")
      return
    }
    #expect(failure.code == .notFound && failure.reason == "not_found")
    #expect(failure.answer != nil)
  }

  @Test func `it tells progress, has a deadline, and can be given up`() async throws {
    let host = try host()
    let told = Guarded<[String]>([])
    let late = try await call("app://Inn/slow", [:], host, timeLimit: .milliseconds(500)) { part, words in
      told.withLock { $0.append("\(part ?? -1) \(words)") }
    }
    guard case .failure(let failure) = late else { throw Failure(.failed, "", "it ended") }
    #expect(failure.code == .timedOut && failure.message == "app://Inn/slow was not answered in time")
    #expect(told.withLock { $0 } == ["0.5 half"])
    let cancellation = Cancellation(host.mediator)
    let given = try await call("app://Inn/slow", [:], host, cancellation: cancellation) { _, _ in cancellation.cancel()
    }
    guard case .failure(let failure) = given else { throw Failure(.failed, "", "it ended") }
    #expect(failure.code == .cancelled)
  }

  @Test func `who asks for one major version has it, or hears that nothing was called and no stand-in asked`()
    async throws
  {
    struct NotFound: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("notFound") { _ in "stand-in" }.remote }
    }
    let host = try host()
    try host.register(NotFound.self)
    // "reason, whether nothing was called: a stand-in's answer", or the reply.
    func end(_ url: String, _ major: UInt32?) async throws -> String {
      let call = OutsideCall(try CallURL(url), parameters: ["n": 1], isByName: true, majorVersion: major)
      let ended = await withCheckedContinuation { continuation in
        host.start(call) { continuation.resume(returning: $0) }
      }
      switch ended {
      case .success(let value): return "\(value)"
      case .failure(let failure): return "\(failure.reason), \(failure.isNotHere): \(failure.answer?.text ?? "-")"
      }
    }
    let reply = try await end("app://Inn/writes", nil)
    #expect(try await end("app://Inn/writes", 1) == reply)
    #expect(try await end("app://Inn/writes", 2) == "other_version, true: -")
    #expect(try await end("app://Inn/nothing", 1) == "not_found, false: stand-in")
    #expect(try await end("app://Inn/nothing", 2) == "other_version, true: -")
    #expect(try await end("app://Away/writes", nil) == "not_found, false: stand-in")
    #expect(try await end("app://Away/writes", 1) == "not_here, true: -")
    // Behind interceptors it is the same.
    host.add(Interceptor("passes") { $0.proceed() })
    #expect(try await end("app://Inn/writes", 1) == reply)
    #expect(try await end("app://Inn/writes", 2) == "other_version, true: -")
    #expect(try await end("app://Away/writes", 1) == "not_here, true: -")
    host.removeInterceptor("passes")
    // They see it before, and nothing has to be there for that.
    host.add(Interceptor("guard") { $0.fail(Failure(.denied, "rate_limited", "not so fast")) })
    for url in ["app://Inn/writes", "app://Away/writes"] { #expect(try await end(url, 2) == "rate_limited, false: -") }
    host.removeInterceptor("guard")
    host.close()
    #expect(try await end("app://Away/writes", 1) == "closed, false: -")
  }

  @Test func `a host that is closed takes none`() async throws {
    let host = try host()
    host.close()
    #expect(try await message("app://Inn/all", [:], host)?.hasPrefix("closed: ") == true)
  }
}

extension Fields {
  fileprivate func merged(with others: Fields) -> Fields {
    var fields = self
    for (key, value) in others { fields[key] = value }
    return fields
  }
}
