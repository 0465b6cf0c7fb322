import ComponentKit
import Testing

@testable import ComponentHost

/// Which of all that a URL may lead to goes first, and routes that come and go.
@Suite struct OrderTests {
  struct Inn: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    var actions: [Action] {
      for name in ["words", "room", "pattern", "key", "longer", "any", "first", "last"] {
        Action(name) { call in throw Failure(.notFound, "declined", call.action) }.remote
      }
      Action("page") { call in .map(call.parameters) }.remote
      Action("add") { [mediator] call in
        try mediator.add(
          Path(try call.text("pattern"), call.has("action") ? try call.text("action") : "page", priority: 1))
        return nil
      }
      Action("remove") { [mediator] call in
        .bool(try mediator.remove(Path(try call.text("pattern"), "page", priority: 1)))
      }
    }
    var paths: [Path] {
      Path("/room", "words", priority: 0)
      Path("/:x", "pattern")
      Path("/", "longer", takesLonger: true)
    }
    var keys: [Key] { Key("room", "key") }
  }

  private func host() throws -> Host {
    var settings = Settings()
    settings.policy.routes = [
      Route("/:x", host: "Inn", to: "Inn", "first", priority: 3),
      Route("/*x", host: "Inn", to: "Inn", "last", priority: -3),
      try Route(parsing: "app://:target/:x", to: "Inn", "any"),
    ]
    let host = Host(settings)
    try host.register(Inn.self)
    return host
  }

  private func called(_ steps: [Step]) -> [String] {
    steps.filter { $0.stage == .end }.map { String($0.message.prefix { $0 != " " }) }
  }

  @Test func `there is one order, and the explanation shows it`() throws {
    let host = try host()
    let steps = host.explain(url: "app://Inn/room")
    #expect(
      called(steps) == ["first", "words", "room", "pattern", "key", "longer", "any", "last"].map { "Inn.\($0)" })
    #expect(
      steps.filter { $0.stage == .route }.map(\.message) == [
        "//Inn/:x of the program leads to Inn.first, with the priority 3",
        "//Inn/room of the component 'Inn' leads to Inn.words", "//Inn/:x of the component 'Inn' leads to Inn.pattern",
        "//Inn/ of the component 'Inn' leads to Inn.longer, as the nearest above a longer path",
        "app://:target/:x of the program leads to Inn.any",
        "//Inn/*x of the program leads to Inn.last, with the priority -3",
      ])
    #expect(steps.last?.message == "Inn.last is asked if the one before declines")
    // What is asked is what was said: the last one declines for all.
    let failed = failure { () throws(Failure) in try host.mediator.open("app://Inn/room?x=1") }
    #expect(failed?.reason == "duplicate_parameter")
    #expect(
      failure { () throws(Failure) in try host.mediator.open("app://Inn/room") }?.message
        == "nothing here answers app://Inn/room")
  }

  @Test func `a program adds and takes out one route after the other`() throws {
    let host = try host()
    let route = try Route(parsing: "app://inn.example/:room(/:bed)", to: "Inn", "page")
    #expect(!host.remove(route))
    try host.add([route])
    #expect(try host.mediator.open("app://inn.example/7/2") == ["room": "7", "bed": "2"])
    #expect(host.remove(route) && !host.remove(route))
    #expect(failure { () throws(Failure) in try host.mediator.open("app://inn.example/7") }?.reason == "declined")
    #expect(host.allRoutes.count == 6)
  }

  @Test func `a component adds and takes out paths below its own name while it runs`() throws {
    let host = try host()
    let add = { (pattern: Value, action: Value) throws(Failure) in
      _ = try host.mediator.call("Inn", "add", ["pattern": pattern, "action": action])
    }
    let words = { (pattern: Value, action: Value) in
      failure { () throws(Failure) in
        try add(pattern, action)
        return nil
      }.map { "\($0.reason): \($0.message)" }
    }
    try add("/beds/:bed<int>", "page")
    #expect(try host.mediator.open("app://Inn/beds/3") == ["bed": 3])
    #expect(
      words("/beds/:b<int>", "page")
        == "conflicting_routes: '//Inn/beds/:bed<int>' of the component 'Inn' and '//Inn/beds/:b<int>' of the component 'Inn' are equally specific: change or remove one of them, or give one a priority"
    )
    #expect(
      words("/:", "page")
        == "invalid_route: the route '//Inn/:', column 8: expected the name of a parameter behind ':': letters, digits and '_', but the text ends here"
    )
    #expect(words("/x", "gone") == "no_such_action: the route '/x' leads to 'gone', an action that 'Inn' does not have")
    let remove = { try host.mediator.call("Inn", "remove", ["pattern": "/beds/:bed<int>"]) }
    #expect(try remove() == true)
    #expect(try remove() == false)
    #expect(failure { () throws(Failure) in try host.mediator.open("app://Inn/beds/3") }?.reason == "not_found")
  }

  /// Without a map key: nothing but its paths stands beside its actions.
  struct Bare: Component {
    init(mediator: Mediator) {}
    var actions: [Action] {
      Action("a") { _ in throw Failure(.notFound, "declined", "not mine") }.remote
      Action("b") { _ in "b" }.remote
      Action("c") { _ in "c" }.remote
    }
    var paths: [Path] {
      Path("/b", "c")
      Path("/:x", "b", priority: -1)
    }
  }

  @Test func `a path goes before and behind an action of a component that has no map keys`() throws {
    let host = Host()
    try host.register(Bare.self)
    for _ in 0..<2 {
      #expect(try host.mediator.open("app://Bare/b") == "c")
      #expect(try host.mediator.open("app://Bare/a") == "b")
    }
  }

  @Test func `of several schemes all are added, or none`() throws {
    let host = Host()
    try host.register(Kept.self)
    let mediator = Mediator(try #require(host.seat(of: "Kept")))
    try mediator.add(Path("/x", "run", schemes: ["b"], fixed: ["y": 1]))
    try mediator.add(Path("/x", "run", schemes: ["a"]))
    let path = Path("/x", "run", schemes: ["a", "b", "c"])
    #expect(
      failure { () throws(Failure) in
        try mediator.add(path)
        return nil
      }?.reason == "conflicting_routes")
    // What was there stays.
    #expect(host.allRoutes.map(\.route.description) == ["a://Kept/x", "b://Kept/x"])
    try mediator.remove(Path("/x", "run", schemes: ["b"]))
    try mediator.add(path)
    #expect(host.allRoutes.map(\.route.description) == ["a://Kept/x", "b://Kept/x", "c://Kept/x"])
    #expect(try mediator.remove(path) && host.allRoutes.isEmpty)
    #expect(throws: Failure(.failed, "no_component", "a program adds its routes to its host, not here")) {
      try host.mediator.add(path)
    }
    host.close()
    #expect(throws: Failure.closed.byHost) { try mediator.add(path) }
  }

  struct Kept: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("run") { _ in nil }.remote }
  }
}

extension Host {
  /// The table of a component that is loaded.
  func seat(of name: String) -> HostTable? {
    loader.loaded[name].map { UnsafePointer($0.functions.pointee.seat).handle }
  }
}
