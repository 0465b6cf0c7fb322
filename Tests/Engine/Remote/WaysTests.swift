import ComponentHost
import ComponentKit
import Testing

/// Ways that lead to the same, and texts that mean the same whichever way they come.
@Suite struct WaysTests {
  struct Shop: Component {
    struct Find: Request {
      static let target = "Shop"
      static let isRemote = true
      @Parameter var ids: [Int]
      typealias Reply = Int
    }
    struct Weigh: Request {
      static let target = "Shop"
      static let isRemote = true
      @Parameter var x: Double
      typealias Reply = Double
    }
    struct Wait: Request {
      static let target = "Shop"
      @Parameter var until: Timestamp
      typealias Reply = String
    }

    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("cover") { call in ["parameters": .map(call.parameters), "hints": .map(call.hints)] }.remote
      Action("search") { call in .text("searched \(try call.text("query"))") }.remote
      Action("list") { _ in "listed" }.remote
      Action("raw") { call in .double(try call.double("x")) }.remote
      on(Find.self) { $0.ids.reduce(0, +) }
      on(Weigh.self) { $0.x }
      on(Wait.self) { "\($0.until)" }
    }
    var paths: [Path] { Path("/:query", "search") }
    var keys: [Key] {
      Key("cover", "cover", hints: ["animated": true, "times": 1, "size": 1.5, "name": "x", "any": nil])
    }
  }

  let host = Host()
  init() throws { try host.register(Shop.self) }

  private func failure(_ body: () throws -> Void) -> Failure? {
    do { try body() } catch { return Failure(error) }
    return nil
  }

  static let hints: Fields = ["animated": true, "times": 1, "size": 1.5, "name": "x", "any": nil]

  @Test func `a key that has its action's name keeps its hints by URL`() throws {
    var hints = WaysTests.hints
    #expect(try host.mediator.open("app://Shop/cover") == ["parameters": [:], "hints": .map(hints)])
    hints["animated"] = false
    hints["times"] = 3
    #expect(
      try host.mediator.open("app://Shop/cover?animated=no&id=7&times=3")
        == ["parameters": ["id": "7"], "hints": .map(hints)])
  }

  @Test func `the action that the path names goes before a path with a parameter`() throws {
    #expect(try host.mediator.open("app://Shop/list") == "listed")
    #expect(try host.mediator.open("app://Shop/lists") == "searched lists")
    let steps = host.explain(url: "app://Shop/list")
    #expect(steps.contains { $0.description == "end: Shop.list is called" })
    #expect(steps.contains { $0.description == "end: Shop.search is asked if the one before declines" })
    #expect(!steps.contains { $0.isObstacle })
  }

  @Test func `what does not lead there is no obstacle where another way does`() {
    let steps = host.explain(url: "app://Shop/lists")
    #expect(steps.contains { $0.description == "action: Shop has no action 'lists'; did you mean 'list'?" })
    #expect(!steps.contains { $0.isObstacle })
    #expect(host.explain(url: "app://Shop/a/b").contains { $0.isObstacle })
  }

  @Test(
    arguments: [
      ("animated", "maybe", "a bool, not the text 'maybe'"), ("times", "x", "an int, not the text 'x'"),
      ("times", 1.5, "an int, not a double"), ("animated", 1, "a bool, not an int"),
      ("animated", nil, "a bool, not null"), ("size", "0x10", "a double, not the text '0x10'"),
      ("name", 1, "text, not an int"), ("animated", "yes", "a bool, not the text 'yes'"),
    ] as [(String, Value, String)])
  func `hints are checked wherever they come from`(_ name: String, _ value: Value, _ words: String) {
    let failed = failure { _ = try host.mediator.open(key: "Shop_cover", hints: [name: value]) }
    #expect(failed?.reason == "mistyped_hint")
    #expect(failed?.message == "the hint '\(name)' must be \(words)")
    // Typed without a type, the word for a bool is one.
    guard case .text(let text) = value, text != "yes" else { return }
    let byURL = failure { _ = try host.mediator.open("app://Shop/cover?\(name)=\(text)") }
    #expect(byURL?.message == failed?.message)
  }

  @Test func `hints that lose nothing become what their defaults are`() throws {
    let given: Fields = ["times": 2.0, "size": 2, "any": ["free"]]
    let heard = try host.mediator.open(key: "Shop_cover", hints: given)
    #expect(heard["hints"]?["times"] == 2 && heard["hints"]?["size"] == 2.0 && heard["hints"]?["any"] == ["free"])
  }

  @Test func `a host part of a route has no wildcard`() {
    for text in ["//*/x", "app://*.shop/x"] {
      #expect(throws: RouteFault.self) { try Route(parsing: text, to: "Shop", "list") }
    }
    #expect(throws: RouteFault.self) { try host.add([Route("/x", host: "*", to: "Shop", "list")]) }
  }

  @Test(arguments: ["ids[]=1&ids[]=2", "ids=1&ids=2", "ids[]=3", "ids%5B%5D=1&ids%5B%5D=2", "ids=[1,2]"])
  func `a list comes item by item where a list is declared`(_ query: String) throws {
    #expect(try host.mediator.open("app://Shop/find?\(query)") == 3)
  }

  @Test func `a list of a URL stays one behind an interceptor that changes parameters`() throws {
    host.add(Interceptor("same") { call in call.proceed(parameters: call.parameters) })
    #expect(try host.mediator.open("app://Shop/find?ids[]=1&ids[]=2") == 3)
  }

  @Test(arguments: ["0x10", "inf", "nan", "1e400", "", "1_0", "0x1p4", " 1"])
  func `what is no decimal number is none with a signature and without`(_ text: String) {
    for action in ["raw", "weigh"] {
      let failed = failure {
        _ = try host.mediator.call("Shop", action, ["x": .text(text)], loose: ["x"])
      }
      #expect(failed?.code == .invalidParameters, "\(action)")
    }
  }

  @Test(arguments: [("16", 16.0), ("+.5", 0.5), ("-1e3", -1000), ("2.", 2)])
  func `a decimal number is one with a signature and without`(_ text: String, _ number: Double) throws {
    for action in ["raw", "weigh"] {
      #expect(try host.mediator.call("Shop", action, ["x": .text(text)], loose: ["x"]) == .double(number))
    }
  }

  @Test(
    arguments: [
      ("2300-01-01T00:00:00Z", "2300-01-01T00:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
      ("2026-11-21t09:30:00Z", nil), ("2026-11-21T09:30:00z", nil), ("2026-11-21T09:30:00+0100", nil),
    ] as [(String, String?)])
  func `a date that the host takes is one to the component`(_ text: String, _ reply: String?) {
    let heard = try? host.mediator.call("Shop", "wait", ["until": .text(text)])
    #expect(heard?.text == reply)
    #expect(Timestamp(text)?.description == reply)
  }
}
