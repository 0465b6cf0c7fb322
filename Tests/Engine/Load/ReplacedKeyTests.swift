import ComponentKit
import TestThreads
import Testing

@testable import ComponentHost

/// Map keys while the component that they lead to is replaced.
@Suite(.offPool) struct ReplacedKeyTests {
  private final class Stage: Sendable {
    let entered = Supply()
    let goesOn = Supply()
    let version = Guarded(1)
  }

  private struct Shop: Component {
    static let stage = Stage()
    private let version = stage.version.withLock { $0 }
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      Action("which") { [version] _ in .int(version) }
      Action("hold") { [version, mediator] _ in
        Shop.stage.entered.add()
        _ = Shop.stage.goesOn.take(within: 10)
        return [
          .int(version), try mediator.open(key: "Shop_which"),
          (try? mediator.open(key: "Shop_gone")) ?? "is not there",
          (try? mediator.open(key: "Shop_new")) ?? "is not there",
        ]
      }
    }
    var keys: [Key] {
      Key("which", "which")
      Key("hold", "hold")
      Key(version == 1 ? "gone" : "new", "which")
    }
  }

  @Test func `a call by key ends where it has begun, and what it opens by key is that one's`() throws {
    let host = Host()
    try host.register(Shop.self)
    let said = Guarded<Value?>(nil)
    let calling = Thread {
      let reply = try? host.mediator.open(key: "Shop_hold")
      said.withLock { $0 = reply }
    }
    #expect(Shop.stage.entered.take(within: 10))
    Shop.stage.version.withLock { $0 = 2 }
    try host.replace(Shop.self)
    #expect(try host.mediator.open(key: "Shop_which") == 2)
    #expect(try host.mediator.open(key: "Shop_new") == 2)
    #expect(throws: Failure.self) { try host.mediator.open(key: "Shop_gone") }
    Shop.stage.goesOn.add()
    calling.join()
    #expect(said.withLock { $0 } == [1, 1, 1, "is not there"])
    host.close()
  }
}
