import ComponentKit
import Synchronization
import TestThreads
import Testing

@testable import ComponentHost

/// URLs and map keys whose component is replaced, where they lead elsewhere in the next version.
@Suite(.serialized, .offPool) struct ReplacedWayTests {
  private final class Stage: Sendable {
    let entered = Supply()
    let goesOn = Supply()
    let version = Guarded(1)
    let looks = Guarded<(@Sendable (Mediator) -> Void)?>(nil)
  }

  /// What each of the ways leads to is there in one version only.
  private struct Shop: Component {
    static let stage = Stage()
    private let version = stage.version.withLock { $0 }
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    private final class Desk: Sendable {}

    var targets: [Target] {
      Target("Desk", lifetime: .kept, instance: { Desk() }) { desk in desk.action("sit") { _, _ in nil } }
    }
    enum First {
      struct Which: Request {
        static let target = "Shop"
        static let isRemote = true
        @Parameter var a: Int
        @Parameter var b: Int?
        typealias Reply = String
      }
      struct One: Request {
        static let target = "Shop"
        static let isRemote = true
        @Parameter var id: Int?
        typealias Reply = Int
      }
    }
    enum Second {
      struct Which: Request {
        static let target = "Shop"
        static let isRemote = true
        @Parameter var a: Int
        typealias Reply = String
      }
      struct Two: Request {
        static let target = "Shop"
        static let isRemote = true
        @Parameter var id: Int?
        typealias Reply = Int
      }
    }

    var actions: [Action] {
      if version == 1 {
        on(First.Which.self) { "1 \($0.a) \($0.b.map { "\($0)" } ?? "-")" }
        on(First.One.self) { _ in 1 }
      } else {
        on(Second.Which.self) { "2 \($0.a)" }
        on(Second.Two.self) { _ in 2 }
      }
      Action("decline") { _ in throw Failure(.notFound, "declined", "not mine") }.remote
      Action("hold") { [mediator] _ in
        Shop.stage.entered.add()
        _ = Shop.stage.goesOn.take(within: 10)
        Shop.stage.looks.withLock(\.self)?(mediator)
        return .map(Shop.seen(by: mediator))
      }
    }
    var paths: [Path] {
      Path("/item/:id<int>", version == 1 ? "one" : "two")
      Path(version == 1 ? "/first/:id<int>" : "/second/:id<int>", version == 1 ? "one" : "two")
      Path("/both/:id<int>", "decline")
      Path("/both/:id", version == 1 ? "one" : "two")
    }
    var keys: [Key] {
      Key("item", version == 1 ? "one" : "two")
      Key(version == 1 ? "gone" : "new", "which", hints: ["loud": true])
    }

    static func seen(by mediator: Mediator) -> Fields {
      func say(_ body: () throws(Failure) -> Value) -> Value {
        do { return try body() } catch { return .text(error.code.name) }
      }
      func known(_ presence: Presence) -> Value { .bool(presence == .yes) }
      return [
        "query": say { () throws(Failure) in try mediator.open("app://Shop/which?a=1&b=2") },
        "path": say { () throws(Failure) in try mediator.open("app://Shop/one") },
        "path of the other": say { () throws(Failure) in try mediator.open("app://Shop/two") },
        "route": say { () throws(Failure) in try mediator.open("app://Shop/item/5") },
        "own route": say { () throws(Failure) in try mediator.open("app://Shop/first/5") },
        "route of the other": say { () throws(Failure) in try mediator.open("app://Shop/second/5") },
        "several": say { () throws(Failure) in try mediator.open("app://Shop/both/5") },
        "key": say { () throws(Failure) in try mediator.open(key: "Shop_item") },
        "own key": say { () throws(Failure) in try mediator.open(key: "Shop_gone", parameters: ["a": 1]) },
        "key of the other": say { () throws(Failure) in try mediator.open(key: "Shop_new", parameters: ["a": 1]) },
        "key as URL": say { () throws(Failure) in try mediator.open("app://Shop/gone?a=1&loud=false") },
        "has": known(mediator.has("Shop", "one")), "has, loading": known(mediator.has("Shop", "one", loading: true)),
        "has of the other": known(mediator.has("Shop", "two")),
        "can open": known(mediator.canOpen("app://Shop/first/5")),
        "can open, loading": known(mediator.canOpen("app://Shop/first/5", loading: true)),
        "can open the other": known(mediator.canOpen("app://Shop/second/5", loading: true)),
        "written": say { () throws(Failure) in
          try mediator.open(try mediator.url(for: "Shop", "one", ["id": 5], scheme: "app"))
        },
        "has an instance": known(mediator.release("Shop.Desk")),
      ]
    }
  }

