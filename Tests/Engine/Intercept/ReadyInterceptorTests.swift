import ComponentKit
import Testing

@testable import ComponentHost

/// The interceptors that come with the host.
@Suite(.serialized) struct ReadyInterceptorTests {
  let host: Host
  let reports = Guarded<[Report]>([])
  var mediator: Mediator { host.mediator }

  init() throws {
    var settings = Settings()
    settings.report = { [reports] report in reports.withLock { $0.append(report) } }
    host = Host(settings)
    try host.register(Echo.self)
    try host.register(Open.self)
  }

  /// Open to callers from outside.
  struct Open: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("a") { _ in 1 }.remote
      Action("b") { _ in 2 }.remote
      Action("c_d") { _ in 3 }.remote
      Action("c_e") { _ in 4 }.remote
    }
  }

  @Test func `the log has a line for every call when it has ended, without what was passed`() async throws {
    host.add(.log())
    _ = try await mediator.call("Echo", "via", ["target": "Echo", "action": "int", "with": ["id": 7]])
    _ = failure { () throws(Failure) in try mediator.call("Echo", "fail", ["why": "secret"]) }
    _ = try await mediator.open("app://Open/a")
    let lines = reports.withLock { $0 }.map { report in
      #expect(report.kind == .call)
      return report.message.replacing(/after \d+\.\d\d\d ms$/, with: "after x ms")
    }
    #expect(
      lines == [
        "Echo called Echo.int: replied after x ms", "the program called Echo.via: replied after x ms",
        "the program called Echo.fail: failed with told_to after x ms",
        "somebody outside called Open.a: replied after x ms",
      ])
  }

  @Test func `the log goes where it is told`() throws {
    let lines = Guarded<[String]>([])
    host.add(.log("mine", to: { line in lines.withLock { $0.append(line) } }))
    _ = try mediator.call("Echo", "int", ["id": 7])
    #expect(lines.withLock { $0.count } == 1)
    #expect(reports.withLock { $0.isEmpty })
  }

  @Test func `times are counted by action, and names that nobody expects have an end`() async throws {
    let times = CallTimes(limit: 2)
    host.add(.time(times))
    for _ in 0..<3 { _ = try await mediator.call("Echo", "later", ["name": "x"]) }
    _ = failure { () throws(Failure) in try mediator.call("Echo", "boom") }
    for name in ["a", "b"] { _ = failure { () throws(Failure) in try mediator.call("Nobody", name) } }
    let all = times.all
    #expect(all.keys.sorted() == ["Echo.boom", "Echo.later", "others"])
    let later = try #require(all["Echo.later"])
    #expect((later.calls, later.failures) == (3, 0))
    // Each sleeps for five milliseconds.
    #expect(later.mean >= .milliseconds(5) && later.longest >= later.mean && later.total >= .milliseconds(15))
    #expect(all["Echo.boom"]?.failures == 1)
    #expect((all["others"]?.calls, all["others"]?.failures) == (2, 2))
    times.clear()
    #expect(times.all.isEmpty)
  }

  @Test func `what comes too often from outside is refused with the status 429, what comes from inside is not`() throws
  {
    host.add(.limit(RateLimit(2, per: .seconds(3600))))
    for _ in 0..<2 { #expect(try mediator.open("app://Open/a") == 1) }
    let failed = failure { () throws(Failure) in try mediator.open("app://Open/b") }
    #expect((failed?.code, failed?.reason, failed?.status) == (.denied, "rate_limited", 429))
    #expect(failed?.message == "there were too many calls: 2 in 3600 s are allowed")
    let wait = try #require(failed?.details["retry_after"]?.double)
    #expect(wait > 1700 && wait <= 1800)
    #expect(try mediator.call("Open", "b") == 2)
  }

  @Test func `each action, or each caller, can have a limit of its own`() throws {
    host.add(.limit(RateLimit(1, per: .seconds(3600), of: .all, each: .action), "actions"))
    #expect(try mediator.call("Open", "a") == 1)
    #expect(try mediator.call("Open", "b") == 2)
    #expect(failure { () throws(Failure) in try mediator.call("Open", "a") }?.reason == "rate_limited")
    // Each could also be a map key of another component, which is not there.
    #expect(try mediator.open("app://Open/c_d") == 3)
    #expect(try mediator.open("app://Open/c_e") == 4)
    #expect(failure { () throws(Failure) in try mediator.open("app://Open/c_d") }?.reason == "rate_limited")
    host.removeInterceptor("actions")
    host.add(.limit(RateLimit(2, per: .seconds(3600), of: .all, each: .caller), "callers"))
    let via: Fields = ["target": "Open", "action": "a"]
    for _ in 0..<2 { #expect(try mediator.call("Echo", "via", via) == 1) }
    #expect(try mediator.open("app://Open/a") == 1)
    #expect(failure { () throws(Failure) in try mediator.call("Open", "a") }?.reason == "rate_limited")
  }

  @Test func `a meter allows as many at once as in the whole time, then evenly`() {
    let meter = RateMeter(RateLimit(4, per: .seconds(1)))
    let start: Int64 = 1_000_000_000
    for _ in 0..<4 { #expect(meter.take("", at: start) == nil) }
    #expect(meter.take("", at: start) == .milliseconds(250))
    #expect(meter.take("", at: start + 249_999_999) == .nanoseconds(1))
    #expect(meter.take("", at: start + 250_000_000) == nil)
    #expect(meter.take("", at: start + 250_000_000) == .milliseconds(250))
    // After a long rest there are four again, not more.
    let later = start + 60_000_000_000
    for _ in 0..<4 { #expect(meter.take("", at: later) == nil) }
    #expect(meter.take("", at: later) == .milliseconds(250))
  }

  @Test func `a meter does not grow with the names that callers choose`() {
    let meter = RateMeter(RateLimit(1, per: .seconds(1)))
    for name in 0..<RateMeter.shareLimit { #expect(meter.take("\(name)", at: 1) == nil) }
    // New names share one limit now.
    #expect(meter.take("new", at: 1) == nil)
    #expect(meter.take("newer", at: 1) != nil)
    // Those that rested are forgotten.
    #expect(meter.take("newest", at: 2_000_000_000) == nil)
    #expect(meter.take("latest", at: 2_000_000_000) == nil)
  }
}
