import ComponentHost
import ComponentKit
import TestThreads
import Testing

/// What the helpers of the other languages make of a host that is older than what is asked of it, and in C++ of what is thrown
/// where nobody can catch it.
@Suite(.offPool) struct HelperFaultTests {
  private static let components =
    [("observes-c", "ObservesC"), ("observes-cpp", "ObservesCpp")]
    + (Samples.hasRust ? [("observes-rust", "ObservesRust")] : [])

  private struct Other: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var events: [EventDeclaration] { EventDeclaration("Other.said") }
    var actions: [Action] {
      Action("say") { [mediator] _ in
        try mediator.publish("Other.said", 1)
        return nil
      }
      Action("step") { call in
        call.progress(0.5, "half")
        return "went on"
      }
    }
  }

  private func host(_ fixture: String, log: Guarded<[String]>? = nil) throws -> Host {
    var settings = Settings(directories: [Folder(fixture).path])
    settings.log = { line in log?.withLock { $0.append(line.message) } }
    let host = Host(settings)
    try host.register(Other.self)
    return host
  }

  @Test(arguments: components)
  func `where the host is older than routes that come and go, that is said`(_ fixture: String, _ name: String) throws {
    let host = try host(fixture)
    for action in ["addRoute", "removeRoute"] {
      let refused = failure { () throws(Failure) in try host.mediator.call(name, action) }
      #expect(refused?.code == .failed && refused?.reason == "host_too_old", "\(action)")
    }
    #expect(host.allRoutes.isEmpty)
    host.close()
  }

  @Test(arguments: components)
  func `what a host is too old to be asked is not known, and nothing takes longer than the clock goes on`(
    _ fixture: String, _ name: String
  ) throws {
    let host = try host(fixture)
    #expect(try host.mediator.call(name, "ask") == .null)
    #expect(try host.mediator.call(name, "endless") == "went on")
    host.close()
  }

  @Test(.enabled(if: Samples.hasRust))
  func `in Rust a host is asked for no call as for one, and a URL has options`() throws {
    let host = try host("observes-rust")
    #expect(try host.mediator.call("ObservesRust", "alone") == ["app://ObservesRust/more/0", 0, true])
    #expect(try host.mediator.call("ObservesRust", "openWithin") == 0)
    for (parameters, reason) in [
      (["limit": 1], "timed_out"), (["given_up": true], "cancelled"), (["hinted": true], "hints_of_url"),
    ] as [(Fields, String)] {
      let refused = failure { () throws(Failure) in try host.mediator.call("ObservesRust", "openWithin", parameters) }
      #expect(refused?.reason == reason)
    }
    host.close()
  }

  @Test(arguments: [(true, "I heard enough"), (false, "it threw something that is no exception")])
  func `what an observer in C++ throws is said for the log, and it goes on`(_ isKnown: Bool, _ why: String) throws {
    let log = Guarded<[String]>([])
    let host = try host("observes-cpp", log: log)
    _ = try host.mediator.call("ObservesCpp", "throw", ["known": .bool(isKnown)])
    for count in 1...2 {
      _ = try host.mediator.call("Other", "say")
      #expect(host.waitForObservers(atMost: .seconds(10)))
      #expect(
        log.withLock { $0 } == [String](repeating: "hearing 'Other.said' failed: \(why)", count: count))
    }
    host.close()
  }

  @Test func `what a listener in C++ throws as it hears of progress keeps its call from nothing`() throws {
    let host = try host("observes-cpp")
    #expect(try host.mediator.call("ObservesCpp", "listen") == "went on")
    host.close()
  }

  @Test func `what C++ throws as a call is given up ends nothing but that`() throws {
    let host = try host("observes-cpp")
    let late = failure { () throws(Failure) in
      try host.mediator.call("ObservesCpp", "until", timeLimit: .milliseconds(50))
    }
    #expect(late?.code == .timedOut)
    #expect(try host.mediator.call("ObservesCpp", "listen") == "went on")
    host.close()
  }
}
