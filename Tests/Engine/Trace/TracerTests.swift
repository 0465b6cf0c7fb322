import ComponentHost
import ComponentKit
import Glibc
import TestThreads
import Testing

/// What a host tells of the time that things take.
@Suite struct TracerTests {
  private final class Told: Sendable {
    let begun = Guarded<[TraceSpan]>([])
    let over = Guarded<[TraceSpan]>([])

    /// `call Slow.outer`, sorted: what ends elsewhere may end at any time.
    var names: [String] { over.withLock { $0.map { "\($0.kind.rawValue) \($0.name)" } }.sorted() }
    func first(_ name: String) -> TraceSpan? { over.withLock { $0.first { "\($0.kind.rawValue) \($0.name)" == name } } }
  }

  /// Its replies come later, and from elsewhere.
  private struct Slow: Component {
    /// Targets that take their time until this is over.
    static let held = Guarded<Set<String>>([])
    static func rest(_ target: String) { _ = eventually { !held.withLock { $0.contains(target) } } }

    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action.deferring("slow") { call in
        Thread {
          usleep(30_000)
          call.reply(1)
        }.detach()
      }
      Action.deferring("outer") { [mediator] call in
        mediator.start("Slow", "slow", within: call) { call.end(as: $0) }
      }
      Action("give") { [mediator] _ in .function(Function(mediator) { _ in 1 }) }
    }
    var targets: [Target] {
      Target("Turns", isSerial: true) {
        Action("take") { _ in
          Slow.rest("Turns")
          return 1
        }
      }
      Target(
        "Kept", lifetime: .kept,
        instance: {
          Slow.rest("Kept")
          return Made()
        },
        actions: { made in made.action("use") { _, _ in 1 } })
    }
  }

  private final class Made: Sendable {}

  private func host(_ told: Told) throws -> Host {
    var settings = Settings()
    settings.beginTracer = { span in told.begun.withLock { $0.append(span) } }
    settings.tracer = { span in told.over.withLock { $0.append(span) } }
    let host = Host(settings)
    try host.register(Slow.self)
    for spans in [told.begun, told.over] { spans.withLock { $0 = [] } }
    return host
  }

  @Test func `what replies later is told until it has replied, whether a thread waits for it or not`() throws {
    let told = Told()
    let host = try host(told)
    #expect(try host.mediator.call("Slow", "outer") == 1)
    let names = [
      "call Slow.outer", "call Slow.slow", "open Slow.outer, deferred", "open Slow.slow, deferred",
      "wait until Slow.outer has ended",
    ]
    #expect(told.names == names)
    let open = try #require(told.first("open Slow.slow, deferred"))
    #expect(open.duration >= 30_000_000 && open.details == ["target": "Slow", "action": "slow"])
    #expect(told.first("call Slow.slow")?.details == ["caller": "Slow", "target": "Slow", "action": "slow"])
  }

  @Test func `each begins once with the number that it ends with`() throws {
    let told = Told()
    let host = try host(told)
    _ = try host.mediator.call("Slow", "outer")
    let (begun, over) = (told.begun.withLock { $0 }, told.over.withLock { $0 })
    #expect(begun.map(\.number).sorted() == over.map(\.number).sorted() && Set(begun.map(\.number)).count == 5)
    #expect(begun.allSatisfy { $0.duration == 0 })
  }

  @Test func `behind an interceptor the wait is told as well`() throws {
    let told = Told()
    let host = try host(told)
    host.add(Interceptor("passes") { $0.proceed() })
    #expect(try host.mediator.call("Slow", "slow") == 1)
    let names = [
      "call Slow.slow", "open Slow.slow, deferred", "open Slow.slow, with its interceptors",
      "wait until Slow.slow has ended",
    ]
    #expect(told.names == names)
    #expect(told.first(names[3]).map { $0.duration >= 20_000_000 } == true)
  }

  @Test(arguments: [
    ("Turns", "take", "wait for the turn of Slow.Turns.take"), ("Kept", "use", "wait for the instance of Slow.Kept"),
  ])
  func `a wait for another call is told`(_ target: String, _ action: String, _ wait: String) throws {
    let told = Told()
    let host = try host(told)
    Slow.held.withLock { _ = $0.insert(target) }
    let callers = (0..<2).map { _ in Thread { _ = try? host.mediator.call("Slow.\(target)", action) } }
    #expect(eventually { told.begun.withLock { $0.contains { $0.kind == .wait } } })
    Slow.held.withLock { _ = $0.remove(target) }
    for caller in callers { caller.join() }
    #expect(told.names == ["call Slow.\(target).\(action)", "call Slow.\(target).\(action)", wait])
    #expect(told.first(wait)?.details == ["component": "Slow"])
  }

  @Test func `a function is called by who made it, whatever its caller says`() throws {
    let told = Told()
    let host = try host(told)
    let function = try #require(try host.mediator.call("Slow", "give").function)
    #expect(try host.mediator.call(function) == 1)
    #expect(
      told.first("call a function of Slow")?.details == ["caller": "", "target": "Slow", "action": ""], "\(told.names)")
    let own = Function(host.mediator) { _ in 2 }
    #expect(try host.mediator.call(own) == 2)
    #expect(told.first("call a function of the program")?.details["target"] == "")
  }
}
