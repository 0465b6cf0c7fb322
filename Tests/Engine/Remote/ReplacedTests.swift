import Glibc
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// A component that is replaced between the search for what answers a URL and the call. One after the other: what swaps
/// it is shared.
@Suite(.serialized) struct ReplacedTests {
  private struct Old: Component {
    static let name = "Swap"
    struct Find: Request {
      static let target = "Swap"
      static let isRemote = true
      @Parameter var id: Int
      @Parameter var lang: String?
      typealias Reply = String
    }
    init(mediator: Mediator) {}
    static let (begun, goOn) = (Supply(), Supply())
    var actions: [Action] {
      on(Find.self) { "old \($0.id) \($0.lang ?? "-")" }
      Action("wait") { _ in
        Self.begun.add()
        Self.goOn.take()
        return nil
      }
    }
    var keys: [Key] { Key("found", "find", hints: ["loud": true]) }
  }

  private struct New: Component {
    static let name = "Swap"
    struct Find: Request {
      static let target = "Swap"
      static let isRemote = true
      @Parameter var id: Int
      @Parameter var language: [String]?
      typealias Reply = String
    }
    init(mediator: Mediator) {}
    var actions: [Action] {
      on(Find.self) { "new \($0.id) \($0.language ?? [])" }
      Action("other") { _ in "other" }.remote
    }
    var keys: [Key] { Key("found", "find", hints: ["loud": true]) }
  }

  private let reports = Guarded<[String]>([])

  private func host() throws -> Host {
    var settings = Settings()
    settings.report = { [reports] report in reports.withLock { $0.append("\(report)") } }
    settings.policy.routes = [Route("/:id<int>", host: "shop", to: "Swap", "find")]
    let host = Host(settings)
    try host.register(Old.self)
    return host
  }

  // As a file is replaced by the next one.
  private static func replace(in host: Host) throws {
    host.loader.loaded["Swap"]?.takeOut()
    host.loader.vacate("Swap")
    try host.register(New.self)
  }

