import Synchronization
import TestThreads
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// What a URL leads to in the moment when the routes of a component have changed, and its actions have not yet: never to
/// an action of one generation past the routes of the other.
@Suite(.serialized, .offPool) struct HalfReplacedTests {
  /// In the first version a route has the name of an action; in the second there is the action alone.
  private struct Half: Component {
    static let version = Guarded(1)
    static let hasKey = Guarded(false)
    private let number = version.withLock { $0 }
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("show") { [number] _ in .text("\(number) show") }.remote
      Action("other") { [number] _ in .text("\(number) other") }.remote
    }
    var paths: [Path] { if number == 1 { Path("/show", "other") } }
    // A component with keys has no URL that only one action can answer.
    var keys: [Key] { if Self.hasKey.withLock({ $0 }) { Key("shown", number == 1 ? "other" : "show") } }
  }

  private func begin(_ version: Int, hasKey: Bool = false) throws -> Host {
    Half.hasKey.withLock { $0 = hasKey }
    var settings = Settings()
    settings.report = { _ in }
    let host = Host(settings)
    Half.version.withLock { $0 = version }
    try host.register(Half.self)
    return host
  }

  /// Runs `body` while a change of the host's routes can be seen, and what makes it has not gone on.
  private func halfway<R>(
    _ host: Host, _ change: @escaping @Sendable () -> Void, _ body: (_ goOn: Supply) throws -> R
  ) rethrows -> R {
    let before = host.allRoutes.count
    let (held, goOn) = (Supply(), Supply())
    // A change waits for those who read what it replaces.
    let reader = Thread { [host] in
      host.routes.read { _ in
        held.add()
        _ = goOn.take(within: 60)
      }
    }
    #expect(held.take(within: 10))
    let changing = Thread(change)
    #expect(eventually { host.allRoutes.count != before })
    defer {
      goOn.add()
      reader.join()
      changing.join()
    }
    return try body(goOn)
  }

  enum Change: CaseIterable { case replaced, takenOut }

  private func make(_ change: Change, in host: Host) -> @Sendable () -> Void {
    {
      switch change {
      case .replaced:
        Half.version.withLock { $0 = 2 }
        #expect(throws: Never.self) { try host.replace(Half.self) }
      case .takenOut:
        let old = host.loader.loaded["Half"]
        _ = host.loader.inTurn(of: "Half") { gone in old.map { host.loader.takeOut($0, &gone) } }
      }
    }
  }

  @Test(arguments: Change.allCases) func `nothing that is found then is called as it is`(_ change: Change) throws {
    let host = try begin(1)
    #expect(try host.mediator.open("app://Half/show") == "1 other")
    let url = try CallURL("app://Half/show")
    halfway(host, make(change, in: host)) { _ in
      // The action is there still, and no route goes before it.
      #expect(host.entry("Half", "show") != nil)
      var candidates = Candidates(Opening(url: url, added: nil), host, .endless)
      let way = candidates.plain(host)
      #expect(way == nil)
    }
    if change == .replaced {
      var candidates = Candidates(Opening(url: url, added: nil), host, .endless)
      #expect(candidates.plain(host) != nil)
      #expect(try host.mediator.open("app://Half/show") == "2 show")
    }
    host.close()
  }

  enum Way: String, CaseIterable {
    case path = "app://Half/show"
    case query = "app://Half/show?x=1"
    case key = "app://Half/shown"
  }

  @Test(arguments: Way.allCases, [false, true])
  func `a URL that meets a replacement then leads where the next one leads`(
    _ way: Way, isIntercepted: Bool
  ) throws {
    let host = try begin(1, hasKey: way == .key)
    #expect(try host.mediator.open(way.rawValue) == "1 other")
    if isIntercepted { host.add(Interceptor("lets pass") { $0.proceed() }) }
    let reply = Guarded<Result<Value, Failure>?>(nil)
    let opening = halfway(host, make(.replaced, in: host)) { goOn in
      let begun = Supply()
      let opening = Thread { [host] in
        begun.add()
        let answer = Result { () throws(Failure) in try host.mediator.open(way.rawValue) }
        reply.withLock { $0 = answer }
      }
      #expect(begun.take(within: 10))
      // It would be answered at once.
      #expect(!eventually(within: .milliseconds(50)) { reply.withLock { $0 != nil } })
      return opening
    }
    opening.join()
    #expect(reply.withLock { $0 } == .success("2 show"))
    host.close()
  }

  @Test func `how a URL would be resolved is told of one of the two`() throws {
    let host = try begin(1)
    let steps = Guarded<[Step]>([])
    let asking = halfway(host, make(.replaced, in: host)) { goOn in
      let begun = Supply()
      let asking = Thread { [host] in
        begun.add()
        let told = host.explain(url: "app://Half/show")
        steps.withLock { $0 = told }
      }
      #expect(begun.take(within: 10))
      #expect(!eventually(within: .milliseconds(50)) { steps.withLock { !$0.isEmpty } })
      return asking
    }
    asking.join()
    #expect(steps.withLock { $0 } == host.explain(url: "app://Half/show"))
    host.close()
  }
}
