import ComponentHost
import ComponentKit
import Testing

@Suite struct LookUpTests {
  struct Shop: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("buy", "Buys") { _ in "bought" }
      on(Sell.self) { _ in NoReply() }
    }
    var targets: [Target] { Target("Till") { Action("pay", "") { _ in "paid" } } }
  }

  struct Sell: Request {
    static let target = "Shop"
    @ComponentKit.Parameter var thing: Value
    @ComponentKit.Parameter var price = 1
    @ComponentKit.Parameter var buyer: String?
    typealias Reply = NoReply
  }

  let host = Host(Settings(directories: ["/nowhere"]))

  init() throws { try host.register(Shop.self) }

  @Test func `a name leads to the component, its target and its action`() throws {
    let shop = try host.lookUp("Shop")
    #expect(shop.component.name == "Shop" && shop.target?.name == "Shop" && shop.action == nil)
    let pay = try host.lookUp("Shop.Till", "pay")
    #expect(pay.component.name == "Shop" && pay.target?.name == "Shop.Till" && pay.action?.name == "pay")
  }

  @Test(arguments: [
    ("Shop", "by"), ("Shop.Till", "x"), ("Shop.Tll", "pay"), ("Shp", "buy"), ("Bank", "rob"), ("../x", "y"),
    ("Shop", "a b"),
  ])
  func `what is missing fails as a call does`(target: String, action: String) {
    let called = failure { () throws(Failure) in try host.mediator.call(target, action) }
    let lookedUp = failure { () throws(Failure) in
      _ = try host.lookUp(target, action)
      return nil
    }
    #expect(lookedUp != nil && lookedUp == called)
  }

  @Test func `without an action the target alone is looked for`() {
    let missing = failure { () throws(Failure) in
      _ = try host.lookUp("Shop.Tll")
      return nil
    }
    #expect(missing?.reason == "no_such_target")
    #expect(missing?.details == ["target": "Shop.Tll", "suggestions": ["Shop.Till"]])
  }

  @Test func `a parameter is required where a call without it fails`() throws {
    let parameters = try #require(try host.lookUp("Shop", "sell").action).parameters
    #expect(parameters.map(\.type) == ["any", "int", "text?"])
    #expect(parameters.map(\.isRequired) == [true, false, false])
    #expect(
      failure { () throws(Failure) in try host.mediator.call("Shop", "sell") }?.message
        == "the parameter 'thing' is missing (any)")
  }
}
