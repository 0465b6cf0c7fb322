import ComponentABI
import Glibc
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Calls of what is not in the folders, where the policy lets them be made elsewhere.
@Suite(.offPool) struct ElsewhereTests {
  /// Stands for the network: notes the calls that it gets, and does with each what it is told.
  private final class Others: Elsewhere {
    let calls = Guarded<[ElsewhereCall]>([])
    let knowledge = Guarded(ElsewhereKnowledge(version: Version(1, 2), hosts: 3, age: .seconds(2)))
    let given = Guarded<[String]>([])
    let answer: @Sendable (ElsewhereCall) -> Void

    init(_ answer: @escaping @Sendable (ElsewhereCall) -> Void) { self.answer = answer }

    func begin(_ call: ElsewhereCall) {
      calls.withLock { $0.append(call) }
      call.whenGivenUp { [given] in given.withLock { $0.append(call.action) } }
      answer(call)
    }

    func known(_ component: String) -> ElsewhereKnowledge? {
      component == "Reader" ? knowledge.withLock { $0 } : nil
    }

    var names: [String] { calls.withLock { $0.map { "\($0.target).\($0.action)" } } }
  }

  struct Inn: Component {
    init(mediator: Mediator) { self.mediator = mediator }
    let mediator: Mediator
    var actions: [Action] {
      Action("room") { _ in 1 }
      Action("asks") { call in try mediator.call("Reader", "show", ["id": call.value("id") ?? .null]) }.remote
      Action("claims") { call in
        call.progress(-2, "h1")
        return 1
      }
      Action("library") { _ in try mediator.call("Library", "show") }.remote
    }
  }

