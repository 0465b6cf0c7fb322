import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Interceptors come before all that is done for a URL.
@Suite(.serialized) struct OpenInterceptedTests {
  let host: Host
  let reports = Guarded<[String]>([])
  let workshop: ElfWorkshop
  var mediator: Mediator { host.mediator }

  init() throws {
    workshop = try ElfWorkshop()
    // No library: to load it is to refuse it.
    try workshop.write([1], to: "libLate.so")
    var settings = Settings(directories: [workshop.path])
    settings.report = { [reports] report in reports.withLock { $0.append(report.message) } }
    settings.policy.routes = [Route("/late/:x", host: "shop.example", to: "Late", "it")]
    host = Host(settings)
    try host.register(OpenTests.Shop.self)
  }

  private func open(_ url: String) -> Result<Value, Failure> {
    Result { () throws(Failure) in try mediator.open(url) }
  }

  private func watch() -> Guarded<[String]> {
    let seen = Guarded<[String]>([])
    host.add(
      Interceptor("see", priority: 5) { call in
        seen.withLock {
          $0.append("\(call.source) \(call.isRouted) \(call.target).\(call.action) \(call.parameters.keys)")
        }
        call.proceed()
      })
    return seen
  }

  @Test(arguments: ["app://Nope/x", "app://Shop/secret", "app://Shop/nothing", "app://Late/x", "app://Shop"])
  func `a URL that leads nowhere goes to the fallback past no interceptor`(url: String) throws {
    try host.register(LadderTests.NotFound.self)
    #expect((try? open(url).get()) != nil)
    let seen = watch()
    #expect((try? open(url).get()) != nil)
    let parts = url.split(separator: "/")
    let name = "\(parts[1]).\(parts.count > 2 ? parts[2] : "")"
    #expect(seen.withLock { $0 } == ["remote false \(name) []"])
    host.add(Interceptor("guard") { $0.fail(Failure(.denied, "closed", "not today")) })
    #expect(open(url) == .failure(Failure(.denied, "closed", "not today")))
    host.add(Interceptor("guard") { $0.reply("instead") })
    #expect(open(url) == .success("instead"))
    host.add(Interceptor("guard") { $0.proceed(target: "Shop", action: $0.source == .remote ? "via" : nil) })
    #expect(open(url) == .success("secret"))
    host.add(Interceptor("guard") { $0.proceed(target: "Shop", action: "NATIVE") })
    #expect((try? open(url).get()) == nil)
  }

  @Test func `those that a URL skips see none of what is asked in turn`() {
    let seen = watch()
    for others in 0...1 {
      if others > 0 { host.add(Interceptor("other") { $0.proceed() }) }
      let reply = Result { () throws(Failure) in try mediator.skipping("see").open("app://Shop/first/x") }
      #expect(reply == .success("any x"))
      #expect(seen.withLock { $0 } == [])
    }
    #expect(open("app://Shop/first/x") == .success("any x"))
    #expect(seen.withLock { !$0.isEmpty })
  }