  private let expected: Fields = [
    "query": "1 1 2", "path": 1, "path of the other": "not_found", "route": 1, "own route": 1,
    "route of the other": "not_found", "several": 1, "key": 1, "own key": "1 1 -", "key of the other": "not_found",
    "key as URL": "1 1 -", "has": true, "has, loading": true, "has of the other": false, "can open": true,
    "can open, loading": true, "can open the other": false, "written": 1, "has an instance": true,
  ]

  private func begin(_ version: Int = 1, _ change: (inout Settings) -> Void = { _ in }) throws -> Host {
    var settings = Settings()
    settings.report = { _ in }
    change(&settings)
    let host = Host(settings)
    Shop.stage.version.withLock { $0 = version }
    try host.register(Shop.self)
    return host
  }

  private static func replace(in host: Host, by version: Int = 2) {
    Shop.stage.version.withLock { $0 = version }
    #expect(throws: Never.self) { try host.replace(Shop.self) }
  }

  enum End: CaseIterable { case none, replaced, takenOut }

  // What a call sees that began in the first version.
  @Test(arguments: End.allCases, [false, true])
  func `within a call of what was replaced or taken out all ways are its own`(_ end: End, isSeen: Bool) throws {
    let host = try begin()
    if isSeen { host.add(Interceptor("sees") { if $0.action != "nothing" { $0.proceed() } }) }
    _ = try host.mediator.call("Shop.Desk", "sit")
    let seen = Guarded<Value?>(nil)
    let calling = Thread {
      let reply = try? host.mediator.call("Shop", "hold")
      seen.withLock { $0 = reply }
    }
    #expect(Shop.stage.entered.take(within: 10))
    switch end {
    case .none: break
    case .replaced:
      Self.replace(in: host)
      #expect(try host.mediator.open("app://Shop/second/5") == 2)
      #expect(throws: Failure.self) { try host.mediator.open("app://Shop/first/5") }
      #expect(host.mediator.has("Shop", "one").failure != nil)
    case .takenOut:
      let old = try #require(host.loader.loaded["Shop"])
      _ = host.loader.inTurn(of: "Shop") { gone in host.loader.takeOut(old, &gone) }
      #expect(throws: Failure.self) { try host.mediator.open("app://Shop/first/5") }
    }
    Shop.stage.goesOn.add()
    calling.join()
    let all = seen.withLock { $0 }?.map ?? [:]
    for (what, value) in expected { #expect(all[what] == value, "\(what)") }
    host.close()
  }

  @Test(arguments: [false, true])
  func `within a call of what was replaced the routes are as it had left them`(isReplaced: Bool) throws {
    let host = try begin()
    let mediator = Mediator(try #require(host.seat(of: "Shop")))
    try mediator.add(Path("/added/:id", "one"))
    #expect(try mediator.remove(Path("/item/:id<int>", "one")))
    let seen = Guarded<[Value?]>([])
    let calling = Thread {
      _ = try? host.mediator.call("Shop", "hold")
    }
    #expect(Shop.stage.entered.take(within: 10))
    if isReplaced { Self.replace(in: host) }
    let added = "app://Shop/added/5"
    Shop.stage.looks.withLock { looks in
      looks = { mediator in
        let (added, item) = (try? mediator.open(added), try? mediator.open("app://Shop/item/5"))
        seen.withLock { $0 = [added, item] }
      }
    }
    Shop.stage.goesOn.add()
    calling.join()
    Shop.stage.looks.withLock { $0 = nil }
    #expect(seen.withLock(\.self) == [1, nil])
    if isReplaced { #expect(throws: Failure.self) { try host.mediator.open(added) } }
    host.close()
  }

  @Test func `a search that meets the routes of what is not there yet waits for that`() throws {
    let host = try begin()
    Shop.stage.version.withLock { $0 = 2 }
    let next = try host.loader.stage("Shop", { Shop.register($0, $1) }, Loader.Source())
    try host.loader.begin(next)
    var met = 0
    var candidates = Candidates(Opening(url: try CallURL("app://Shop/item/5"), added: nil), host, .endless) {
      guard $0.stage == .route else { return }
      met += 1
      if met == 2 { _ = host.loader.put(next).gone?.retire() }
    }
    #expect(try candidates.next(.endless)?.action == "two")
    // It came during the second look.
    #expect(met == 3)
    host.close()
  }

  enum Way: String, CaseIterable {
    case path = "app://Shop/which?a=1&b=2&x=1"
    case route = "app://Shop/item/5?x=1"
    case several = "app://Shop/both/5?x=1"
    case key = "app://Shop/item?id=5&x=1"
  }

  // The host tells what is ignored of a query just before the call.
  @Test(arguments: Way.allCases, [false, true])
  func `a way that leads elsewhere by the time of the call is gone anew`(
    _ way: Way, isIntercepted: Bool
  ) throws {
    let hosts = Guarded<Host?>(nil)
    let host = try begin { settings in
      settings.report = { report in
        guard report.message.contains("'x' is ignored"), let host = hosts.withLock({ exchange(&$0, with: nil) }) else {
          return
        }
        Self.replace(in: host)
      }
    }
    // Of several that could answer an interceptor sees the second as well.
    if isIntercepted, way == .several { return }
    if isIntercepted { host.add(Interceptor("lets pass") { $0.proceed() }) }
    hosts.withLock { $0 = host }
    let reply = Result { () throws(Failure) in try host.mediator.open(way.rawValue) }
    #expect(reply == .success(way == .path ? "2 1" : 2))
    #expect(hosts.withLock { $0 == nil })
    host.close()
  }

  enum Seen: CaseIterable { case nothing, target, action, hints }

  // Between the find and the call it is replaced.
  @Test(arguments: Seen.allCases, [1, 3])
  func `a key that leads elsewhere behind interceptors is found anew, unless they have seen where`(
    _ seen: Seen, times: Int
  ) throws {
    let host = try begin()
    let replaces = Guarded<(@Sendable () -> Void)?>({ [host] in Self.replace(in: host) })
    host.add(
      Interceptor("swaps") { call in
        switch seen {
        case .nothing: break
        case .target: #expect(call.target == "Shop")
        case .action: #expect(call.action == "one")
        case .hints: #expect(call.hints == [:])
        }
        replaces.withLock { exchange(&$0, with: nil) }?()
        // Asked once more it leads where it led then.
        let left = Guarded(times)
        @Sendable func go(_ result: Result<Value, Failure>) {
          let isLast = left.withLock {
            $0 -= 1
            return $0 <= 0
          }
          if isLast { call.end(as: result) } else { call.proceed(ended: go) }
        }
        call.proceed(ended: go)
      })
    let reply = Result { () throws(Failure) in try host.mediator.open(key: "Shop_item", parameters: ["id": 5]) }
    switch seen {
    case .nothing: #expect(reply == .success(2))
    case .target, .action, .hints: #expect(reply.failure?.reason == "no_such_action")
    }
    #expect(replaces.withLock { $0 == nil })
    host.close()
  }

  @Test func `parameters that an interceptor has changed go where the key leads then, and hints as they are there`()
    throws
  {
    let host = try begin()
    host.add(
      Interceptor("swaps") { [host] call in
        Self.replace(in: host, by: 1)
        call.proceed(parameters: ["a": 7])
      })
    let loud = Result { () throws(Failure) in
      try host.mediator.open(key: "Shop_gone", parameters: ["a": 1], hints: ["loud": false])
    }
    #expect(loud == .success("1 7 -"))
    host.close()
  }

  @Test func `a key that the next version has not ends as one that is not there, behind interceptors too`() throws {
    let host = try begin()
    host.add(
      Interceptor("swaps") { [host] call in
        Self.replace(in: host)
        call.proceed()
      })
    let reply = Result { () throws(Failure) in try host.mediator.open(key: "Shop_gone", parameters: ["a": 1]) }
    #expect(reply.failure?.reason == "no_such_key")
    host.close()
  }

  @Test(arguments: [false, true])
  func `no call by a URL or a key is lost while versions take turns`(isIntercepted: Bool) throws {
    let host = try begin { $0.retiredLimit = .max }
    if isIntercepted { host.add(Interceptor("lets pass") { $0.proceed() }) }
    let isOver = Atomic(false)
    let lost = Guarded<[String: Int]>([:])
    let ways: [(String, @Sendable (Mediator) throws -> Value)] = [
      ("route", { try $0.open("app://Shop/item/5") }), ("key", { try $0.open(key: "Shop_item") }),
      ("key past them", { try $0.skipping("lets pass").open(key: "Shop_item") }),
      ("key as URL", { try $0.open("app://Shop/item") }), ("several", { try $0.open("app://Shop/both/5") }),
      ("query", { try $0.open("app://Shop/which?a=1&b=2") }),
    ]
    // Of several that could answer an interceptor sees the second as well.
    let calls = ways.filter { !isIntercepted || $0.0 != "several" }.map { (name, open) in
      Thread {
        while !isOver.load(ordering: .acquiring) {
          do { _ = try open(host.mediator) } catch { lost.withLock { $0["\(name): \(error)", default: 0] += 1 } }
        }
      }
    }
    for number in 2...400 { Self.replace(in: host, by: number % 2 + 1) }
    isOver.store(true, ordering: .releasing)
    for calling in calls { calling.join() }
    #expect(lost.withLock { $0 } == [:])
    host.close()
  }
}
