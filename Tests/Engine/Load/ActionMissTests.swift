import ComponentABI
import ComponentKit
import Testing

@testable import ComponentHost

/// What a call of an action is answered that its component has not, the second time.
@Suite struct ActionMissTests {
  struct Shop: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("buy", "") { _ in "bought" } }
  }

  struct LaterShop: Component {
    static let name = "Shop"
    init(mediator: Mediator) {}
    var actions: [Action] { Action("steal", "") { _ in "stolen" } }
    var targets: [Target] { Target("Till") { Action("pay", "") { _ in "paid" } } }
  }

  struct NotFound: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("notFound", "") { _ in "instead" } }
  }

  private static let missing = [("Shop", "steal"), ("Shop.Till", "pay")]

  private static func isKept(_ host: Host, _ target: String, _ action: String) -> Bool {
    var (target, action) = (target, action)
    return target.withUTF8 { target in
      action.withUTF8 { action in host.loader.absence(component_text(target), component_text(action)) != nil }
    }
  }

  @Test(arguments: missing) func `it is the same failure, which is kept`(target: String, action: String) throws {
    let host = Host()
    try host.register(Shop.self)
    let first = failure { () throws(Failure) in try host.mediator.call(target, action) }
    #expect(first?.code == .notFound)
    #expect(ActionMissTests.isKept(host, target, action))
    #expect(failure { () throws(Failure) in try host.mediator.call(target, action) } == first)
  }

  @Test(arguments: missing) func `a later generation that has it answers`(target: String, action: String) throws {
    let host = Host()
    try host.register(Shop.self)
    for _ in 0..<2 { #expect(throws: Failure.self) { try host.mediator.call(target, action) } }
    _ = try host.loader.replace("Shop") { LaterShop.register($0, $1) }
    #expect(try host.mediator.call(target, action).text != nil)
    #expect(throws: Failure.self) { try host.mediator.call("Shop", "buy") }
  }

  @Test(arguments: missing) func `a fallback that has come is asked`(target: String, action: String) throws {
    let host = Host()
    try host.register(Shop.self)
    for _ in 0..<2 { #expect(throws: Failure.self) { try host.mediator.call(target, action) } }
    try host.register(NotFound.self)
    #expect(try host.mediator.call(target, action) == "instead")
  }

  @Test func `a target that has a notFound of its own is asked each time`() throws {
    let host = Host()
    try host.register(LadderTests.Shop.self)
    for number in 0..<2 {
      #expect(try host.mediator.call("Shop", "steal", ["x": .int(number)]).map?["parameters"] == ["x": .int(number)])
    }
    #expect(!ActionMissTests.isKept(host, "Shop", "steal"))
  }
}
