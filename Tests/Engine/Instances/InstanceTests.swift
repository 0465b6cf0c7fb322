import ComponentHost
import ComponentKit
import TestThreads
import Testing

@Suite(.serialized) struct InstanceTests {
  let host: Host
  var mediator: Mediator { host.mediator }

  init() throws {
    var settings = Settings()
    settings.instanceLimit = 4
    host = Host(settings)
    Session.made.withLock { $0 = [] }
    Session.destroyed.withLock { $0 = [] }
    try host.register(Rooms.self)
  }

  /// What the targets below make.
  final class Session: Sendable {
    static let made = Guarded<[String]>([])
    static let destroyed = Guarded<[String]>([])
    let name: String
    let calls = Guarded(0)

    init(_ name: String) {
      self.name = name
      Session.made.withLock { $0.append(name) }
    }

    deinit { Session.destroyed.withLock { [name] in $0.append(name) } }

    func next() -> Value {
      calls.withLock { calls in
        calls += 1
        return .int(calls)
      }
    }
  }

  /// One whose own target has an instance.
  struct Till: Component {
    static let summary = "Takes the money"
    init(mediator: Mediator) {}

    var actions: [Action] { Action("greet", "Needs none") { _ in "hello" } }

    var own: Target {
      Target(isSerial: true, lifetime: .kept, instance: { Session("till") }) { session in
        session.action("next") { session, _ in session.next() }
      }
    }
  }

  /// One that has no other actions than those.
  struct Bell: Component {
    init(mediator: Mediator) {}
    var own: Target {
      Target("", "Rings", lifetime: .perCall, instance: { Session("bell") }) { session in
        session.action("ring") { session, _ in session.next() }
      }
    }
  }

  @Test func `a component's own target has an instance, an order and a lifetime like any other`() throws {
    try host.register(Till.self)
    try host.register(Bell.self)
    #expect(try mediator.call("Till", "greet") == "hello")
    #expect(try mediator.call("Till", "next") == 1 && mediator.call("Till", "next") == 2)
    #expect(Session.made.withLock { $0.filter { $0 == "till" } } == ["till"])
    #expect(try mediator.call("Bell", "ring") == 1 && mediator.call("Bell", "ring") == 1)
    let till = try #require(try host.load("Till")?.targets.first)
    #expect(till.name == "Till" && till.summary == "Takes the money" && till.isSerial && till.lifetime == .kept)
    #expect(till.actions.map(\.name).sorted() == ["greet", "next"])
    let bell = try #require(try host.load("Bell")?.targets.first)
    #expect(bell.name == "Bell" && bell.summary == "Rings" && !bell.isSerial && bell.lifetime == .perCall)
  }

