import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Exposure is judged for the very action that runs.
@Suite(.serialized) struct ExposureTests {
  let host: Host
  let reports = Guarded<[String]>([])
  var mediator: Mediator { host.mediator }

  init() throws {
    var settings = Settings()
    settings.report = { [reports] report in reports.withLock { $0.append(report.message) } }
    settings.policy.deniedTargets = ["Vault"]
    settings.policy.routes = [Route("/swap/:word", host: "shop.example", to: "Swapped", "it")]
    host = Host(settings)
    try host.register(OpenTests.Shop.self)
    try host.register(Vault.self)
    Swapped.ran.withLock { $0 = 0 }
    Swapped.replace(in: host, isRemote: true)
  }

  /// Open to callers from outside, if the policy did not deny it.
  struct Vault: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("open") { _ in "gold" }.remote }
  }

  /// Its action is open to callers from outside, or not, as it was when it was registered last.
  enum Swapped {
    static let isRemote = Guarded(true)
    static let ran = Guarded(0)

    /// As a file is replaced by the next one.
    static func replace(in host: Host, isRemote: Bool) {
      self.isRemote.withLock { $0 = isRemote }
      host.loader.loaded["Swapped"]?.takeOut()
      host.loader.vacate("Swapped")
      #expect(throws: Never.self) { try host.register("Swapped", register) }
    }

    static let register: component_register = { host, registration in
      var status = host.open(registration)
      let flags = isRemote.withLock { $0 } ? COMPONENT_ACTION_REMOTE : 0
      for action in ["it", "notFound"] as [StaticString] where status == COMPONENT_OK {
        status = host.add(action, to: registration, flags: flags) { _, call in
          ran.withLock { $0 += 1 }
          return Value.null.withBorrowed { call.pointee.host.pointee.reply(call, $0) }
        }
      }
      return status
    }
  }

  private func open(_ url: String) -> Failure? {
    failure { () throws(Failure) in try mediator.open(url) }
  }

  @Test(arguments: ["app://Swapped/it", "https://shop.example/swap/x"])
  func `a component that is replaced by one whose action is local does not get a call from outside`(
    url: String
  ) throws {
    let host = host
    #expect(open(url) == nil)
    #expect(Swapped.ran.withLock { $0 } == 1)
    host.add(
      Interceptor("swaps") { call in
        // By now it is settled who answers.
        #expect(call.target == "Swapped")
        Swapped.replace(in: host, isRemote: false)
        call.proceed()
      })
    #expect(open(url) == Failure(.notFound, "not_found", "nothing here answers \(url)"))
    #expect(Swapped.ran.withLock { $0 } == 1)
    host.removeInterceptor("swaps")
    #expect(try mediator.call("Swapped", "it") == .null)
  }

  @Test func `a call from outside to an action that is not open does not run it, whichever way it comes`() {
    Swapped.replace(in: host, isRemote: false)
    for (target, action) in [("Shop", "secret"), ("Vault", "open"), ("Swapped", "gone")]
      as [(
        StaticString, StaticString
      )]
    {
      for seat in [host.outside.seat([], isRouted: false), host.outside.seat([], isRouted: true)] {
        let ear = Ear()
        var request = ear.request(target, action)
        var place = component_place()
        withUnsafeMutablePointer(to: &place) { place in
          request.place = place
          for _ in 0..<2 {
            let code = withUnsafePointer(to: &request) { Dispatch(seat: seat, request: $0, waits: true).run() }
            #expect(code == COMPONENT_FAILURE_NOT_FOUND)
          }
        }
        #expect(ear.outcomes.count == 2)
      }
    }
    // Not even to say that there is nothing.
    #expect(Swapped.ran.withLock { $0 } == 0)
  }

  @Test(arguments: [("Shop", "secret"), ("Vault", "open"), ("Shop", "nothing"), ("Nobody", "x"), ("not a name", "x")])
  func `an interceptor can't lead a call from outside to what is closed to it`(target: String, action: String) throws {
    try host.register(LadderTests.NotFound.self)
    host.add(Interceptor("moves") { $0.proceed(target: target, action: action) })
    let failed = open("app://Shop/all")
    #expect(failed?.message.contains("app://Shop/all") == true)
    #expect(failed?.message.contains(target) == (target == "Shop"))
    #expect(failed?.details == [:])
    #expect(reports.withLock { $0 }.contains { $0.contains(target) })
  }

  @Test func `it can lead it to what is open, and one from inside anywhere`() throws {
    host.add(
      Interceptor("moves") { call in
        switch call.action {
        case "all": call.proceed(action: "via")
        case "book": call.proceed(action: "secret")
        default: call.proceed()
        }
      })
    #expect(try mediator.open("app://Shop/all") == "secret")
    #expect(try mediator.call("Shop", "book") == "secret")
  }

  @Test func `what an interceptor makes of the parameters is not told outside where it is wrong`() throws {
    host.add(
      Interceptor("adds") { call in
        var parameters = call.parameters
        if call.action == "find" { parameters["inner"] = "x" }
        call.proceed(parameters: parameters)
      })
    let url = "app://Shop/find?id=1"
    #expect(open(url) == Failure(.failed, "", "what answers \(url.dropLast(5)) failed"))
    #expect(reports.withLock { $0.last }?.contains("inner") == true)
    host.add(
      Interceptor("adds") { call in
        var parameters = call.parameters
        parameters["exact"] = true
        call.proceed(parameters: parameters)
      })
    #expect(open("app://Shop/find?id=x")?.reason == "mistyped_parameter")
    #expect(open("app://Shop/find?id=1") == nil)
  }

  @Test(arguments: ["target", "action", "parameters"])
  func `a component's interceptor that proceeds with a wrong value is named inside only`(name: String) throws {
    struct Clumsy: Component {
      static let name = "Clumsy"
      static let wrong = Guarded("")
      let mediator: Mediator
      init(mediator: Mediator) { self.mediator = mediator }
      var actions: [Action] {
        Action("intercept") { [mediator] call in
          try mediator.call(try call.function("proceed"), Fields([(Clumsy.wrong.withLock { $0 }, .int(5))]))
        }
      }
    }
    Clumsy.wrong.withLock { $0 = name }
    try host.register(Clumsy.self)
    host.add(.component("Clumsy"))
    let inside = failure { () throws(Failure) in try mediator.call("Shop", "all") }
    #expect(inside?.reason == "invalid_proceed")
    #expect(inside?.message.contains("'Clumsy'") == true && inside?.message.contains("'\(name)'") == true)
    #expect(open("app://Shop/all") == Failure(.failed, "", "what answers app://Shop/all failed"))
    #expect(reports.withLock { $0.last }?.contains("'Clumsy'") == true)
  }
}
