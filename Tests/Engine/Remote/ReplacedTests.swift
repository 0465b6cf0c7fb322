import Testing

@testable import ComponentHost
@testable import ComponentKit

/// A component that is replaced between the search for what answers a URL and the call.
@Suite struct ReplacedTests {
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
    var actions: [Action] { on(Find.self) { "old \($0.id) \($0.lang ?? "-")" } }
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
    host.loader.settle("Swap", nil)
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