  @Test(arguments: ["app://Swap/find?id=1&lang=fr", "app://shop/1?lang=fr", "app://Swap/found?id=1&lang=fr"])
  func `the query is brought together with what the new one declares`(url: String) throws {
    let host = try host()
    #expect(try host.mediator.open(url) == "old 1 fr")
    host.add(
      Interceptor("swaps") { [host] call in
        // By now it is settled who answers, and with what.
        #expect(call.parameters["lang"] == "fr")
        #expect(throws: Never.self) { try Self.replace(in: host) }
        call.proceed()
      })
    #expect(try host.mediator.open(url) == "new 1 []")
    #expect(
      reports.withLock { $0 } == ["the URL's parameter 'lang' is ignored: Swap.find does not declare it"])
  }

  @Test func `it is also where the action is not there for a moment`() throws {
    let host = try host()
    host.add(
      Interceptor("swaps") { [host] call in
        #expect(call.target == "Swap")
        host.loader.loaded["Swap"]?.takeOut()
        host.loader.vacate("Swap")
        let booked = Supply()
        Thread {
          #expect(throws: Never.self) {
            try host.loader.register("Swap") {
              booked.add()
              // The call waits for it.
              #expect(eventually { host.loader.gate.waiters == 1 })
              return New.register($0, $1)
            }
          }
        }.detach()
        booked.take()
        call.proceed()
      })
    #expect(try host.mediator.open("app://Swap/find?id=1&lang=fr") == "new 1 []")
  }

  @Test func `what is taken out and comes back during the search is found`() throws {
    let host = try host()
    var moment = 0
    var candidates = Candidates(Opening(url: try CallURL("app://shop/1"), added: nil), host, .endless) {
      guard $0.stage == .component, $0.message.contains("Swap") else { return }
      moment += 1
      // It was found for the route, and then it is not there when it is looked for again.
      if moment == 1 {
        var gone: [Generation.Ending] = []
        if let old = host.loader.loaded["Swap"] { #expect(host.loader.takeOut(old, &gone)) }
      } else if moment == 2 {
        #expect(throws: Never.self) { try host.register(New.self) }
      }
    }
    #expect(try candidates.next(.endless)?.action == "find")
    // What has come in the place of it did so during the second look.
    #expect(moment == 3)
  }

  private struct Before: Component {
    let mediator: Mediator
    static let swap = Guarded<@Sendable () -> Void>({})
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("pass") { _ in
        Self.swap.withLock { $0 }()
        throw Failure(.notFound, "declined", "not mine")
      }.remote
    }
  }

  @Test func `so is what was found ahead, while another action declined`() throws {
    let host = try host()
    try host.register(Before.self)
    try host.add([
      Route("/both/:id<int>", host: "two", to: "Before", "pass"),
      Route("/both/:id", host: "two", to: "Swap", "find"),
    ])
    Before.swap.withLock { $0 = { [host] in #expect(throws: Never.self) { try Self.replace(in: host) } } }
    let reply = Result { () throws(Failure) in try host.mediator.open("app://two/both/1?lang=fr") }
    #expect(reply == .success("new 1 []"))
  }

  @Test func `so is the second that is asked, behind the interceptors that see it`() throws {
    let host = try host()
    try host.register(Before.self)
    try host.add([
      Route("/both/:id<int>", host: "two", to: "Before", "pass"),
      Route("/both/:id", host: "two", to: "Swap", "find"),
    ])
    Before.swap.withLock { $0 = {} }
    host.add(
      Interceptor("swaps") { [host] call in
        if call.target == "Swap" {
          #expect(call.parameters["lang"] == "fr" && call.isRouted)
          #expect(throws: Never.self) { try Self.replace(in: host) }
        }
        call.proceed()
      })
    let reply = Result { () throws(Failure) in try host.mediator.open("app://two/both/1?lang=fr") }
    #expect(reply == .success("new 1 []"))
    #expect(
      reports.withLock { $0 } == ["the URL's parameter 'lang' is ignored: Swap.find does not declare it"])
  }

  @Test func `a URL leads to the new one while a call of the old one is under way`() throws {
    let host = try host()
    let waiting = Thread { _ = try? host.mediator.call("Swap", "wait") }
    Old.begun.take()
    #expect(try host.loader.replace("Swap") { New.register($0, $1) } != nil)
    #expect(try host.mediator.open("app://Swap/find?id=1") == "new 1 []")
    #expect(try host.mediator.open("app://shop/1") == "new 1 []")
    #expect(host.mediator.canOpen("app://Swap/found?id=1") == .yes)
    #expect(host.explain(url: "app://Swap/find?id=1").filter(\.isObstacle) == [])
    #expect(host.explain("Swap", "find").last?.message == "Swap.find answers")
    Old.goOn.add()
    waiting.join()
    #expect(try host.mediator.open("app://Swap/find?id=2") == "new 2 []")
  }

  @Test func `what is declared as a list by now is one`() throws {
    let host = try host()
    host.add(
      Interceptor("swaps") { [host] call in
        #expect(call.target == "Swap")
        #expect(throws: Never.self) { try Self.replace(in: host) }
        call.proceed()
      })
    #expect(try host.mediator.open("app://Swap/find?id=1&language=fr") == #"new 1 ["fr"]"#)
  }

  @Test func `a URL does not lead elsewhere behind the interceptors that have seen it`() throws {
    let host = try host()
    host.add(
      Interceptor("swaps") { [host] call in
        #expect(call.action == "find")
        #expect(throws: Never.self) {
          try Self.replace(in: host)
          try host.add([Route("/find", host: "Swap", to: "Swap", "other", priority: 1)])
        }
        call.proceed()
      })
    #expect(try host.mediator.open("app://Swap/find?id=1") == "new 1 []")
  }
}
