import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// A component that started a call hears its end before it is shut down.
@Suite(.serialized, .offPool) struct CallerHoldTests {
  private static let (log, kept) = (Guarded<[String]>([]), Kept())

  struct Starter: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("start") { [mediator] call in
        let kind = Kind(rawValue: try call.text("kind")) ?? .action
        kind.start(mediator) { CallerHoldTests.log.withLock { $0.append("ended") } }
        return .null
      }
    }

    func shutdown() { CallerHoldTests.log.withLock { $0.append("shut down") } }
  }

  struct Holder: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action.deferring("keep") { call in CallerHoldTests.kept.keep(call) }.remote }
    var paths: [Path] {
      Path("/far/:word", "keep")
    }
    var targets: [Target] {
      Target("Serial", isSerial: true) {
        Action.deferring("keep") { call in
          guard call.has("now") else { return CallerHoldTests.kept.keep(call) }
          call.reply(1)
        }
      }
    }
  }

  enum Kind: String, CaseIterable, Sendable {
    case action, url, route, queued, function

    func start(_ mediator: Mediator, _ ended: @escaping @Sendable () -> Void) {
      switch self {
      case .action: mediator.start("Holder", "keep") { _ in ended() }
      case .url: mediator.open("app://Holder/keep") { _ in ended() }
      case .route: mediator.open("app://Holder/far/x") { _ in ended() }
      case .queued:
        mediator.start("Holder.Serial", "keep") { _ in }
        mediator.start("Holder.Serial", "keep", ["now": true]) { _ in ended() }
      case .function:
        let function = Action.deferring("keep") { call in CallerHoldTests.kept.keep(call) }.function
        mediator.start(function) { _ in ended() }
      }
    }
  }

  @Test(arguments: Kind.allCases, [false, true])
  func `a call that is open holds the component that started it`(_ kind: Kind, _ isIntercepted: Bool) throws {
    Self.log.withLock { $0 = [] }
    let host = Host()
    if isIntercepted { host.add(.time(CallTimes())) }
    try host.register(Starter.self)
    try host.register(Holder.self)
    _ = try host.mediator.call("Starter", "start", ["kind": .text(kind.rawValue)])
    let generation = try #require(host.loader.loaded["Starter"])
    generation.takeOut()
    #expect(!generation.shutDownWhenIdle(until: 0))
    #expect(Self.log.withLock { $0 } == [])
    #expect(Self.kept.take()?.reply(1) == true)
    #expect(generation.shutDownWhenIdle(until: Deadline(after: .seconds(10)).nanoseconds))
    #expect(Self.log.withLock { $0 } == ["ended", "shut down"])
  }

  @Test func `an interceptor that keeps the call of a URL for longer does not`() throws {
    Self.log.withLock { $0 = [] }
    let host = Host()
    let passed = Guarded<[InterceptedCall]>([])
    host.add(
      Interceptor("keeps") { call in
        passed.withLock { $0.append(call) }
        call.proceed()
      })
    try host.register(Starter.self)
    try host.register(Holder.self)
    _ = try host.mediator.call("Starter", "start", ["kind": "url"])
    let generation = try #require(host.loader.loaded["Starter"])
    generation.takeOut()
    #expect(Self.kept.take()?.reply(1) == true)
    #expect(generation.shutDownWhenIdle(until: 0))
    #expect(Self.log.withLock { $0 } == ["ended", "shut down"])
    #expect(passed.withLock { $0.contains { $0.source == .remote } })
  }

  @Test func `an action that still runs holds the component that started it from a thread of its own`() throws {
    let host = Host()
    try host.register(Apart.self)
    try host.register(Worker.self)
    _ = try host.mediator.call("Apart", "start")
    Worker.begun.take()
    let generation = try #require(host.loader.loaded["Apart"])
    generation.takeOut()
    #expect(!generation.shutDownWhenIdle(until: 0))
    Worker.goOn.add()
    #expect(generation.shutDownWhenIdle(until: Deadline(after: .seconds(10)).nanoseconds))
    #expect(Apart.hasHeard.withLock { $0 })
  }

  /// Starts a call on a thread of its own.
  struct Apart: Component {
    static let hasHeard = Guarded(false)
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("start") { [mediator] _ in
        Thread { mediator.start("Worker", "work") { _ in Apart.hasHeard.withLock { $0 = true } } }.detach()
        return .null
      }
    }
  }

  /// Works on its caller's thread until it may end.
  struct Worker: Component {
    static let (begun, goOn) = (Supply(), Supply())
    init(mediator: Mediator) {}

    var actions: [Action] {
      Action("work") { _ in
        Worker.begun.add()
        Worker.goOn.take()
        return .null
      }
    }
  }

  @Test func `the end that is just being told holds it as well`() throws {
    Self.log.withLock { $0 = [] }
    let host = Host()
    try host.register(Slow.self)
    try host.register(Holder.self)
    _ = try host.mediator.call("Slow", "start")
    let generation = try #require(host.loader.loaded["Slow"])
    generation.takeOut()
    let thread = Thread { _ = Self.kept.take()?.reply(1) }
    Slow.told.take()
    #expect(!generation.shutDownWhenIdle(until: 0))
    Slow.goOn.add()
    thread.join()
    #expect(generation.shutDownWhenIdle(until: Deadline(after: .seconds(10)).nanoseconds))
  }

  /// It takes its time to hear an end.
  struct Slow: Component {
    static let (told, goOn) = (Supply(), Supply())
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("start") { [mediator] _ in
        mediator.start("Holder", "keep") { _ in
          Slow.told.add()
          Slow.goOn.take()
        }
        return .null
      }
    }
  }
}
