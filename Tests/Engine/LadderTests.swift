import ComponentHost
import ComponentKit
import Testing

@Suite struct LadderTests {
  /// Has a notFound action of its own.
  struct Shop: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("buy", "") { _ in "bought" }
      Action("notFound", "") { call in .map(call.parameters) }
    }
    var targets: [Target] {
      Target("Till") { Action("pay", "") { _ in "paid" } }
    }
  }

  /// The fallback for everything.
  struct NotFound: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("notFound", "") { call in .list([.text(call.target), .text(call.action), .map(call.parameters)]) }
    }
  }

  static func asked(_ target: String, _ action: String, _ reason: String, _ message: String) -> Value {
    [
      "target": .text(target), "action": .text(action), "parameters": ["x": 1], "reason": .text(reason),
      "message": .text(message),
    ]
  }

  @Test func `a target's own notFound is asked first, and its reply is the reply`() throws {
    let host = Host()
    try host.register(Shop.self)
    try host.register(NotFound.self)
    #expect(
      try host.mediator.call("Shop", "steal", ["x": 1])
        == LadderTests.asked("Shop", "steal", "no_such_action", "Shop has no action 'steal'"))
  }

  @Test(arguments: [
    ("Shop.Till", "steal", "no_such_action", "Shop.Till has no action 'steal'"),
    ("Shop.Yard", "play", "no_such_target", "Shop has no target 'Shop.Yard'"),
    ("Bank", "rob", "no_such_component", "no component named 'Bank'"),
  ])
  func `the fallback component is asked next`(target: String, action: String, reason: String, message: String) throws {
    let host = Host()
    try host.register(Shop.self)
    try host.register(NotFound.self)
    #expect(
      try host.mediator.call(target, action, ["x": 1])
        == [.text(target), .text(action), LadderTests.asked(target, action, reason, message)])
  }

  @Test func `the host itself answers last, with near names`() throws {
    let host = Host(Settings(directories: ["/nowhere", "/nowhere/else"]))
    try host.register(Shop.self)
    let component = failure { () throws(Failure) in try host.mediator.call("Shpo", "buy") }
    #expect(
      component
        == Failure(
          .notFound, "no_such_component", "no component named 'Shpo'",
          details: [
            "target": "Shpo", "action": "buy", "directories": ["/nowhere", "/nowhere/else"], "suggestions": ["Shop"],
          ]))
    let target = failure { () throws(Failure) in try host.mediator.call("Shop.Tilt", "pay") }
    #expect(
      target
        == Failure(
          .notFound, "no_such_target", "Shop has no target 'Shop.Tilt'",
          details: ["target": "Shop.Tilt", "action": "pay", "suggestions": ["Shop.Till"]]))
    let action = failure { () throws(Failure) in try host.mediator.call("Shop.Till", "play") }
    #expect(
      action
        == Failure(
          .notFound, "no_such_action", "Shop.Till has no action 'play'",
          details: ["target": "Shop.Till", "action": "play", "suggestions": ["pay"]]))
  }

  @Test(arguments: [
    "", "../x", "a b", "1a", "A.", ".A", "A..B", "Ä", "A/B", "A\0", String(repeating: "x", count: 10_000),
  ])
  func `a name that can't be is refused before anything is looked for`(name: String) {
    let host = Host(Settings(directories: ["/nowhere"]))
    for failed in [
      failure({ () throws(Failure) in try host.mediator.call(name, "x") }),
      failure({ () throws(Failure) in try host.mediator.call("\(name).x", "x") }),
    ] {
      #expect(failed?.code == .notFound)
      #expect(failed?.reason == "invalid_name")
      #expect((failed?.message.utf8.count ?? 0) < 300)
    }
  }
}
