import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// What becomes of a URL whose way is gone anew, because its component was replaced just before the call: who was asked is
/// not asked again, and how it ends where there is no way any more.
@Suite(.serialized, .offPool, .timeLimit(.minutes(2))) struct GoneAnewTests {
  /// Answers what its paths lead to; which there are is a test's matter.
  private struct Fork: Component {
    struct Role: Sendable {
      var paths: [Path]
      /// The name of the action that answers.
      var answers = "one"
    }
    static let role = Guarded(Role(paths: []))
    static let asked = Guarded<[String]>([])

    struct First: Request {
      static let target = "Fork"
      static let isRemote = true
      @Parameter var id: Int?
      typealias Reply = String
    }
    struct Second: Request {
      static let target = "Fork"
      static let isRemote = true
      @Parameter var id: String?
      typealias Reply = String
    }
    struct One: Request {
      static let target = "Fork"
      static let isRemote = true
      @Parameter var id: Int?
      typealias Reply = String
    }
    struct Two: Request {
      static let target = "Fork"
      static let isRemote = true
      @Parameter var id: Int?
      typealias Reply = String
    }

    private let role = Fork.role.withLock { $0 }
    init(mediator: Mediator) {}

    private static func note(_ action: String) -> String {
      asked.withLock { $0.append(action) }
      return action
    }

    private static func decline(_ action: String) throws -> String {
      _ = note(action)
      throw Failure(.notFound, "declined", "not mine")
    }

    var actions: [Action] {
      on(First.self) { _ in try Fork.decline("first") }
      on(Second.self) { _ in try Fork.decline("second") }
      if role.answers == "one" {
        on(One.self) { _ in Fork.note("one") }
      } else {
        on(Two.self) { _ in Fork.note("two") }
      }
    }
    var paths: [Path] { role.paths }
    var keys: [Key] { Key("key", role.answers) }
  }

  /// Leaves what it is asked to others. It is never replaced.
  private struct Other: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("first") { _ in
        Fork.asked.withLock { $0.append("other first") }
        throw Failure(.notFound, "declined", "not mine")
      }.remote
    }
  }

  /// A host that does something once, just before it calls what is said to ignore `x`.
  private final class Stage: Sendable {
    let host: Host
    private let moment: Guarded<(of: String, then: @Sendable (Host) -> Void)?>

    init(_ paths: [Path], change: (inout Settings) -> Void = { _ in }) throws {
      let moment = Guarded<(of: String, then: @Sendable (Host) -> Void)?>(nil)
      let hosts = Guarded<Host?>(nil)
      var settings = Settings()
      settings.report = { report in
        guard let host = hosts.withLock({ $0 }) else { return }
        let then = moment.withLock { moment -> (@Sendable (Host) -> Void)? in
          guard let now = moment, report.message.contains("'x' is ignored: Fork.\(now.of) ") else { return nil }
          moment = nil
          return now.then
        }
        then?(host)
      }
      change(&settings)
      host = Host(settings)
      self.moment = moment
      Fork.role.withLock { $0 = Fork.Role(paths: paths) }
      Fork.asked.withLock { $0 = [] }
      try host.register(Fork.self)
      try host.register(Other.self)
      hosts.withLock { [host] in $0 = host }
    }

    func before(_ action: String, _ then: @escaping @Sendable (Host) -> Void) {
      moment.withLock { $0 = (action, then) }
    }

    func replace(before action: String, by paths: [Path], _ then: @escaping @Sendable (Host) -> Void = { _ in }) {
      before(action) { host in
        Fork.role.withLock { $0 = Fork.Role(paths: paths, answers: "two") }
        #expect(throws: Never.self) { try host.replace(Fork.self) }
        then(host)
      }
    }

    func open(_ url: String, _ limit: Duration? = nil) -> Result<Value, Failure> {
      Result { () throws(Failure) in try host.mediator.open(url, timeLimit: limit) }
    }

    /// Whether what was to be done was.
    var isDone: Bool { moment.withLock { $0 == nil } }
    var asked: [String] { Fork.asked.withLock { $0 } }
  }

  private let both = [Path("/both/:id<int>", "first"), Path("/both/:id", "second")]

  // As it is replaced the second goes before the first.
  @Test func `an action that has declined is not asked again behind one that has not`() throws {
    let stage = try Stage([])
    let (first, second) = (
      Route("/both/:id<int>", host: "two", to: "Other", "first"), Route("/both/:id", host: "two", to: "Fork", "second")
    )
    try stage.host.add([first, second])
    stage.replace(before: "second", by: []) { host in
      #expect(host.remove(second))
      #expect(throws: Never.self) {
        try host.add([Route("/both/:id", host: "two", to: "Fork", "second", priority: 1)])
      }
    }
    #expect(stage.open("app://two/both/5?x=1").failure?.reason == "not_found")
    #expect(stage.isDone && stage.asked == ["other first", "second"])
    stage.host.close()
  }

  // What the only one says goes to the caller; where there was another one nobody answers.
  @Test func `a URL whose actions all decline leads nowhere, whatever one of them says`() throws {
    let stage = try Stage(both)
    #expect(stage.open("app://Fork/both/5").failure?.reason == "not_found")
    #expect(stage.open("app://Fork/both/a").failure?.reason == "declined")
    #expect(stage.asked == ["first", "second", "second"])
    stage.host.close()
  }

  @Test func `an interceptor that declines does so for the first, which nobody has looked for`() throws {
    let stage = try Stage(both)
    let hasDeclined = Guarded(false)
    stage.host.add(
      Interceptor("declines once") { call in
        if hasDeclined.withLock({ exchange(&$0, with: true) }) { return call.proceed() }
        call.fail(Failure(.notFound, "declined", "not now"))
      })
    #expect(stage.open("app://Fork/both/5").failure?.reason == "not_found")
    #expect(stage.asked == ["second"])
    stage.host.close()
  }

  // It sees the first only, so what comes behind it is called as it was found.
  @Test func `nor is the first asked in whose place an interceptor has declined, where the second is replaced`() throws
  {
    let stage = try Stage(both)
    stage.replace(before: "second", by: both)
    stage.host.add(
      Interceptor("declines") { [host = stage.host] call in
        host.removeInterceptor("declines")
        call.fail(Failure(.notFound, "declined", "not now"))
      })
    #expect(stage.open("app://Fork/both/5?x=1").failure?.reason == "not_found")
    #expect(stage.isDone && stage.asked == ["second"])
    stage.host.close()
  }

  enum Way: String, CaseIterable {
    case path = "app://Fork/one?x=1"
    case route = "app://Fork/item/5?x=1"
    case several = "app://Fork/several/5?x=1"
    case key = "app://Fork/key?x=1"
  }

  private let ways = [
    Path("/item/:id<int>", "one"), Path("/several/:id<int>", "one"), Path("/several/:id", "second"),
  ]

  @Test(arguments: Way.allCases, [false, true])
  func `where the host is closed just before the call, the caller hears that`(_ way: Way, isIntercepted: Bool) throws {
    let stage = try Stage(ways)
    if isIntercepted { stage.host.add(Interceptor("lets pass") { $0.proceed() }) }
    // The call is on the way, and nothing of the component runs.
    stage.before("one") { host in for generation in host.loader.close() { generation.takeOut() } }
    let failure = stage.open(way.rawValue).failure
    #expect(failure?.reason == "closed" && failure?.code == .refused && failure?.message == Failure.closed.message)
    #expect(stage.isDone && stage.asked == [])
    stage.host.close()
  }

  @Test func `a map key that is looked for while the host closes is not told to be missing`() throws {
    let stage = try Stage(ways)
    _ = stage.host.loader.close()
    let hints = Result { () throws(Failure) in
      try stage.host.hints(ofKey: "Fork_key", until: nil, Cancellation(stage.host.mediator))
    }
    #expect(hints.failure?.reason == "closed")
  }

  @Test func `what skips all interceptors is called as it was found, also where it is the second`() throws {
    let stage = try Stage([Path("/both/:id", "one")])
    try stage.host.add([Route("/both/:id<int>", host: "Fork", to: "Other", "first")])
    stage.replace(before: "one", by: [Path("/both/:id", "two")])
    stage.host.add(Interceptor("guard") { $0.fail(Failure(.denied, "closed", "not today")) })
    let reply = Result { () throws(Failure) in
      try stage.host.mediator.skipping("guard").open("app://Fork/both/5?x=1")
    }
    #expect(reply == .success("two"))
    #expect(stage.isDone && stage.asked == ["other first", "two"])
    stage.host.close()
  }

  // An interceptor may keep the call that it let pass, and look at it on another thread.
  @Test func `what an interceptor was told, if only just before the call, is what is called`() throws {
    let stage = try Stage([Path("/item/:id<int>", "one")])
    let kept = Guarded<InterceptedCall?>(nil)
    let told = Guarded<[String]>([])
    stage.host.add(
      Interceptor("looks late") { call in
        kept.withLock { $0 = call }
        call.proceed()
      })
    stage.before("one") { host in
      if let call = kept.withLock({ exchange(&$0, with: nil) }) { told.withLock { $0.append(call.action) } }
      Fork.role.withLock { $0 = Fork.Role(paths: [Path("/item/:id<int>", "two")], answers: "two") }
      #expect(throws: Never.self) { try host.replace(Fork.self) }
    }
    let reply = stage.open("app://Fork/item/5?x=1")
    #expect(stage.isDone && told.withLock { $0 } == ["one"])
    #expect(reply.failure != nil && stage.asked == [])
    stage.host.close()
  }

  // Where several could answer as where one could.
  @Test(arguments: [1, 2])
  func `a URL that goes to the system by the time of the call is handed over`(_ count: Int) throws {
    let paths = [Path("/both/:id<int>", "one", schemes: ["ext"]), Path("/both/:id", "first", schemes: ["ext"])]
    let stage = try Stage(Array(paths.prefix(count))) { $0.policy.outbound = ["ext": ["/bin/true"]] }
    stage.replace(before: "one", by: [Path("/both/:id", "two")])
    #expect(stage.open("ext://Fork/both/5?x=1") == .success(.null))
    #expect(stage.isDone && stage.asked == [])
    stage.host.close()
  }

  /// A host in which the routes of the next version are there, and its actions don't come.
  private func half(_ paths: [Path]) throws -> Stage {
    let stage = try Stage(paths)
    let next = try stage.host.loader.stage("Fork", { Fork.register($0, $1) }, Loader.Source())
    try stage.host.loader.begin(next)
    return stage
  }

  // Where it may wait it looks a thousand times, and sleeps each time for longer than a fiftieth of that.
  @Test func `a search that finds a component by half ends by the deadline of its call`() throws {
    let stage = try half(ways)
    let until = Deadline(after: .milliseconds(20))
    let patience = Patience("the call", until: until, Cancellation(stage.host.mediator))
    let met = Guarded(0)
    var candidates = Candidates(Opening(url: try CallURL("app://Fork/item/5"), added: nil), stage.host, patience) {
      if $0.stage == .route { met.withLock { $0 += 1 } }
    }
    let found = Result { () throws(Failure) in try candidates.next(patience) }
    #expect(found.failure?.code == .timedOut && met.withLock { $0 } < 500)
    for way in [Way.route, .several] {
      #expect(stage.open(way.rawValue, .milliseconds(20)).failure?.code == .timedOut)
    }
    stage.host.close()
  }

  @Test func `all searches for one call end together`() throws {
    let stage = try half(both)
    let ended = Supply()
    Thread {
      #expect(stage.open("app://Fork/both/5").failure?.reason == "not_found")
      ended.add()
    }.detach()
    #expect(ended.take(within: 30))
    #expect(stage.asked == ["first", "second"])
    stage.host.close()
  }
}