  struct NotFound: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("notFound") { call in .text("instead of \(try call.text("target"))") } }
  }

  private func host(_ others: Others?, _ policy: ElsewherePolicy, limit: Duration = .seconds(20)) throws -> Host {
    var settings = Settings()
    settings.policy.elsewhere = policy
    settings.timeLimit = limit
    let host = Host(settings)
    host.elsewhere = others
    try host.register(Inn.self)
    return host
  }

  private func end(
    _ host: Host, _ target: String, _ action: String, _ parameters: Fields = [:], within limit: Duration? = nil
  ) -> String {
    do throws(Failure) { return "\(try host.mediator.call(target, action, parameters, timeLimit: limit))" } catch {
      return "\(error.code) \(error.reason)"
    }
  }

  private static let replies: @Sendable (ElsewhereCall) -> Void = { call in
    call.end(.reply(call.parameters["id"] ?? .null, host: "abc"))
  }

  @Test func `what is not here is called elsewhere where the policy names it, and nothing else is`() throws {
    let others = Others(ElsewhereTests.replies)
    let host = try host(others, ElsewherePolicy(.some(["Reader", "Inn"])))
    #expect(try host.mediator.call("Reader.Page", "show", ["id": 7]) == 7)
    // Once more, where the absence is known.
    #expect(try host.mediator.call("Reader.Page", "show", ["id": 8]) == 8)
    #expect(end(host, "Library", "show") == "not_found no_such_component")
    // What is here answers here, also where it lacks the action.
    #expect(end(host, "Inn", "cellar") == "not_found no_such_action")
    #expect(end(host, "Inn", "room") == "1")
    #expect(others.names == ["Reader.Page.show", "Reader.Page.show"])
    // From within an action as well.
    #expect(try host.mediator.call("Inn", "asks", ["id": 9]) == 9)
    host.elsewhere = nil
    #expect(end(host, "Reader", "show") == "not_found no_such_component")
  }

  @Test func `where nobody has it the fallback answers, and what is said elsewhere is heard as it is`() throws {
    let others = Others { call in
      var full = Failure(.refused, "full", "no room", details: ["host": "abc"])
      if call.action == "page" { full.answer = "a page" }
      call.end(call.action == "none" ? .nobody : .failure(full))
    }
    let host = try host(others, ElsewherePolicy(.all))
    #expect(end(host, "Reader", "none") == "not_found no_such_component")
    #expect(end(host, "Reader", "show") == "component_refused full")
    #expect(end(host, "Reader", "page") == "\"a page\"")
    try host.register(NotFound.self)
    #expect(end(host, "Reader", "none") == "\"instead of Reader\"")
    #expect(end(host, "Reader", "show") == "component_refused full")
  }

  @Test func `an object is refused by its parameter's name before anything is sent`() throws {
    final class Thing: Sendable {}
    let others = Others(ElsewhereTests.replies)
    let host = try host(others, ElsewherePolicy(.all))
    let failure = #expect(throws: Failure.self) {
      try host.mediator.call("Reader", "show", ["a": 1, "b": [.object(Object(Thing()))]])
    }
    #expect(failure?.reason == "local_parameters" && failure?.details["parameter"] == "b")
    #expect(others.names == [])
  }

  @Test func `hints go along, and one that can't leave the process fails the call before anything is sent`() throws {
    final class Thing: Sendable {}
    let others = Others(ElsewhereTests.replies)
    let host = try host(others, ElsewherePolicy(.all))
    func end(_ hints: Fields) -> String {
      let ended = Guarded("")
      let mediator = host.mediator
      let hear: @Sendable (Result<Value, Failure>) -> Void = { outcome in
        if case .failure(let failure) = outcome {
          ended.withLock { $0 = failure.reason }
        } else {
          ended.withLock { $0 = "replied" }
        }
      }
      mediator.start(nil, nil, nil, hear: hear) { request -> Int32 in
        "Reader".withText { target in
          "show".withText { action in
            hints.withBorrowed { hints in
              var inner = request.pointee
              (inner.target, inner.action) = (target, action)
              (inner.hints, inner.hint_count) = (UnsafePointer(hints.baseAddress), hints.count)
              return mediator.host.pointee.start(mediator.host, &inner)
            }
          }
        }
      }
      #expect(eventually { ended.withLock { $0 } != "" })
      return ended.withLock { $0 }
    }
    #expect(end(["animated": false, "deep": ["a": 1]]) == "replied")
    #expect(others.calls.withLock { $0.last?.hints } == ["animated": false, "deep": ["a": 1]])
    #expect(end(["a": [.object(Object(Thing()))]]) == "local_hints")
    #expect(end([:]) == "replied")
    #expect(others.calls.withLock { $0.map(\.hints) }.count == 2)
  }

  @Test func `who asks hears which host has answered, and nobody else does`() throws {
    let others = Others(ElsewhereTests.replies)
    let host = try host(others, ElsewherePolicy(.all))
    let answer = try host.mediator.answer("Reader", "show", ["id": 3])
    #expect(answer.reply == 3 && answer.host == "abc")
    #expect(try host.mediator.answer("Inn", "room").host == nil)
    let told = Guarded<[String]>([])
    _ = try host.mediator.call("Reader", "show", progress: { part, message in told.withLock { $0.append(message) } })
    #expect(told.withLock { $0 } == [])
  }

  @Test func `no action can say that another host has answered`() throws {
    let host = try host(nil, ElsewherePolicy(.all))
    let parts = Guarded<[Double?]>([])
    let answer = try host.mediator.answer("Inn", "claims", progress: { part, _ in parts.withLock { $0.append(part) } })
    #expect(answer.reply == 1 && answer.host == nil && parts.withLock { $0 } == [nil])
  }

  @Test func `the host's own limit is not put off by progress`() throws {
    let threads = Guarded<[Thread]>([])
    let others = Others { call in
      let thread = Thread {
        for _ in 0..<30 {
          usleep(50_000)
          call.progress(nil, "goes on")
        }
        call.end(.reply(1, host: "abc"))
      }
      threads.withLock { $0.append(thread) }
    }
    let host = try host(others, ElsewherePolicy(.all), limit: .milliseconds(300))
    #expect(end(host, "Reader", "show") == "timed_out elsewhere_timed_out")
    for thread in threads.withLock({ $0 }) { thread.join() }
  }

  @Test func `that it is not here is kept for the next call, also where it is called elsewhere`() throws {
    let others = Others(ElsewhereTests.replies)
    let host = try host(others, ElsewherePolicy(.all))
    // The first one has the names looked at.
    for id in 7...8 { #expect(try host.mediator.call("Reader.Page", "show", ["id": .int(id)]) == .int(id)) }
    #expect("Reader.Page".withText { target in "show".withText { host.loader.absence(target, $0) != nil } })
  }

  struct Show: Request {
    static let target = "Reader"
    static let action = "show"
    static let reads = true
    typealias Reply = Int
  }

  @Test
  func `that a call only reads is said of the action that was asked for, and of none that an interceptor asks instead`()
    throws
  {
    let others = Others { $0.end(.reply(1, host: "abc")) }
    let host = try host(others, ElsewherePolicy(.all))
    #expect(try host.mediator.call(Show()) == 1)
    host.add(Interceptor("pass") { $0.proceed() })
    #expect(try host.mediator.call(Show()) == 1)
    host.add(Interceptor("sends") { $0.proceed(target: "Ledger", action: "book") })
    #expect(try host.mediator.call(Show()) == 1)
    #expect(others.names == ["Reader.show", "Reader.show", "Ledger.book"])
    #expect(others.calls.withLock { $0.map(\.reads) } == [true, true, false])
  }

  @Test func `behind an interceptor a call that is late elsewhere ends in the same words`() throws {
    let others = Others { _ in }
    let host = try host(others, ElsewherePolicy(.all))
    host.add(Interceptor("pass") { $0.proceed() })
    for _ in 0..<10 {
      #expect(end(host, "Reader", "show", within: .milliseconds(20)) == "timed_out elsewhere_timed_out")
      let heard = Guarded<String>("")
      host.mediator.start("Reader", "show", timeLimit: .milliseconds(20)) { result in
        if case .failure(let failure) = result { heard.withLock { $0 = failure.reason } }
      }
      #expect(eventually { heard.withLock { $0 } == "elsewhere_timed_out" }, "\(heard.withLock { $0 })")
    }
    // Nobody listens to progress, although the interceptor's own request would.
    #expect(others.calls.withLock { $0.allSatisfy { !$0.hearsProgress } })
    _ = try? host.mediator.call("Reader", "show", timeLimit: .milliseconds(20), progress: { _, _ in })
    #expect(others.calls.withLock { $0.last?.hearsProgress } == true)
    // Once it is over elsewhere, what is late is the interceptor's.
    let after = Others(ElsewhereTests.replies)
    let other = try self.host(after, ElsewherePolicy(.all))
    other.add(
      Interceptor("holds") { call in
        call.proceed { outcome in
          usleep(60_000)
          call.end(as: outcome)
        }
      })
    #expect(end(other, "Reader", "show", within: .milliseconds(30)) == "timed_out timed_out")
  }

  @Test func `progress comes from elsewhere, and one who does not wait hears its end on another thread`() throws {
    let thread = Guarded<UInt>(0)
    let others = Others { call in
      thread.withLock { $0 = UInt(pthread_self()) }
      call.progress(0.5, "half")
      ElsewhereTests.replies(call)
    }
    let host = try host(others, ElsewherePolicy(.all))
    let told = Guarded<[String]>([])
    let progress: @Sendable (Double?, String) -> Void = { part, message in
      told.withLock { $0.append("\(part ?? -1) \(message)") }
    }
    #expect(try host.mediator.answer("Reader", "show", ["id": 3], progress: progress).reply == 3)
    #expect(told.withLock { $0 } == ["0.5 half"])
    let heard = Guarded<(value: Value?, thread: UInt)?>(nil)
    host.mediator.start("Reader", "show", ["id": 4], progress: progress) { result in
      heard.withLock { $0 = (try? result.get(), UInt(pthread_self())) }
    }
    #expect(eventually { heard.withLock { $0?.value } == 4 })
    #expect(heard.withLock { $0?.thread } != thread.withLock { $0 })
    #expect(told.withLock { $0 } == ["0.5 half", "0.5 half"])
  }

  @Test func `a call that is not answered in time ends so, and is given up elsewhere`() throws {
    let others = Others { call in
      if call.action == "waits" { call.isLate(as: Failure(.refused, "unreachable", "no broker")) }
    }
    let host = try host(others, ElsewherePolicy(.all))
    #expect(end(host, "Reader", "show", within: .milliseconds(50)) == "timed_out elsewhere_timed_out")
    #expect(end(host, "Reader", "waits", within: .milliseconds(50)) == "component_refused unreachable")
    #expect(eventually { others.given.withLock { $0 } == ["show", "waits"] })
    let left = try #require(others.calls.withLock { $0.first?.deadline }) - Deadline.now
    #expect(left < 0)
    // Given up by its caller.
    let cancellation = Cancellation(host.mediator)
    let heard = Guarded<String>("")
    host.mediator.start("Reader", "stays", cancellation: cancellation) { result in
      if case .failure(let failure) = result { heard.withLock { $0 = failure.reason } }
    }
    cancellation.cancel()
    #expect(eventually { heard.withLock { $0 } == "cancelled" })
    #expect(eventually { others.given.withLock { $0.last } == "stays" })
    // What comes then is of no interest.
    others.calls.withLock { $0.last }?.end(.reply(1, host: "abc"))
  }

  @Test func `a call that has come from elsewhere never goes there for the same component, nor through too many hosts`()
    async throws
  {
    let others = Others(ElsewhereTests.replies)
    let host = try host(others, ElsewherePolicy(.all))
    func reason(_ action: String, _ journey: CallJourney?, id: Int? = 1) async throws -> String {
      let call = OutsideCall(
        try CallURL("app://Inn/\(action)"), parameters: id.map { ["id": .int($0)] } ?? [:], isByName: true,
        majorVersion: 1, journey: journey)
      return await withCheckedContinuation { continuation in
        host.start(call) { outcome in
          switch outcome {
          case .success(let value): continuation.resume(returning: "\(value)")
          case .failure(let failure): continuation.resume(returning: "\(failure.code) \(failure.isNotHere)")
          }
        }
      }
    }
    #expect(try await reason("asks", nil) == "1")
    #expect(others.calls.withLock { $0.last?.journey } == CallJourney(hops: 1, components: ["Reader"]))
    #expect(try await reason("asks", CallJourney(hops: 7, components: ["Library", "Inn"])) == "1")
    #expect(
      others.calls.withLock { $0.last?.journey } == CallJourney(hops: 8, components: ["Library", "Inn", "Reader"]))
    let count = others.names.count
    #expect(try await reason("asks", CallJourney(hops: 1, components: ["Reader"])) == "failed false")
    #expect(try await reason("asks", CallJourney(hops: 8, components: ["Inn"])) == "failed false")
    #expect(others.names.count == count)
  }

  @Test func `what is asked about is not called, and what explains says where it would be called`() throws {
    let others = Others(ElsewhereTests.replies)
    let host = try host(others, ElsewherePolicy(.all))
    #expect(host.mediator.has("Reader") == .yes)
    #expect(host.mediator.has("Reader", "show") == .unknown)
    #expect(host.mediator.has("Library") == .unknown)
    let steps = host.explain("Reader", "show").map { "\($0)" }
    #expect(
      steps.suffix(2) == [
        "elsewhere: the policy lets it be called elsewhere: in 1.2.0 on 3 hosts, as was said 2 s ago",
        "end: Reader.show is called elsewhere",
      ])
    host.elsewhere = nil
    #expect(host.mediator.has("Reader").failure?.reason == "no_such_component")
    #expect(
      host.explain("Reader", "show").contains {
        "\($0)" == "elsewhere: the policy lets it be called elsewhere, but this host is in no cluster"
      })
    #expect(others.names == [])
  }

  @Test func `what was said of an action within five seconds is known of it, and nothing else`() throws {
    let others = Others(ElsewhereTests.replies)
    let host = try host(others, ElsewherePolicy(.all))
    func says(_ age: Duration) {
      var knowledge = ElsewhereKnowledge(version: Version(1, 2), hosts: 1, age: .seconds(60))
      knowledge.actions = ElsewhereKnowledge.Actions(["Reader.show": true, "Reader.Page.turn": false], age: age)
      others.knowledge.withLock { $0 = knowledge }
    }
    func end(_ target: String, _ action: String) -> String? {
      host.explain(target, action).map { "\($0)" }.first { $0.hasPrefix("elsewhere: ") }
    }
    says(.seconds(4))
    #expect(host.mediator.has("Reader", "show") == .yes)
    #expect(host.mediator.has("Reader.Page", "turn") == .yes)
    #expect(host.mediator.has("Reader", "turn") == .unknown)
    // That it is there was said longer ago.
    #expect(host.mediator.has("Reader") == .unknown)
    let start =
      "elsewhere: the policy lets it be called elsewhere: in 1.2.0 on 1 host, as was said 60 s ago; "
    #expect(end("Reader", "show") == start + "Reader.show is open there, and only reads, as was said 4 s ago")
    #expect(end("Reader.Page", "turn") == start + "Reader.Page.turn is open there, as was said 4 s ago")
    #expect(end("Reader", "turn") == start + "Reader.turn was not among what is open there, as was said 4 s ago")
    says(.seconds(5))
    #expect(host.mediator.has("Reader", "show") == .unknown)
    #expect(others.names == [])
  }

  @Test func `a policy says what is called elsewhere`() throws {
    func read(_ json: String) throws -> ElsewherePolicy { try Policy(json: Array(json.utf8)).elsewhere }
    #expect(try read("{}") == ElsewherePolicy())
    #expect(try read(#"{"elsewhere": "*"}"#) == ElsewherePolicy(.all))
    #expect(try read(#"{"elsewhere": ["Reader.Page"]}"#) == ElsewherePolicy(.some(["Reader.Page"])))
    #expect(try read(#"{"elsewhere": {"targets": "*", "waits": true}}"#) == ElsewherePolicy(.all, waits: true))
    func fault(_ json: String) -> String {
      do { return "\(try read(json))" } catch { return "\(error)" }
    }
    let words = "must be a list of targets' names, or \"*\" for all"
    #expect(fault(#"{"elsewhere": "Reader"}"#) == "the policy's 'elsewhere' \(words)")
    #expect(fault(#"{"elsewhere": {"targets": "all"}}"#) == "the policy's 'elsewhere.targets' \(words)")
    #expect(fault(#"{"elsewhere": {"waits": true}}"#) == "the policy's 'elsewhere' needs the key 'targets' or 'events'")
    #expect(try read(#"{"elsewhere": {"events": "*"}}"#) == ElsewherePolicy(events: .all))
    #expect(
      try read(#"{"elsewhere": {"targets": ["Reader"], "events": ["Library.changed", "Inn"]}}"#)
        == ElsewherePolicy(.some(["Reader"]), events: .some(["Library.changed", "Inn"])))
    #expect(
      fault(#"{"elsewhere": {"events": "Inn"}}"#)
        == "the policy's 'elsewhere.events' must be a list of events' names, or \"*\" for all")
    #expect(fault(#"{"elsewhere": {"events": ["host:loaded"]}}"#).contains("has the invalid name 'host:loaded'"))
    #expect(fault(#"{"elsewhere": ["a b"]}"#).contains("'elsewhere' has the invalid name 'a b'"))
    #expect(fault(#"{"elsewhere": 1}"#).contains("'elsewhere' must be a list of texts"))
  }
}
