import ComponentHost
import ComponentKit
import Testing

/// What a caller from outside hears, and what the host's log is told.
@Suite struct OutsideTests {
  private let reports = Guarded<[String]>([])

  private func host(_ change: (inout Settings) -> Void = { _ in }) throws -> Host {
    let host = try Host.bazaar { settings in
      settings.report = { [reports] report in reports.withLock { $0.append("\(report.kind.rawValue): \(report)") } }
      settings.depthLimit = 8
      change(&settings)
    }
    try host.register(Inside.self)
    return host
  }

  private func end(_ url: String, _ host: Host, timeLimit: Duration? = nil) -> Result<Value, Failure> {
    Result { () throws(Failure) in try host.mediator.open(url, timeLimit: timeLimit) }
  }

  private func details(_ result: Result<Value, Failure>) -> Fields {
    if case .failure(let failure) = result { failure.details } else { [:] }
  }

  @Test(
    arguments: [
      ("Bazaar/secret", "Bazaar/sacred"), ("Bazaar/nativeThing", "Bazaar/nativeThong"),
      ("Bazaar/notFound", "Bazaar/notFould"),
      ("Bazaar/hush", "Bazaar/hash"), ("Bazaar/hidden/1", "Bazaar/hedden/1"),
      ("Bazaar.Back/cellar", "Bazaar.Back/collar"),
      ("Bazaar.Back/cellar", "Bazaar.Buck/cellar"), ("Vault/open", "Vault/oper"), ("Vault/open", "Vaulk/open"),
      ("shop.example/vault", "shop.example/vaulk"), ("Inside.Gate/enter", "Inside.Gate/inter"),
    ])
  func `what is local and what is not there are the same to outside`(_ local: String, _ unknown: String) throws {
    let host = try host()
    for query in ["", "?", "?id=1", "?id=1&id=2", "?id=x&times=x&a[]=1", "/", "?page=1"] {
      let (one, other) = (end("app://\(local)\(query)", host), end("app://\(unknown)\(query)", host))
      #expect(one.outcome == "404 not_found not_found: nothing here answers app://\(local)")
      #expect(other.outcome == "404 not_found not_found: nothing here answers app://\(unknown)")
      #expect(details(one) == [:] && details(other) == [:])
      #expect(host.canOpen("app://\(local)\(query)").map { _ in Value.null } == one)
      #expect(host.canOpen("app://\(unknown)\(query)").map { _ in Value.null } == other)
    }
    #expect(reports.withLock { $0 }.allSatisfy { $0.hasPrefix("denied: a call from outside to ") })
    #expect(reports.withLock { $0 }.count == 7)
  }

  private static let failures: [(way: String, told: String, report: String)] = [
    (
      "drops", "500 failed no_reply: what answers URL failed",
      "Inside.drops gave its deferred call back without a reply"
    ),
    (
      "object", "500 failed invalid_reply: what answers URL failed",
      "the reply of Inside.object holds an object or a function, which can't leave the process"
    ),
    (
      "deep", "500 failed too_deep: what answers URL failed",
      "calls nest deeper than 8: Inside.deep → Inside.deep → Inside.deep → Inside.deep → Inside.deep → … (2 more) → Inside.deep → Inside.deep"
    ),
    (
      "turns", "500 failed serial_reentry: what answers URL failed",
      "a call came back to a target that takes one call at a time: Inside.turns → Inside.Gate.enter → Inside.Gate.enter"
    ),
    (
      "component", "503 component_refused unavailable: what answers URL lacks something that it needs",
      "no component named 'Cellar'"
    ),
    (
      "copy", "503 component_refused unavailable: what answers URL lacks something that it needs",
      "no component named 'Cellar'"
    ),
    (
      "target", "503 component_refused unavailable: what answers URL lacks something that it needs",
      "Inside has no target 'Inside.Cellar'"
    ),
    (
      "action", "503 component_refused unavailable: what answers URL lacks something that it needs",
      "Inside has no action 'cellar'"
    ),
    ("name", "500 failed failed: what answers URL failed", "'Cell ar' is not a valid name"),
    (
      "parameters", "500 failed failed: what answers URL failed",
      "the parameter 'depth' must be an int, not the text 'x'"
    ),
    ("late", "504 timed_out timed_out: URL was not answered in time", "Inside.waits did not reply before the deadline"),
    ("url", "500 failed failed: what answers URL failed", "nothing here answers app://Cellar/open"),
    ("key", "500 failed failed: what answers URL failed", "no component has the map key 'Cellar_open'"),
    ("without", "422 failed no_wine: there is no wine today", "there is no wine today: no component named 'Cellar'"),
  ]

  @Test(arguments: failures.map(\.way)) func `what the host says of the inside stays inside, and is in its log`(
    _ way: String
  ) throws {
    let host = try host()
    let (_, told, report) = try #require(OutsideTests.failures.first { $0.way == way })
    for url in ["app://Inside/way/\(way)", "app://Inside/\(way)"] {
      reports.withLock { $0 = [] }
      let result = end(url, host)
      #expect(result.outcome == told.split(separator: "URL", omittingEmptySubsequences: false).joined(separator: url))
      #expect(details(result) == [:])
      #expect(
        reports.withLock { $0 } == ["failed_inside: a call from outside to Inside.\(way) failed: \(report)"])
    }
    // Inside it is heard as it is.
    let inside = failure { () throws(Failure) in try host.mediator.call("Inside", way) }
    if way != "object" { #expect(inside?.message == report) }
  }

