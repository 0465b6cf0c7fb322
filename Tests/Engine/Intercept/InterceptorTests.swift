import ComponentHost
import ComponentKit
import TestThreads
import Testing

@Suite(.serialized, .offPool) struct InterceptorTests {
  let host: Host
  var mediator: Mediator { host.mediator }

  init() throws {
    var settings = Settings()
    settings.timeLimit = .seconds(60)
    host = Host(settings)
    try host.register(Echo.self)
    try host.register(Counter.self)
  }

  /// A target that takes one call at a time, and can be made to call itself.
  struct Counter: Component {
    static let isSerial = true
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("one") { _ in 1 }
      Action("again") { [mediator] _ in try mediator.call("Counter", "one") }
      Action("awaitAgain") { [mediator] _ async throws -> Value in try await mediator.call("Counter", "one") }
    }
  }

  @Test func `it sees every call with its caller, and none of it is changed`() async throws {
    let seen = Guarded<[String]>([])
    host.add(
      Interceptor("see") { call in
        seen.withLock { $0.append("\(call.source) \(call.target).\(call.action) \(call.parameters.keys)") }
        call.proceed()
      })
    let via: Fields = ["target": "Echo", "action": "int", "with": ["id": 7]]
    #expect(try await mediator.call("Echo", "via", via) == 7)
    #expect(try await mediator.call("Echo", "later", ["name": "x"]) == "x")
    let failed = failure { () throws(Failure) in try mediator.call("Nobody", "there") }
    #expect(failed?.reason == "no_such_component")
    #expect(
      seen.withLock { $0 } == [
        #"program Echo.via ["target", "action", "with"]"#, #"component("Echo") Echo.int ["id"]"#,
        #"program Echo.later ["name"]"#, "program Nobody.there []",
      ])
    #expect(host.removeInterceptor("see"))
    #expect(!host.removeInterceptor("see"))
    #expect(try await mediator.call("Echo", "int", ["id": 1]) == 1)
    #expect(seen.withLock { $0.count } == 4)
  }

  @Test func `what is let pass after the host's own time limit does not begin`() throws {
    var settings = Settings()
    settings.timeLimit = .milliseconds(500)
    let host = Host(settings)
    try host.register(Echo.self)
    let kept = Guarded<InterceptedCall?>(nil)
    host.add(Interceptor("keep") { call in kept.withLock { $0 = call } })
    let failed = failure { () throws(Failure) in try host.mediator.call("Echo", "int", ["id": 1]) }
    #expect(failed?.code == .timedOut)
    let heard = Guarded<[Result<Value, Failure>]>([])
    kept.withLock { $0 }?.proceed { result in heard.withLock { $0.append(result) } }
    let ends = heard.withLock { $0 }
    #expect(ends.count == 1)
    guard case .failure(let failure)? = ends.first else {
      Issue.record("it ran")
      return
    }
    #expect((failure.code, failure.message) == (.cancelled, "the call of Echo.int was given up"))
  }

  @Test func `the highest priority comes first, then the name, and a name is there once`() throws {
    let order = Guarded<[String]>([])
    func interceptor(_ name: String, _ priority: Int, _ mark: String) -> Interceptor {
      Interceptor(name, priority: priority) { call in
        order.withLock { $0.append(mark) }
        call.proceed { result in
          order.withLock { $0.append("/\(mark)") }
          call.end(as: result)
        }
      }
    }
    host.add(interceptor("b", 0, "b"))
    host.add(interceptor("z", 9, "z"))
    host.add(interceptor("a", 0, "old"))
    host.add(interceptor("a", 0, "a"))
    #expect(host.interceptors.map(\.name) == ["z", "a", "b"])
    #expect(try mediator.call("Echo", "int", ["id": 2]) == 2)
    #expect(order.withLock { $0 } == ["z", "a", "b", "/b", "/a", "/z"])
  }

  @Test func `it answers, refuses, redirects and changes`() throws {
    host.add(
      Interceptor("all", priority: 1) { call in
        switch call.action {
        case "answered": call.reply("mine")
        case "refused": call.fail(Failure(.denied, "not_now", "not on a Saturday"))
        case "moved": call.proceed(target: "Echo.Sub", action: "name")
        case "first": call.proceed(parameters: ["x": "changed"])
        default: call.proceed()
        }
      })
    host.add(
      Interceptor("behind") { call in
        #expect(!["answered", "refused", "moved"].contains(call.action))
        call.proceed()
      })
    #expect(try mediator.call("Echo", "answered") == "mine")
    #expect(
      failure { () throws(Failure) in try mediator.call("Echo", "refused") }
        == Failure(.denied, "not_now", "not on a Saturday"))
    #expect(try mediator.call("Echo", "moved") == "Echo.Sub.name")
    #expect(try mediator.call("Echo", "first", ["x": "mine"]) == "changed")
  }

  @Test func `a text without a type keeps its looseness unless it is changed`() throws {
    host.add(
      Interceptor("adds") { call in
        var parameters = call.parameters
        parameters["more"] = 1
        if call.parameters["strict"] != nil { parameters["id"] = "7" }
        call.proceed(parameters: parameters)
      })
    #expect(try mediator.call("Echo", "int", ["id": "12"], loose: ["id"]) == 12)
    let failed = failure { () throws(Failure) in
      try mediator.call("Echo", "int", ["id": "12", "strict": true], loose: ["id"])
    }
    #expect(failed?.reason == "mistyped_parameter")
  }

  @Test func `it retries`() throws {
    let tries = Guarded(0)
    @Sendable func attempt(_ call: InterceptedCall) {
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      call.proceed(action: number < 3 ? "boom" : "int") { result in
        switch result {
        case .success(let value): call.reply(value)
        case .failure: attempt(call)
        }
      }
    }
    host.add(Interceptor("retry") { attempt($0) })
    #expect(try mediator.call("Echo", "int", ["id": 5]) == 5)
    #expect(tries.withLock { $0 } == 3)
  }

  @Test func `progress goes through`() throws {
    host.add(Interceptor("pass") { $0.proceed() })
    let heard = Guarded<[String]>([])
    _ = try mediator.call("Echo", "steps") { _, message in heard.withLock { $0.append(message) } }
    #expect(heard.withLock { $0 } == ["step 1", "step 2", "step 3", "more"])
  }

  @Test func `one that drops the call fails it at once`() {
    host.add(Interceptor("drops") { _ in })
    #expect(
      failure { () throws(Failure) in try mediator.call("Echo", "int", ["id": 1]) }
        == Failure(.failed, "no_reply", "the interceptor 'drops' neither answered Echo.int nor let it pass"))
  }

  @Test func `one that keeps the call is ended by the deadline, and late answers are nothing`() {
    let kept = Guarded<InterceptedCall?>(nil)
    host.add(Interceptor("keeps") { call in kept.withLock { $0 = call } })
    let failed = failure { () throws(Failure) in
      try mediator.call("Echo", "int", ["id": 1], timeLimit: .seconds(1))
    }
    #expect(failed?.code == .timedOut)
    let call = kept.withLock { $0 }
    #expect(call?.isCancelled == true)
    call?.reply(1)
    call?.proceed()
  }

  @Test func `only the first end counts`() throws {
    host.add(
      Interceptor("twice") { call in
        call.reply(1)
        call.reply(2)
        call.fail(Failure(.failed, "no", "no"))
        call.proceed()
      })
    #expect(try mediator.call("Echo", "int", ["id": 5]) == 1)
  }

  @Test func `what can't be a call is not seen`() {
    let seen = Guarded(0)
    host.add(
      Interceptor("sees") { call in
        seen.withLock { $0 += 1 }
        call.proceed()
      })
    let deep = (0..<200).reduce(Value.list([])) { value, _ in .list([value]) }
    #expect(
      failure { () throws(Failure) in try mediator.call("Echo", "first", ["x": deep]) }?.reason == "invalid_value")
    #expect(seen.withLock { $0 } == 0)
  }

  @Test func `calls that nest too deep and calls that come back are still found`() async {
    let passed = Guarded(0)
    host.add(
      Interceptor("pass") { call in
        passed.withLock { $0 += 1 }
        call.proceed()
      })
    let deep = failure { () throws(Failure) in try mediator.call("Echo", "again", ["n": 0]) }
    // Each is once in the path, and as deep as without an interceptor.
    #expect(deep?.reason == "too_deep")
    #expect(deep?.details["path"] == .list(Array(repeating: "Echo.again", count: 65)))
    #expect(passed.withLock { $0 } == 64)
    #expect(failure { () throws(Failure) in try mediator.call("Counter", "again") }?.reason == "serial_reentry")
    do throws(Failure) {
      _ = try await mediator.call("Counter", "awaitAgain")
      Issue.record("it did not fail")
    } catch {
      #expect(error.reason == "serial_reentry")
    }
  }

  @Test func `chains may change while others call`() async throws {
    let host = host
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 0..<200 {
          host.add(Interceptor("n\(number % 3)") { $0.proceed() })
          host.removeInterceptor("n\((number + 1) % 3)")
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for id in 0..<300 {
            let reply = try await host.mediator.call("Echo", "int", ["id": .int(id)])
            #expect(reply == .int(id))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