  struct Rooms: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] { Action("none") { _ in nil } }

    var targets: [Target] {
      Target("Kept", lifetime: .kept, instance: { Session("kept") }, actions: sessionActions)
      Target("PerCall", lifetime: .perCall, instance: { Session("perCall") }, actions: sessionActions)
      for number in 1...8 {
        Target("Cached\(number)", lifetime: .cached, instance: { Session("cached\(number)") }, actions: sessionActions)
      }
      Target("Never", lifetime: .kept, instance: { nil as Session? }, actions: sessionActions)
      Target(
        "Circular", lifetime: .kept,
        instance: { [mediator] in
          do throws(Failure) {
            _ = try mediator.call("Rooms.Circular", "next")
          } catch {
            Session.made.withLock { $0.append(error.message) }
          }
          return Session("circular")
        }, actions: sessionActions)
      Target("Serial", isSerial: true, lifetime: .perCall, instance: { Session("serial") }, actions: sessionActions)
    }

    @ListBuilder<Action> func sessionActions(_ session: InstanceActions<Session>) -> [Action] {
      session.action("next") { session, call in session.next() }
      session.action("later") { session, call async throws in
        try await Task.sleep(for: .milliseconds(200))
        return session.next()
      }
      session.action("inside") { [mediator] session, call in
        _ = session.next()
        return try mediator.call(call.target, "next")
      }
    }
  }

  private func next(_ target: String, _ mediator: Mediator? = nil) throws -> Value {
    try (mediator ?? self.mediator).call("Rooms.\(target)", "next")
  }

  private var made: [String] { Session.made.withLock { $0 } }
  private var destroyed: [String] { Session.destroyed.withLock { $0 } }

  @Test func `a kept one is made at first use and serves all calls`() throws {
    #expect(made == [])
    #expect(try next("Kept") == 1)
    #expect(try next("Kept") == 2)
    #expect(try mediator.call("Rooms.Kept", "inside") == 4)
    #expect(made == ["kept"])
    #expect(destroyed == [])
    #expect(host.instanceStatistics == InstanceStatistics(hits: 3, misses: 1, evictions: 0))
    host.close()
    #expect(destroyed == ["kept"])
  }

  @Test func `one per call serves one call, also a deferred one`() async throws {
    #expect(try await mediator.call("Rooms.PerCall", "next") == 1)
    #expect(try await mediator.call("Rooms.PerCall", "later") == 1)
    #expect(made == ["perCall", "perCall"])
    try await settled { destroyed.count == 2 }
    #expect(try await mediator.call("Rooms.Serial", "later") == 1)
    try await settled { destroyed.count == 3 }
    #expect(host.instanceStatistics == InstanceStatistics())
  }

  @Test func `a caller may ask for a fresh one`() throws {
    #expect(try next("Kept") == 1)
    #expect(try next("Kept", mediator.fresh) == 1)
    #expect(try next("Kept") == 2)
    #expect(destroyed == ["kept"])
    #expect(try mediator.fresh.call("Rooms", "none") == .null)
  }

  @Test func `beyond the limit the least recently used half of the cached ones goes`() throws {
    for number in 1...4 { _ = try next("Cached\(number)") }
    _ = try next("Cached1")
    #expect(destroyed == [])
    _ = try next("Cached5")
    #expect(destroyed == ["cached2", "cached3"])
    #expect(try next("Cached1") == 3)
    #expect(try next("Cached2") == 1)
    #expect(host.instanceStatistics == InstanceStatistics(hits: 2, misses: 6, evictions: 2))
  }

  @Test func `one in use is never destroyed`() async throws {
    let waiting = Task { [mediator] in try await mediator.call("Rooms.Cached1", "later") }
    try await settled { made.contains("cached1") }
    for number in 2...8 { _ = try await mediator.call("Rooms.Cached\(number)", "next") }
    host.releaseIdleInstances()
    host.releaseInstance(of: "Rooms.Cached1")
    #expect(!destroyed.contains("cached1") || made.filter { $0 == "cached1" }.count > 1)
    #expect(try await waiting.value == 1)
    try await settled { destroyed.contains("cached1") }
  }

  @Test func `they are released by name, or all at once`() throws {
    for target in ["Kept", "Cached1", "Cached2"] { _ = try next(target) }
    #expect(host.releaseInstance(of: "Rooms.Kept"))
    #expect(!host.releaseInstance(of: "Rooms.Kept"))
    #expect(!host.releaseInstance(of: "Rooms"))
    #expect(destroyed == ["kept"])
    host.releaseIdleInstances()
    #expect(destroyed.sorted() == ["cached1", "cached2", "kept"])
    #expect(try next("Kept") == 1)
    host.releaseInstances()
    #expect(destroyed.count == 4)
  }

  @Test func `one that is not made fails the call, the next one tries again`() {
    for _ in 1...2 {
      let failed = failure { () throws(Failure) in try mediator.call("Rooms.Never", "next") }
      #expect(failed == Failure(.failed, "no_instance", "Rooms.Never made no instance"))
    }
    #expect(host.instanceStatistics.misses == 2)
  }

  @Test func `one that calls itself while it is made does not wait for ever`() throws {
    #expect(try next("Circular") == 1)
    #expect(made == ["Rooms.Circular is called while it makes its instance", "circular"])
  }

  @Test func `many threads share one`() async throws {
    let host = host
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            _ = try await host.mediator.call("Rooms.Cached1", "next")
            _ = try await host.mediator.call("Rooms.Kept", "next")
          }
        }
      }
      group.addTask { for _ in 0..<100 { host.releaseIdleInstances() } }
      try await group.waitForAll()
    }
    #expect(made.filter { $0 == "kept" }.count == 1)
    host.close()
    #expect(made.count == destroyed.count)
  }
}

/// Waits until something holds that another thread brings about.
func settled(_ condition: () -> Bool) async throws {
  let end = ContinuousClock.now + patience
  while !condition(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
  #expect(condition())
}