  @Test func `a misspelt name that a call goes past is reported, and one that nobody has is not`() {
    _ = watch()
    for name in ["sea", "sea", "nobody at all", "see"] {
      #expect((try? mediator.skipping(name).open("app://Shop/first/x")) == "any x")
      #expect((try? mediator.skipping(name).call("Shop", "secret")) == "secret")
    }
    // Another one has nearly the name of one that is rightly skipped.
    host.add(Interceptor("saw") { $0.proceed() })
    #expect((try? mediator.skipping("see").open("app://Shop/first/x")) == "any x")
    // Ever more seldom.
    #expect(
      reports.withLock { $0 } == ["a call goes past 'sea', no interceptor's name; did you mean 'see'?"])
  }

  @Test(arguments: [RateLimit.Share.together, .caller]) func `a rate limit is asked before a component is loaded`(
    each: RateLimit.Share
  ) {
    let lines = Guarded<[String]>([])
    host.add(.log(to: { line in lines.withLock { $0.append(line) } }))
    host.add(.limit(RateLimit(1, per: .seconds(3600), each: each)))
    #expect((try? open("app://Shop/via").get()) == "secret")
    for url in ["app://Late/x", "https://shop.example/late/1", "app://Late_x/y", "app://a/Late"] {
      guard case .failure(let failure) = open(url) else {
        Issue.record("\(url) was opened")
        continue
      }
      #expect(failure.reason == "rate_limited")
    }
    #expect(!host.loader.slots.contains { $0.value.isRefused })
    #expect(lines.withLock { $0.count } == 6)
    #expect(lines.withLock { $0.last }?.hasPrefix("somebody outside called app://a/Late: failed with") == true)
  }

  @Test func `a rate limit for each action loads nothing to know the action`() {
    host.add(.limit(RateLimit(1, per: .seconds(3600), each: .action)))
    host.add(Interceptor("guard") { $0.fail(Failure(.denied, "closed", "not today")) })
    func reason(_ url: String) -> String? { open(url).failure?.reason }
    for url in ["app://Late/x", "https://shop.example/late/1", "app://Late_x/y", "app://Later/z"] {
      #expect(reason(url) == "closed")
    }
    #expect(!host.loader.slots.contains { $0.value.isRefused })
    // What is not loaded has one limit for all that its host part's component may answer.
    for url in ["app://Late/other", "app://Late.Sub/x", "https://shop.example/late/2", "app://Late_x/z"] {
      #expect(reason(url) == "rate_limited")
    }
    #expect(!host.loader.slots.contains { $0.value.isRefused })
    // What is loaded has one for each action, whatever leads to it.
    #expect(reason("app://Shop/via") == "closed")
    #expect(reason("app://Shop/books/42") == "closed")
    #expect(reason("app://Shop/books/43") == "rate_limited")
    #expect(reason("app://Shop/via?x=1") == "rate_limited")
  }

  @Test func `what leads nowhere for a limit may lead somewhere for the call`() {
    host.add(.limit(RateLimit(5, per: .seconds(3600), each: .action), priority: 10))
    host.add(
      Interceptor("brings") { [host] call in
        try? host.register(Fresh.self)
        call.proceed()
      })
    #expect(open("app://Fresh/x") == .success("fresh"))
  }

  struct Fresh: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("x") { _ in "fresh" }.remote }
  }

  @Test func `interceptors are asked about a URL for the system before its component is loaded`() {
    var settings = Settings(directories: [workshop.path])
    settings.policy.outbound = ["ext": ["/bin/true"]]
    let host = Host(settings)
    let names = Guarded<[String]>([])
    host.add(
      Interceptor("guard") { call in
        if call.source == .remote { call.fail(Failure(.denied, "closed", "not today")) } else { call.proceed() }
      })
    func open(_ url: String) -> Result<Value, Failure> {
      Result { () throws(Failure) in try host.mediator.open(url) }
    }
    #expect(open("ext://Late/x") == .failure(Failure(.denied, "closed", "not today")))
    #expect(!host.loader.slots.contains { $0.value.isRefused })
    host.add(
      Interceptor("guard") { call in
        names.withLock { $0.append("\(call.target).\(call.action)") }
        call.proceed()
      })
    #expect(open("ext://Late/x") == .success(.null))
    #expect(names.withLock { $0 } == ["Late.x"])
    // A route of that scheme could be its component's.
    #expect(host.loader.slots["Late"]?.isRefused == true)
    host.add(Interceptor("guard") { $0.proceed(parameters: $0.parameters) })
    #expect(open("ext://Late/x?y=1") == .success(.null))
    // The program gets the URL as it stands.
    host.add(Interceptor("guard") { $0.proceed(parameters: [:]) })
    #expect(throws: Failure.self) { try host.mediator.open("ext://Late/x?y=1") }
    host.add(Interceptor("guard") { $0.reply("instead") })
    #expect(open("ext://Late/x") == .success("instead"))
  }

  @Test(
    arguments: [
      ("https://host:443/a?q=secret#f", "https://host:443/a"), ("https://ann:pw@host/x", "https://host/x"),
      // A mark clings to the sign before it, and hides it from whoever looks at characters.
      ("https://ann:pw@\u{301}host/x", "https://\u{301}host/x"), ("mailto:\u{301}me", "mailto:\u{301}me"),
      ("mailto:me@example.org?subject=s", "mailto:me@example.org"), ("HTTPS:", "https:"),
    ])
  func `a URL for the system that is no call goes past no interceptor`(url: String, shown: String) throws {
    var settings = Settings(directories: [workshop.path])
    let lines = Guarded<[String]>([])
    settings.report = { report in lines.withLock { $0.append(report.message) } }
    settings.policy.outbound = ["https": ["/bin/true"], "mailto": ["/bin/true"]]
    // Takes any URL that is a call.
    settings.policy.routes = [Route("/*rest", host: "*", to: "Shop", "via", scheme: "mailto")]
    let host = Host(settings)
    func open() -> Result<Value, Failure> {
      Result { () throws(Failure) in try host.mediator.open(url) }
    }
    #expect(open() == .success(.null))
    let seen = Guarded<[String]>([])
    host.add(.log())
    host.add(
      Interceptor("see") { call in
        seen.withLock {
          $0.append("\(call.source) \(call.target).\(call.action) \(call.parameters.keys) \(call.actionShare)")
        }
        call.proceed(target: call.target, action: call.action, parameters: call.parameters)
      })
    #expect(open() == .success(.null))
    #expect(seen.withLock { $0 } == ["remote . [] \(url.hasPrefix("mailto") ? "mailto" : "https")"])
    #expect(lines.withLock { $0.last }?.hasPrefix("somebody outside called \(shown): replied after") == true)
    host.add(Interceptor("see") { $0.proceed(parameters: ["a": 1]) })
    #expect(open().failure?.code == .failed)
    host.add(Interceptor("see") { $0.reply("instead") })
    #expect(open() == .success("instead"))
    host.add(Interceptor("see") { $0.proceed() })
    #expect(try host.canOpen(url).get().target == "")
    host.add(.component("Missing"))
    #expect(open().failure?.code == .refused)
    #expect(host.canOpen(url).failure?.code == .refused)
    let steps = host.explain(url: url)
    #expect(steps.map(\.stage) == [.policy, .interceptors, .interceptors, .end])
    #expect(steps.last?.isObstacle == true)
    host.removeInterceptor("Missing")
    #expect(host.explain(url: url).map(\.stage) == [.policy, .interceptors, .outbound])
  }

  @Test func `an interceptor that wants to know what answers is told the truth, once`() throws {
    let seen = watch()
    #expect(open("app://Shop/books/42?x=1") == .success("book 42"))
    #expect(open("app://Shop/first/x") == .success("any x"))
    #expect(open("app://Shop/thing?times=2").isSuccess)
    _ = open("https://shop.example/late/1")
    #expect(
      seen.withLock { $0 } == [
        #"remote true Shop.book ["id", "x"]"#, #"remote true Shop.declines ["word"]"#,
        #"remote true Shop.any ["a", "word"]"#,
        "remote false Shop.all []", #"remote false shop.example.late []"#,
      ])
    #expect(host.loader.slots["Late"]?.isRefused == true)
  }

  @Test func `what an interceptor does to a call by URL holds`() throws {
    host.add(
      Interceptor("changes") { call in
        switch call.action {
        case "find": call.proceed(parameters: ["id": "7"])
        case "all": call.proceed(parameters: call.parameters)
        case "book": call.proceed { result in call.reply(.list([(try? result.get()) ?? nil])) }
        default: call.proceed()
        }
      })
    // A text of its own has the type of text; one of the caller's stays as loose as it was.
    #expect(open("app://Shop/find?id=3").isSuccess == false)
    #expect(
      open("app://Shop/fixed?a=b")
        == .success(["parameters": ["page": 7, "a": "b"], "hints": [:], "remote": true]))
    #expect(
      open("app://Shop/thing?animated=no")
        == .success(["parameters": [:], "hints": ["animated": false, "times": 1], "remote": true]))
    #expect(open("app://Shop/books/42") == .success(["book 42"]))
    #expect(open("app://Shop/books/42?id=1").isSuccess == false)
  }

  @Test func `a call that an interceptor makes is its own by what runs, not by how it is named`() async throws {
    Audit.seen.withLock { $0 = [] }
    try host.register(Echo.self)
    try host.register(Audit.self)
    try host.register(Busy.self)
    host.add(.component("Audit"))
    let mediator = mediator
    // They wait for nested calls, which must not hold one of the few threads that tasks share.
    #expect(try await onOwnThread { try mediator.open("app://Audit/intercept") } == 5)
    let code = try await onOwnThread {
      let function = Function { _ in try mediator.call("Echo", "int", ["id": 6]) }
      return Value.function(function).withBorrowed { value in
        let ear = Ear()
        var request = ear.request("Audit", "intercept")
        let table = mediator.host
        guard let function = value.pointee.as.function else { return Value.null }
        return .int(Int(table.pointee.invoke(table, function, &request)))
      }
    }
    #expect(code == 0)
    #expect(
      Audit.seen.withLock { $0 } == [
        "remote Audit.intercept []", #"component("NotFound") Echo.int ["id"]"#, #"program Echo.int ["id"]"#,
      ])
  }

  /// Sees everything.
  struct Audit: Component {
    static let seen = Guarded<[String]>([])
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action.intercept { call in
        Audit.seen.withLock { $0.append("\(call.source) \(call.target).\(call.action) \(call.parameters.keys)") }
        return try await call.proceed()
      }
    }
  }

  /// A fallback that calls somebody itself.
  struct Busy: Component {
    static let name = "NotFound"
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("notFound") { [mediator] _ in try mediator.call("Echo", "int", ["id": 5]) }
    }
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