/// The same within a hand-over, where its own calls would wait for what waits for them.
@Suite(.serialized, .offPool, .timeLimit(.minutes(2))) struct HeldWayTests {
  // What the start asks for fails at once, and nobody else changes anything about that.
  @Test func `a search within the start of what is to come does not go on until that is there`() throws {
    let paths = [Path("/page/:id<int>", "who")]
    let stage = try KeeperStage { $0.paths = paths }
    let met = Guarded(0)
    let answer = stage.replace { [host = stage.host] next in
      next.paths = paths
      next.start = { _ in
        let patience = Patience(of: ThreadState.current.pointee.frame, host)
        var candidates = Candidates(Opening(url: try CallURL("app://Keeper/page/5"), added: nil), host, patience) {
          if $0.stage == .route { met.withLock { $0 += 1 } }
        }
        #expect(try candidates.next(patience) == nil)
      }
    }
    #expect(answer == "2" && met.withLock { $0 } == 1)
    stage.host.close()
  }

  // The hand-over waits for the action that tells its end, and that for the listener.
  @Test(arguments: ["app://Keeper/page/5", "app://Keeper/both/5"], [false, true])
  func `what an end's listener opens stays with the one that tells it`(_ url: String, isIntercepted: Bool) throws {
    let stage = try KeeperStage {
      $0.paths = [Path("/page/:id<int>", "who"), Path("/both/:id<int>", "who"), Path("/both/:id", "who")]
    }
    if isIntercepted { stage.host.add(Interceptor("lets pass") { $0.proceed() }) }
    let opened = Guarded<Result<Value, Failure>?>(nil)
    let heard = Supply()
    let calling = Thread {
      stage.host.mediator.start("Keeper", "linger") { [host = stage.host] _ in
        let reply = Result { () throws(Failure) in try host.mediator.open(url, timeLimit: .seconds(5)) }
        opened.withLock { $0 = reply }
        heard.add()
      }
    }
    stage.first.begun.take()
    let replacing = Thread { #expect(stage.replace { $0.paths = stage.first.paths } == "2") }
    #expect(eventually { stage.isHeld })
    stage.first.goOn.add()
    heard.take()
    #expect(opened.withLock { $0 } == .success(1))
    for thread in [calling, replacing] { thread.join() }
    stage.host.close()
  }
}
