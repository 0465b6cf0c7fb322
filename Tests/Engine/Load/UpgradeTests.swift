import ComponentKit
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost

/// What a host lets take a component's place that takes compatible upgrades only.
@Suite(.serialized, .offPool) struct UpgradeTests {
  private func host(_ upgrades: Upgrades = .compatible) -> Host {
    var settings = Settings()
    settings.upgrades = upgrades
    // What the cases say of replies is never replied.
    settings.checksReplies = false
    return Host(settings)
  }

  private func shop(_ parts: UpgradeCase.Part..., in host: Host) throws(Refusal) {
    try Registrant().register("Shop", in: host, UpgradeCase.all(parts))
  }

  private func replace(_ parts: UpgradeCase.Part..., in host: Host) throws(Refusal) -> Int? {
    guard case .replaced(let number)? = try Registrant().replace("Shop", in: host, UpgradeCase.all(parts))?.kind else {
      return nil
    }
    return number
  }

  private func refusal(_ body: () throws(Refusal) -> Void) -> Refusal? {
    do throws(Refusal) { try body() } catch { return error }
    return nil
  }

  private func entry(_ host: Host, _ action: String) -> UnsafeMutablePointer<Entry>? {
    host.loader.loaded["Shop"]?.entries.first { $0.pointee.action.string == action }
  }

  private func isLive(_ host: Host, _ action: String) -> Bool? {
    entry(host, action)?.pointee.isLive.load(ordering: .acquiring)
  }

  @Test(arguments: UpgradeCase.actions + UpgradeCase.parameters + UpgradeCase.replies + UpgradeCase.ways)
  func `what would break calls that were made is refused, and nothing else is`(change: UpgradeCase) throws {
    for upgrades in [Upgrades.compatible, .all] {
      let host = host(upgrades)
      try Registrant().register("Shop", in: host, UpgradeCase.all(change.old))
      let first = host.loader.loaded["Shop"]
      for (path, parameters) in change.calls {
        let parts = "Shop.\(path)".split(separator: ".").map(String.init)
        _ = try host.mediator.call(parts.dropLast().joined(separator: "."), parts.last ?? "", parameters)
      }
      let next = Registrant()
      let refusal = refusal { () throws(Refusal) in _ = try next.replace("Shop", in: host, UpgradeCase.all(change.new))
      }
      let refused = upgrades == .all ? nil : change.refused
      #expect(refusal?.message == refused.map { "it would break what callers use: \($0)" })
      #expect(refusal?.reason == refused.map { _ in "not_compatible" })
      #expect((host.loader.loaded["Shop"] === first) == (refused != nil))
      #expect(next.diary.contains("give back component") == (refused != nil), "\(next.diary)")
      if refused == nil { continue }
      for (path, parameters) in change.calls {
        let parts = "Shop.\(path)".split(separator: ".").map(String.init)
        _ = try host.mediator.call(parts.dropLast().joined(separator: "."), parts.last ?? "", parameters)
      }
    }
  }

