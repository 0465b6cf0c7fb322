import ComponentHost
import ComponentKit
import TestThreads
import Testing

// Before calls, and past who stands there.
extension SampleTests {
  @Test(arguments: Variant.built)
  func `a sample's call goes past interceptors in every language`(_ variant: Variant) throws {
    let host = variant.host()
    let seen = Guarded<[String]>([])
    host.add(
      Interceptor("watch") { call in
        seen.withLock { $0.append(call.action) }
        call.proceed()
      })
    for (skips, expected) in [(.null, ["apart", "name"]), (["watch"], ["apart"])] as [(Value, [String])] {
      let asked: Fields = ["target": "Sample.Sub", "action": "name", "fresh": false, "skips": skips]
      #expect(try host.mediator.call("Sample.More", "apart", asked) == "Sample.Sub.name")
      #expect(seen.withLock { $0 } == expected)
      seen.withLock { $0 = [] }
    }
    host.close()
  }

  /// Calls the sample, as a component.
  private struct Caller: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }
    var actions: [Action] {
      Action("ask") { [mediator] call in
        try mediator.call("Sample", "echo", ["guard": .text(try call.text("wish")), "x": 1])
      }
    }
  }

  @Test(arguments: Variant.built)
  func `a sample stands before calls in every language`(_ variant: Variant) throws {
    let host = variant.host()
    let mediator = host.mediator
    try host.register(Caller.self)
    #expect(try mediator.call("Sample", "addRoute", ["pattern": "/looked"]) == true)
    host.add(.component("Sample.Guard"))
    let ask = { (wish: Value) throws(Failure) -> Value in
      try mediator.call("Sample", "echo", ["guard": wish, "x": 1])
    }
    #expect(try ask("pass") == ["guard": "pass", "x": 1])
    #expect(try ask("change") == ["x": "changed"])
    #expect(try ask("send") == "Sample.Sub.name")
    #expect(try ask("wrap") == [["guard": "wrap", "x": 1]])
    #expect(failure { () throws(Failure) in try ask("refuse") } == Failure(.denied, "not_now", "not on a Saturday"))
    let looked = { (action: Value, count: Value, source: Value, component: Value, isRouted: Value) -> Value in
      [
        "target": "Sample", "action": action, "count": count, "source": source, "component": component,
        "routed": isRouted,
      ]
    }
    #expect(try ask("look") == looked("echo", 2, "program", nil, false))
    #expect(try mediator.call("Caller", "ask", ["wish": "look"]) == looked("echo", 2, "component", "Caller", false))
    #expect(try mediator.open("app://Sample/routed?guard=look") == looked("routed", 1, "remote", nil, false))
    #expect(try mediator.open("app://Sample/looked?guard=look&a=1") == looked("routed", 2, "remote", nil, true))
    // What the sample calls itself it does not see.
    let nested: Fields = ["target": "Sample", "action": "echo", "with": ["guard": "refuse"]]
    #expect(try mediator.call("Sample", "nest", nested) == ["guard": "refuse"])
    for wish in ["pass", "wrap"] as [Value] {
      let denied: Fields = ["guard": wish, "code": 6, "reason": "no", "message": "not you"]
      let failed = failure { () throws(Failure) in try mediator.call("Sample", "fail", denied) }
      #expect(failed == Failure(.denied, "no", "not you", details: ["code": 6]))
      // What a stand-in says stays marked as such.
      let absent = failure { () throws(Failure) in try mediator.strict.call("Sample.Sub", "fly", ["guard": wish]) }
      #expect(absent?.reason == "no_such_action" && absent?.answer == "fly")
    }
    host.close()
  }
}
