import ComponentABI
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Interceptors that are components.
@Suite(.serialized) struct ComponentInterceptorTests {
  let host: Host
  var mediator: Mediator { host.mediator }

  init() throws {
    Audit.seen.withLock { $0 = [] }
    // Beside other tests a task may wait long for one of the threads that tasks share.
    var settings = Settings()
    settings.timeLimit = .seconds(600)
    host = Host(settings)
    try host.register(Echo.self)
    try host.register(Audit.self)
    try host.register(Clerk.self)
  }

  /// Sees everything, and asks Clerk to write it down.
  struct Audit: Component {
    static let seen = Guarded<[String]>([])
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action.intercept { [mediator] call in
        let name = "\(call.target).\(call.action)"
        Audit.seen.withLock { $0.append("\(call.source) \(name) \(call.parameters.keys) \(call.isRouted)") }
        _ = try await mediator.call("Clerk", "write", ["line": .text(name)])
        switch call.parameters["do"]?.text {
        case "refuse": throw Failure(.denied, "not_now", "not on a Saturday")
        case "answer": return "answered"
        case "redirect": return try await call.proceed(target: "Echo.Sub", action: "name")
        case "change": return try await call.proceed(parameters: ["x": "changed"])
        case "retry":
          for _ in 0..<2 { _ = try await call.proceed() }
          return try await call.proceed()
        default: return try await call.proceed()
        }
      }
      Action("ask") { [mediator] _ in try mediator.call("Clerk", "write", ["line": "x"]) }
      Action("flush") { [mediator] _ in try mediator.call("Echo", "int", ["id": 5]) }
    }
  }

  /// Works for Audit, and calls somebody itself.
  struct Clerk: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("write") { [mediator] call in try mediator.call("Echo", "first", ["x": .text(try call.text("line"))]) }
    }
  }

  /// Open to callers from outside.
  struct Shop: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("buy") { _ in nil }.remote }
  }

  private func seen() -> [String] { Audit.seen.withLock { $0 } }

  @Test func `it sees calls with their caller, and not those that are made to answer it`() async throws {
    host.add(.component("Audit"))
    let via: Fields = ["target": "Echo", "action": "int", "with": ["id": 7]]
    let mediator = mediator
    // It waits for its nested call, which must not hold one of the few threads that tasks share.
    #expect(try await onOwnThread { try mediator.call("Echo", "via", via) } == 7)
    #expect(
      seen() == [
        #"program Echo.via ["target", "action", "with"] false"#, #"component("Echo") Echo.int ["id"] false"#,
      ])
    Audit.seen.withLock { $0 = [] }
    #expect(try await mediator.call("Audit", "flush") == 5)
    #expect(seen() == ["program Audit.flush [] false"])
  }

  @Test func `a caller that calls itself the host's question hides nothing`() async throws {
    host.add(.component("Audit"))
    let (mediator, ear) = (mediator, Ear())
    try await onOwnThread {
      var request = ear.request("Audit", "ask")
      request.flags = component_request.question
      _ = mediator.host.pointee.call(mediator.host, &request)
    }
    #expect(ear.outcomes == [.success("x")])
    #expect(seen() == ["program Audit.ask [] false", #"component("Clerk") Echo.first ["x"] false"#])
  }

  @Test func `it refuses, answers, redirects, changes and retries`() async throws {
    host.add(.component("Audit"))
    func call(_ what: String) async -> Result<Value, Failure> {
      do throws(Failure) {
        return .success(try await mediator.call("Echo", "first", ["do": .text(what), "x": "mine"]))
      } catch {
        return .failure(error)
      }
    }
    #expect(await call("refuse") == .failure(Failure(.denied, "not_now", "not on a Saturday")))
    #expect(await call("answer") == .success("answered"))
    #expect(await call("redirect") == .success("Echo.Sub.name"))
    #expect(await call("change") == .success("changed"))
    #expect(await call("retry") == .success("mine"))
    #expect(await call("pass") == .success("mine"))
  }

  @Test func `failures and reasons come through it as they are`() async {
    host.add(.component("Audit"))
    do throws(Failure) {
      _ = try await mediator.call("Nobody", "there")
      Issue.record("it did not fail")
    } catch {
      #expect((error.code, error.reason) == (.notFound, "no_such_component"))
    }
  }

  @Test func `one that changes what there is not lets nothing through`() throws {
    struct Misspeller: Component {
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var actions: [Action] {
        Action("intercept") { [mediator] call in
          try mediator.call(try call.function("proceed"), ["paramters": ["id": 2]])
        }
      }
    }
    try host.register(Misspeller.self)
    host.add(.component("Misspeller"))
    let failed = failure { () throws(Failure) in try mediator.call("Echo", "int", ["id": 1]) }
    #expect(failed?.message == "the interceptor 'Misspeller' proceeds wrongly: there is no 'paramters' to change")
  }

  @Test func `where it is missing no call gets through`() {
    host.add(.component("Gone"))
    #expect(
      failure { () throws(Failure) in try mediator.call("Echo", "int", ["id": 1]) }
        == Failure(
          .refused, "interceptor_missing", "the interceptor 'Gone' can't be asked: no component named 'Gone'",
          details: ["directories": [], "interceptor": "Gone", "reason": "no_such_component"]))
    host.removeInterceptor("Gone")
    host.add(.component("Echo"))
    let failed = failure { () throws(Failure) in try mediator.call("Audit", "flush") }
    #expect(failed?.message == "the interceptor 'Echo' can't be asked: Echo has no action 'intercept'")
  }

  @Test func `the steps of a call say that it is missing`() throws {
    host.add(.component("Audit", priority: 1))
    #expect(host.explain("Echo", "int").last?.description == "end: Echo.int answers")
    host.add(.component("Gone"))
    let reason = "the interceptor 'Gone' can't be asked: no component named 'Gone'"
    #expect(
      host.explain("Echo", "int").suffix(3).map(\.description) == [
        "interceptors: on the way are Audit, Gone, which are not asked here", "interceptors: \(reason)",
        "end: the call fails: \(reason)",
      ])
    try host.register(Shop.self)
    #expect(
      host.explain(url: "app://Shop/buy").suffix(2).map(\.description) == [
        "interceptors: \(reason)", "end: the call fails: what answers app://Shop/buy lacks something that it needs",
      ])
    host.removeInterceptor("Gone")
    #expect(host.explain(url: "app://Shop/buy").last?.description == "end: Shop.buy is called")
  }

  @Test(arguments: ["app://Shop/buy", "app://Shop/nothing", "app://Nobody/at"])
  func `what is said of a URL beforehand is how it ends`(url: String) throws {
    try host.register(Shop.self)
    host.add(.component("Gone"))
    let opened = failure { () throws(Failure) in try mediator.open(url) }
    #expect(opened?.code == .refused && opened?.reason == "unavailable")
    guard case .failure(let foretold) = host.canOpen(url) else {
      Issue.record("\(url) can't be opened")
      return
    }
    #expect((foretold.code, foretold.reason, foretold.message) == (.refused, "unavailable", opened?.message ?? ""))
    #expect(host.explain(url: url).last?.description == "end: the call fails: \(foretold.message)")
    host.removeInterceptor("Gone")
    #expect(((try? mediator.open(url)) == nil) == ((try? host.canOpen(url).get()) == nil))
  }

  @Test func `a local call's steps begin with them, also where nobody answers`() {
    host.add(.component("Gone"))
    let called = failure { () throws(Failure) in try mediator.call("Nobody", "at") }
    #expect(host.explain("Nobody", "at").last?.description == "end: the call fails: \(called?.message ?? "?")")
  }

  @Test func `one that takes one call at a time would wait for itself, and is refused`() throws {
    struct Serial: Component {
      static let isSerial = true
      init(mediator: Mediator) {}
      var actions: [Action] { Action.intercept { try await $0.proceed() } }
    }
    try host.register(Serial.self)
    host.add(.component("Serial"))
    let failed = failure { () throws(Failure) in try mediator.call("Echo", "int", ["id": 1]) }
    #expect(failed?.details["reason"] == "serial_interceptor")
  }

  @Test func `those that a call skips don't see it, and the next call is seen`() async throws {
    let marks = Guarded<[String]>([])
    for name in ["one", "two", "three"] {
      host.add(
        Interceptor(name) { call in
          marks.withLock { $0.append(name) }
          call.proceed()
        })
    }
    host.add(.component("Audit"))
    #expect(try await mediator.skipping("Audit", "two").call("Echo", "int", ["id": 1]) == 1)
    #expect(marks.withLock { $0 } == ["one", "three"])
    #expect(seen() == [])
    let patient = mediator.skipping("one").skipping("two", "unknown", "").skipping("three", "Audit")
    marks.withLock { $0 = [] }
    let via: Fields = ["target": "Echo", "action": "int", "with": ["id": 7]]
    // What is called in turn is seen.
    #expect(try await onOwnThread { try patient.call("Echo", "via", via) } == 7)
    #expect(marks.withLock { $0.prefix(3) } == ["one", "three", "two"])
    #expect(seen() == [#"component("Echo") Echo.int ["id"] false"#])
  }

  @Test func `what an interceptor calls is a part of the call that it sees`() {
    let mediator = mediator
    host.add(
      Interceptor("asks") { call in
        do throws(Failure) {
          _ = try mediator.call("Echo", "int", ["id": 1])
          call.proceed()
        } catch {
          call.fail(error)
        }
      })
    let failed = failure { () throws(Failure) in try mediator.call("Echo", "int", ["id": 1]) }
    #expect(failed?.reason == "too_deep")
  }
}