  @Test func `a refusal says what to do, and stands until the file changes`() throws {
    let host = host()
    try shop(UpgradeCase.action("run"), in: host)
    _ = try host.mediator.call("Shop", "run")
    let refusal = refusal { () throws(Refusal) in _ = try replace(UpgradeCase.action("stop"), in: host) }
    #expect(
      refusal?.help
        == "keep that in the new version, or take the component out first: what is put there then replaces nothing")
    #expect(refusal?.retry == .whenFileChanges)
  }

  // MARK: what counts as called

  @Test func `only the first call of an action comes the long way`() throws {
    let host = host()
    try shop(UpgradeCase.action("run"), UpgradeCase.action("stop"), in: host)
    #expect(isLive(host, "run") == false)
    let resolved = host.mediator.resolved("Shop", "run")
    for _ in 1...3 { _ = try resolved.call() }
    #expect(isLive(host, "run") == true && isLive(host, "stop") == false)
    #expect(try replace(UpgradeCase.action("run"), in: host) == 2)
    // What was called counts as called of the next one.
    #expect(isLive(host, "run") == true)
    for _ in 1...3 { _ = try resolved.call() }
  }

  @Test func `where all upgrades are taken every action is live from the start`() throws {
    let host = host(.all)
    try shop(UpgradeCase.action("run"), in: host)
    #expect(isLive(host, "run") == true)
  }

  @Test func `what was called of one generation may not vanish in a later one`() throws {
    let host = host()
    try shop(UpgradeCase.action("run"), UpgradeCase.action("stop"), in: host)
    _ = try host.mediator.call("Shop", "stop")
    #expect(try replace(UpgradeCase.action("stop"), in: host) == 2)
    #expect(try replace(UpgradeCase.action("stop"), UpgradeCase.action("run"), in: host) == 3)
    let refusal = refusal { () throws(Refusal) in _ = try replace(UpgradeCase.action("run"), in: host) }
    #expect(refusal?.reason == "not_compatible")
    // This one was called before it was gone for a while, by nobody.
    #expect(try replace(UpgradeCase.action("stop"), in: host) == 4)
  }

  @Test func `what is first called of a later generation counts as well`() throws {
    let host = host()
    try shop(UpgradeCase.action("run"), UpgradeCase.action("stop"), in: host)
    #expect(try replace(UpgradeCase.action("run"), UpgradeCase.action("stop"), in: host) == 2)
    // It looks no more whether a call belongs to the generation before.
    let next = try #require(host.loader.loaded["Shop"])
    #expect(eventually { !next.follows.load(ordering: .acquiring) })
    #expect(isLive(host, "stop") == false)
    _ = try host.mediator.call("Shop", "stop")
    let refusal = refusal { () throws(Refusal) in _ = try replace(UpgradeCase.action("run"), in: host) }
    #expect(refusal?.reason == "not_compatible")
  }

  @Test func `to look what there is, or to ask for it, is no call`() throws {
    let host = host()
    try shop(UpgradeCase.action("run"), in: host)
    #expect(try host.lookUp("Shop", "run").action?.name == "run")
    #expect(host.mediator.has("Shop", "run") == .yes)
    #expect(try replace(UpgradeCase.action("stop"), in: host) == 2)
  }

  @Test func `a call that is started, by a URL or a key counts as any`() throws {
    let ways: [(Host) throws -> Void] = [
      { host in
        let ended = Supply()
        host.mediator.start("Shop", "run") { _ in ended.add() }
        ended.take()
      },
      { host in _ = try host.mediator.open("app://Shop/run") },
      { host in _ = try host.mediator.open(key: "Shop_x") },
    ]
    for call in ways {
      let host = host()
      try shop({ $0.action("run", flags: 1) }, UpgradeCase.key("x"), in: host)
      try call(host)
      let refusal = refusal { () throws(Refusal) in _ = try replace(UpgradeCase.action("stop"), in: host) }
      #expect(refusal?.reason == "not_compatible")
    }
  }

  /// Calls itself.
  struct Inward: Component {
    static let isWhole = Guarded(true)
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      if Inward.isWhole.withLock({ $0 }) { Action("inner") { _ in 1 } }
      Action("outer") { [mediator] _ in try mediator.call("Inward", "inner") }
    }
  }

  @Test func `a component's calls of its own actions hold nothing back`() throws {
    let host = host()
    try host.register(Inward.self)
    for _ in 1...3 { #expect(try host.mediator.call("Inward", "outer") == 1) }
    Inward.isWhole.withLock { $0 = false }
    defer { Inward.isWhole.withLock { $0 = true } }
    let change = try host.loader.replace("Inward") { Inward.register($0, $1) }
    #expect(change?.kind == .replaced(generation: 2))
  }

  @Test func `threads that make the first call at once all get their replies`() throws {
    for _ in 1...20 {
      let host = host()
      try shop(UpgradeCase.action("run"), in: host)
      let (ready, go, done) = (Supply(), Supply(), Guarded(0))
      let threads = (0..<4).map { _ in
        Thread {
          ready.add()
          go.take()
          for _ in 1...50 where (try? host.mediator.call("Shop", "run")) != nil { done.withLock { $0 += 1 } }
        }
      }
      for _ in threads { ready.take() }
      for _ in threads { go.add() }
      for thread in threads { thread.join() }
      #expect(done.withLock { $0 } == 200)
      #expect(isLive(host, "run") == true)
    }
  }

  /// So many actions that the table grows.
  struct Many: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { (0..<300).map { number in Action("a\(number)") { _ in .int(number) } } }
  }

  @Test func `actions that nobody has called yet stay in a table that grows`() throws {
    let host = host()
    try shop(UpgradeCase.action("run"), UpgradeCase.action("stop"), in: host)
    _ = try host.mediator.call("Shop", "stop")
    try host.register(Many.self)
    for action in ["run", "stop"] { _ = try host.mediator.call("Shop", action) }
    #expect(try host.mediator.call("Many", "a299") == 299)
  }

  // MARK: events

  @Test func `an event that others observe may not vanish, and one that nobody does may`() throws {
    for isObserved in [true, false] {
      let host = host()
      try shop(UpgradeCase.action("run"), UpgradeCase.event("Shop.sold", "int"), in: host)
      let observation = isObserved ? try host.mediator.observe("Shop.sold") { _ in } : nil
      let refusal = refusal { () throws(Refusal) in
        _ = try replace(UpgradeCase.action("run"), in: host)
      }
      #expect(
        refusal?.message
          == (isObserved
            ? "it would break what callers use: Shop.sold: the component publishes no such event any more" : nil))
      withExtendedLifetime(observation) {}
    }
  }

  /// Observes itself.
  struct Echoing: Component {
    static let isWhole = Guarded(true)
    init(mediator: Mediator) {}
    var actions: [Action] { Action("say") { _ in nil } }
    var events: [EventDeclaration] { if Echoing.isWhole.withLock({ $0 }) { EventDeclaration("Echoing.said") } }
    var observers: [Observer] { Observer("Echoing.said") { _ in } }
  }

  @Test func `what a component observes of itself holds nothing back`() throws {
    let host = host()
    try host.register(Echoing.self)
    Echoing.isWhole.withLock { $0 = false }
    defer { Echoing.isWhole.withLock { $0 = true } }
    let change = try host.loader.replace("Echoing") { Echoing.register($0, $1) }
    #expect(change?.kind == .replaced(generation: 2))
  }

  // MARK: state

  @Test func `for a version that is refused no call is held and no state is saved`() throws {
    let stage = try KeeperStage(upgrades: .compatible)
    #expect(stage.call("add") == 1)
    #expect(stage.call("who") == 1)
    #expect(stage.replace { $0.says = false } == "not_compatible")
    #expect(stage.diary.all == ["1 starts"])
    #expect(stage.call("add") == 2)
    #expect(stage.call("who") == 1)
    #expect(stage.replace() == "2")
    #expect(stage.call("add") == 3)
    #expect(stage.call("who") == 2)
  }

  @Test func `a call that was under way ends in the version that stays, and the next ones begin there`() throws {
    let stage = try KeeperStage(upgrades: .compatible)
    #expect(stage.call("who") == 1)
    let reply = Guarded<Int?>(nil)
    let thread = Thread {
      let label = stage.call("linger")
      reply.withLock { $0 = label }
    }
    stage.first.begun.take()
    #expect(stage.replace { $0.says = false } == "not_compatible")
    #expect(stage.call("who") == 1)
    stage.first.goOn.add()
    thread.join()
    #expect(reply.withLock { $0 } == 1)
  }

  @Test func `a version that takes its calls back knows still what was called`() throws {
    let stage = try KeeperStage(upgrades: .compatible)
    #expect(stage.call("add") == 1)
    #expect(stage.replace { $0.start = { _ in throw Failure(.failed, "", "the port is taken") } } == "start_failed")
    #expect(stage.call("add") == 2)
    // Nobody has called it.
    #expect(stage.replace { $0.says = false } == "3")
    #expect(stage.call("add") == 3)
  }

  @Test func `what is first called of a version that took its calls back counts`() throws {
    let stage = try KeeperStage(upgrades: .compatible)
    #expect(stage.replace { $0.start = { _ in throw Failure(.failed, "", "the port is taken") } } == "start_failed")
    #expect(stage.call("who") == 1)
    #expect(stage.replace { $0.says = false } == "not_compatible")
  }

  @Test func `a first call that is held goes to the new version, and counts there`() throws {
    let stage = try KeeperStage(upgrades: .compatible)
    let next = stage.role { role in
      let goOn = role.goOn
      role.start = { _ in goOn.take() }
    }
    let (outcome, reply) = (Guarded<String?>(nil), Guarded<Int?>(nil))
    let replacing = Thread {
      let word = stage.replace(by: next)
      outcome.withLock { $0 = word }
    }
    #expect(eventually { stage.isHeld })
    let calling = Thread {
      let label = stage.call("who")
      reply.withLock { $0 = label }
    }
    #expect(eventually { stage.callersHeld == 1 })
    next.goOn.add()
    for thread in [replacing, calling] { thread.join() }
    #expect(outcome.withLock { $0 } == "2" && reply.withLock { $0 } == 2)
    #expect(stage.replace { $0.says = false } == "not_compatible")
  }
}