  @Test func `what an action says on purpose is passed on as it is`() throws {
    let host = try host()
    #expect(
      end("app://Inside/way/says", host)
        == .failure(Failure(.timedOut, "no_hurry", "the cook is asleep", details: ["until": 7])))
    #expect(end("app://Inside/plain", host).outcome == "404 not_found not_found: there is no such dish")
    #expect(
      end("app://Bazaar/refuses", host)
        == .failure(Failure(.denied, "not_today", "come back tomorrow", details: ["day": "Sunday"])))
    #expect(reports.withLock { $0 } == [])
  }

  @Test func `a deadline and a call that was given up name the URL`() async throws {
    let host = try host()
    #expect(
      end("app://Inside/way/waits", host, timeLimit: .milliseconds(300)).outcome
        == "504 timed_out timed_out: app://Inside/way/waits was not answered in time")
    let cancellation = Cancellation(host.mediator)
    let result = await withCheckedContinuation { continuation in
      host.mediator.open("app://Inside/way/waits", cancellation: cancellation) { continuation.resume(returning: $0) }
      cancellation.cancel()
    }
    #expect(result.outcome == "503 cancelled cancelled: the call of app://Inside/way/waits was given up")
    #expect(
      reports.withLock { $0 } == [
        "failed_inside: a call from outside to Inside.waits failed: Inside.waits did not reply before the deadline",
        "failed_inside: a call from outside to Inside.waits failed: the call of Inside.waits was given up",
      ])
  }

  @Test func `wrong parameters are said without the action that a route hides`() throws {
    let host = try host()
    let mistyped = Failure(
      .invalidParameters, "mistyped_parameter", "the parameter 'depth' must be an int, not the text 'x'",
      details: ["parameter": "depth", "expected": "int"])
    #expect(end("app://Inside/narrow/x", host) == .failure(mistyped))
    #expect(end("app://Inside/narrow?depth=x", host) == .failure(mistyped))
    let unknown = Failure(
      .invalidParameters, "unknown_parameter", "there is no parameter 'dept'",
      details: ["parameter": "dept", "suggestions": ["depth"]])
    let strict = try self.host { $0.policy.refusesUnknown = true }
    #expect(end("app://Inside/narrow/1?dept=x", strict) == .failure(unknown))
    #expect(strict.canOpen("app://Inside/narrow/1?dept=x").map { _ in Value.null } == .failure(unknown))
    // The host's own log says of what action it is, and by which rule.
    #expect(
      reports.withLock { exchange(&$0, with: []) } == [
        "denied: a call from outside to Inside.narrow was denied: it does not declare 'dept', and the policy refuses what is unknown"
      ])
    // The caller has no say in what the route itself gives.
    try host.add([Route("/fixed", host: "Inside", to: "Inside", "narrow", fixed: ["depth": "x"])])
    #expect(end("app://Inside/fixed", host).outcome == "500 failed failed: what answers app://Inside/fixed failed")
    #expect(
      host.canOpen("app://Inside/fixed").map { _ in Value.null }.outcome
        == "500 failed failed: what answers app://Inside/fixed failed")
  }

  @Test func `interceptors are the program's own voice, and what they run into is not`() throws {
    let host = try host()
    host.add(
      Interceptor("guard") { call in
        switch call.action {
        case "echo": call.fail(Failure(.denied, "rate_limited", "not so fast"))
        case "everything": break
        case "own": call.proceed(target: "Cellar", action: "open")
        case "find": call.proceed(parameters: ["wine": "red"])
        default: call.proceed()
        }
      })
    #expect(end("app://Bazaar/echo", host).outcome == "429 denied rate_limited: not so fast")
    #expect(
      end("app://Bazaar/everything", host).outcome == "500 failed no_reply: what answers app://Bazaar/everything failed"
    )
    #expect(
      end("app://Bazaar/own", host).outcome
        == "503 component_refused unavailable: what answers app://Bazaar/own lacks something that it needs")
    host.removeInterceptor("guard")
    host.add(.component("Guard"))
    #expect(
      end("app://Bazaar/echo", host).outcome
        == "503 component_refused unavailable: what answers app://Bazaar/echo lacks something that it needs")
    #expect(
      reports.withLock { $0.last }
        == "failed_inside: a call from outside to app://Bazaar/echo failed: the interceptor 'Guard' can't be asked: no component named 'Guard'"
    )
    #expect(
      reports.withLock { $0.first?.contains("the interceptor 'guard' neither answered Bazaar.everything") == true })
  }

  @Test func `refused schemes are told, those that are taken are not`() throws {
    let host = try host { $0.policy.schemes = ["app", "inner"] }
    let failure = Failure(.denied, "scheme_refused", "URLs of the scheme 'web' are not taken")
    #expect(end("web://Bazaar/echo", host) == .failure(failure))
    #expect(end("web://Bazaar/secret", host) == .failure(failure))
    #expect(failure.status == 403)
  }

  @Test func `a host that shuts down says so, whatever is asked`() throws {
    let host = try host()
    host.close()
    for url in ["app://Bazaar/echo", "app://Bazaar/secret", "app://Nobody/x"] {
      #expect(end(url, host).outcome == "503 component_refused closed: the host is shutting down")
      #expect(host.canOpen(url).map { _ in Value.null } == end(url, host))
    }
  }
}
