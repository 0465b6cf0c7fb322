import ComponentABI
import ComponentKit
import Glibc
import TestThreads
import Testing

@testable import ComponentHost

/// Questions that call nobody: of what is linked into the program. What lies in folders is asked for in the tests of whole
/// files.
@Suite struct PresenceTests {
  final class Guest: Sendable {
    private let note: @Sendable () -> Void
    init(_ note: @escaping @Sendable () -> Void) { self.note = note }
    deinit { note() }
  }

  struct Inn: Component {
    static let ends = Guarded<[pthread_t]>([])

    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    struct Room: Request {
      static let target = "Inn"
      static let isRemote = true
      @Parameter var number: Int
      typealias Reply = Int
    }

    var actions: [Action] {
      on(Room.self) { $0.number }
      Action("hidden") { _ in "never" }
      Action("asks") { [mediator] call in
        [
          .bool(mediator.has("Inn", "room") == .yes), .bool(mediator.has("Inn", "bed") == .yes),
          .bool(mediator.canOpen("app://Inn/room?number=1") == .yes), .bool(mediator.release("Inn.Desk") == .yes),
        ]
      }
    }
    var targets: [Target] {
      Target("Desk", lifetime: .kept, instance: { Guest { Inn.ends.withLock { $0.append(pthread_self()) } } }) { desk in
        desk.action("sit") { _, _ in nil }
      }
    }
    var paths: [Path] { Path("/rooms/:number<int>", "room") }
  }

  private func host(_ change: (inout Policy) -> Void = { _ in }) throws -> Host {
    var settings = Settings()
    change(&settings.policy)
    let host = Host(settings)
    try host.register(Inn.self)
    return host
  }

  @Test func `a target and an action are there or not, and why not`() throws {
    let mediator = try host().mediator
    #expect(
      mediator.has("Inn") == .yes && mediator.has("Inn", "hidden") == .yes && mediator.has("Inn.Desk", "sit") == .yes)
    for (target, action, words) in [
      ("Inn", "rom", "no_such_action: Inn has no action 'rom'"),
      ("Inn.Des", nil, "no_such_target: Inn has no target 'Inn.Des'"),
      ("In", nil, "no_such_component: no component named 'In'"),
      ("I n", "x", "invalid_name: 'I n' is not a valid name"),
      ("Inn", "a b", "invalid_name: 'a b' is not a valid name"), ("Inn", "", "invalid_name: '' is not a valid name"),
      ("Inn.Desk", "", "invalid_name: '' is not a valid name"),
    ] as [(String, String?, String)] {
      for loading in [false, true] {
        #expect(mediator.has(target, action, loading: loading).failure.map { "\($0.reason): \($0.message)" } == words)
      }
    }
    #expect(mediator.has("Inn", "rom").failure?.details["suggestions"] == ["room"])
  }

  @Test func `a component without a target of its own name is no such target`() throws {
    let (host, registrant) = (try host(), Registrant())
    try registrant.register("Yard", in: host) { yard in
      [yard.describe(), yard.target("Yard.Gate"), yard.action("open", of: "Yard.Gate")].max() ?? 0
    }
    #expect(host.mediator.has("Yard.Gate") == .yes)
    #expect(try host.lookUp("Yard").target == nil)
    #expect(host.mediator.has("Yard").failure?.message == "Yard has no target 'Yard'")
    let failure = #expect(throws: Failure.self) { try host.mediator.call("Yard", "x") }
    #expect(failure?.message == "Yard has no target 'Yard'")
  }

  @Test func `a stand-in does not count`() throws {
    struct NotFound: Component {
      init(mediator: Mediator) {}
      var actions: [Action] { Action("notFound") { _ in "a page" } }
    }
    let host = try host()
    try host.register(NotFound.self)
    #expect(host.mediator.has("Inn", "bed").failure?.reason == "no_such_action")
    #expect(host.mediator.canOpen("app://Inn/bed").failure?.reason == "not_found")
  }

  @Test(
    arguments: [
      ("app://Inn/room?number=1", nil), ("app://Inn/rooms/7", nil), ("app://Inn/rooms/7?utm_source=mail", nil),
      ("mailto:ann@example.org", nil), ("app://Inn/hidden", "not_found: nothing here answers app://Inn/hidden"),
      ("app://Nobody/x", "not_found: nothing here answers app://Nobody/x"),
      ("app://Inn/room", "missing_parameter: the parameter 'number' is missing (int)"),
      (
        "app://Inn/%zz",
        "invalid_url: the URL is invalid: byte 11: two hexadecimal digits belong behind '%', which itself is written as %25"
      ),
      ("web://Inn/room?number=1", "scheme_refused: URLs of the scheme 'web' are not taken"),
      ("tel:1", "outbound_failed: the URL can't be handed to the system"),
    ] as [(String, String?)])
  func `a URL can be opened or not, and why not`(_ url: String, _ words: String?) throws {
    let host = try host { policy in
      policy.schemes = ["app"]
      policy.outbound = ["mailto": ["true"], "tel": ["/nothing/here"]]
    }
    for loading in [false, true] {
      let answer = host.mediator.canOpen(url, loading: loading)
      #expect(answer.failure.map { "\($0.reason): \($0.message)" } == words)
      if words == nil { #expect(answer == .yes) }
    }
  }

  @Test func `a component asks as a program does, and lets go of an instance that ends on another thread`() throws {
    let host = try host()
    #expect(host.mediator.release("Inn.Desk").failure?.message == "'Inn.Desk' has no instance that could be let go of")
    #expect(host.mediator.release("Inn").failure?.reason == "no_instance")
    #expect(host.mediator.release("Nobody").failure?.reason == "no_instance")
    _ = try host.mediator.call("Inn.Desk", "sit")
    #expect(try host.mediator.call("Inn", "asks") == [true, false, true, true])
    #expect(try host.mediator.call("Inn", "asks") == [true, false, true, false])
    #expect(eventually { !Inn.ends.withLock { $0.isEmpty } })
    #expect(Inn.ends.withLock { $0.allSatisfy { pthread_equal($0, pthread_self()) == 0 } })
    host.close()
    #expect(host.mediator.has("Inn").failure?.reason == "closed")
    #expect(host.mediator.canOpen("app://Inn/room?number=1").failure?.reason == "closed")
  }

  @Test func `what an older host can't be asked is not known`() throws {
    let host = try host()
    var old = host.programSeat.handle.pointee
    old.size = UInt32(MemoryLayout<component_host>.offset(of: \.has) ?? 0)
    withUnsafePointer(to: &old) { old in
      #expect(Mediator(old).has("Inn") == .unknown)
      #expect(Mediator(old).canOpen("app://Inn/room") == .unknown)
      #expect(Mediator(old).release("Inn") == .unknown)
    }
  }
}
