import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// URLs that lead to a component by a route or a key while it hands its state over.
@Suite(.serialized, .offPool, .timeLimit(.minutes(5))) struct HeldURLTests {
  private struct Pages: Component {
    static let isNext = Guarded(false)
    static let (begun, goOn) = (Supply(), Supply())
    private let isNext = Pages.isNext.withLock { $0 }
    init(mediator: Mediator) {}
    var actions: [Action] {
      if isNext {
        Action("read", "(id: int, page: int = 1) -> text") { call in
          .text("new \(try call.int("id")) \(try call.int("page"))")
        }.remote
      } else {
        Action("read", "(id: int) -> text") { call in .text("old \(try call.int("id"))") }.remote
      }
    }
    var paths: [Path] { Path("/book/:id<int>", "read") }
    var keys: [Key] { Key("page", "read") }
    var lifecycle: [LifeStep] {
      let isNext = isNext
      LifeStep.save { nil }
      LifeStep.start {
        if !isNext { return }
        Pages.begun.add()
        Pages.goOn.take()
      }
    }
  }

  @Test(arguments: ["app://Pages/book/1?page=2", "app://shop/1?page=2", "app://Pages/read?id=1&page=2", "key"])
  func `it waits, and what it says is brought together with what the next one declares`(_ url: String) throws {
    var settings = Settings()
    settings.policy.routes = [Route("/:id<int>", host: "shop", to: "Pages", "read")]
    let reports = Guarded<[String]>([])
    settings.report = { report in reports.withLock { $0.append(report.message) } }
    let host = Host(settings)
    Pages.isNext.withLock { $0 = false }
    try host.register(Pages.self)
    Pages.isNext.withLock { $0 = true }
    let replacing = Thread {
      #expect(throws: Never.self) { try host.loader.replace("Pages") { Pages.register($0, $1) } }
    }
    Pages.begun.take()
    let open: @Sendable (Duration?) -> Result<Value, Failure> = { limit in
      Result { () throws(Failure) in
        try url == "key"
          ? host.mediator.open(key: "Pages_page", parameters: ["id": 1, "page": 2], timeLimit: limit)
          : host.mediator.open(url, timeLimit: limit)
      }
    }
    guard case .failure(let failure) = open(.milliseconds(30)) else {
      Issue.record("it did not wait")
      return
    }
    #expect(failure.code == .timedOut)
    let reply = Guarded<Result<Value, Failure>?>(nil)
    let opening = Thread {
      let result = open(nil)
      reply.withLock { $0 = result }
    }
    Pages.goOn.add()
    replacing.join()
    opening.join()
    #expect(reply.withLock { $0 } == .success("new 1 2"))
    #expect(reports.withLock { $0.filter { $0.contains("ignored") } } == [])
  }
}
