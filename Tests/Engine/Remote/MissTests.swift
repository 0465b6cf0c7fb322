import ComponentHost
import ComponentKit
import Testing

/// Explaining a URL says why routes don't take it.
@Suite struct MissTests {
  struct Desk: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("find") { _ in nil }.remote }
    var paths: [Path] {
      Path("/tickets/:id<int>", "find")
      Path("/tickets/:id<int>/page/:page<int>", "find")
      Path("/about", "find", schemes: ["web"])
      Path("/old/tickets", "find")
      Path("/files/*path", "find")
      Path("/old/caf\u{e9}", "find")
      Path("/books/:id<int>", "find")
      Path("/books/new", "find")
      Path("/books", "find")
      Path("/books/:id/old", "find")
    }
  }

  private func misses(_ url: String) throws -> [String] {
    let host = Host()
    try host.register(Desk.self)
    try host.add([Route("/tickets/:id/:any", host: ":target", to: "Desk", "find")])
    return host.explain(url: url).filter { $0.stage == .route && $0.isObstacle }.map(\.message)
  }

  @Test(
    arguments: [
      (
        "app://Desk/tickets/seven",
        [
          "//:target/tickets/:id/:any of the program does not take it: the path ends before ':any'",
          "//Desk/tickets/:id<int> of the component 'Desk' does not take it: 'seven' is no int",
          "//Desk/tickets/:id<int>/page/:page<int> of the component 'Desk' does not take it: 'seven' is no int",
        ]
      ),
      (
        "app://Desk/tickets/7/page/x",
        [
          "//Desk/tickets/:id<int>/page/:page<int> of the component 'Desk' does not take it: 'x' is no int",
          "//:target/tickets/:id/:any of the program does not take it: it ends before 'x'",
          "//Desk/tickets/:id<int> of the component 'Desk' does not take it: it ends before 'page'",
        ]
      ),
      (
        "app://Desk/about",
        [
          "web://Desk/about of the component 'Desk' does not take it: it is for the scheme 'web'",
          "//Desk/books of the component 'Desk' does not take it: 'about' is not 'books'",
          "//Desk/books/new of the component 'Desk' does not take it: 'about' is not 'books'",
        ]
      ),
      (
        "app://Desk/files",
        ["//Desk/files/*path of the component 'Desk' does not take it: the path ends before '*path'"]
      ),
      (
        "app://Desk/files/a%2Fb",
        [
          "//Desk/files/*path of the component 'Desk' does not take it: 'a/b' has a slash within it, which a rest can't hold"
        ]
      ),
      (
        "app://Desk/old/cafe\u{301}",
        ["//Desk/old/caf\u{e9} of the component 'Desk' does not take it: 'cafe\u{301}' is not 'caf\u{e9}'"]
      ),
      (
        "app://Desk/books/x",
        [
          "//Desk/books/:id/old of the component 'Desk' does not take it: the path ends before 'old'",
          "//Desk/books/:id<int> of the component 'Desk' does not take it: 'x' is no int",
          "//Desk/books/new of the component 'Desk' does not take it: 'x' is not 'new'",
        ]
      ),
      ("app://Desk/files/a/b", []), ("app://Other/nothing", []),
    ] as [(String, [String])])
  func `what comes nearest goes first, with the part that does not fit`(_ url: String, _ words: [String]) throws {
    let found = try misses(url)
    #expect(Array(found.prefix(words.count)) == words)
    #expect(found.count <= 3)
    if words.isEmpty { #expect(found.isEmpty) }
  }

  @Test func `what takes any host part is told where it does not begin with another word`() throws {
    let host = Host()
    try host.register(Desk.self)
    try host.add([Route("/*path", host: ":target", to: "Desk", "find"), Route("/no", host: ":t", to: "Desk", "find")])
    #expect(
      host.explain(url: "app://xx").filter(\.isObstacle).map(\.description).prefix(2) == [
        "component: there is no component 'xx'",
        "route: //:target/*path of the program does not take it: the path ends before '*path'",
      ])
    #expect(host.explain(url: "app://xx").first?.message == "scheme 'app', host part 'xx', no path, 0 parameters")
  }

  private func obstacles(_ url: String, _ routes: [Route] = []) throws -> [String] {
    let host = Host()
    try host.register(Desk.self)
    try host.register(Local.self)
    try host.add(routes)
    return host.explain(url: url).filter { $0.isObstacle && $0.stage != .ladder && $0.stage != .end }.map(\.description)
  }

  struct Local: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("keep") { _ in nil } }
  }

  @Test(
    arguments: [
      ("app://Dsk/find", ["component: there is no component 'Dsk'; did you mean 'Desk'?"]),
      ("app://desk/find", ["component: there is no component 'desk'; did you mean 'Desk'?"]),
      ("app://Zebra/find", ["component: there is no component 'Zebra'"]),
      ("app://Desk.Sub/find", ["target: Desk has no target 'Desk.Sub'"]),
      ("app://Local/kep", ["action: Local has no action 'kep'; did you mean 'keep'?"]),
      ("app://Local/keep", ["action: Local.keep can't be reached: it is not open to callers from outside"]),
    ])
  func `what a URL's own words name is told with the name most like it`(_ url: String, _ said: [String]) throws {
    #expect(try obstacles(url) == said)
  }

  @Test func `a local call says the same`() throws {
    let host = Host()
    try host.register(Desk.self)
    #expect(
      host.explain("Dsk", "find").first { $0.isObstacle }?.message
        == "there is no component 'Dsk'; did you mean 'Desk'?")
    #expect(
      host.explain("Desk", "fnd").first { $0.isObstacle }?.message == "Desk has no action 'fnd'; did you mean 'find'?")
  }

  @Test func `where a route takes the URL, only what the route leads to is an obstacle`() throws {
    let local = Route("/y", host: "a", to: "Local", "keep")
    let hidden = "action: Local.keep can't be reached: it is not open to callers from outside"
    #expect(try obstacles("app://a/y", [local]) == [hidden])
    #expect(try obstacles("app://Desk/y", [Route("/y", host: "Desk", to: "Local", "keep")]) == [hidden])
    #expect(
      try obstacles("app://a/y", [Route("/y", host: "a", to: "Desk", "fnd")])
        == ["action: Desk has no action 'fnd'; did you mean 'find'?"])
    #expect(
      try obstacles("app://a/y", [Route("/y", host: "a", to: "Nobody", "x")])
        == ["component: there is no component 'Nobody'"])
    #expect(
      try obstacles("app://Nobody/1", [Route("/:id<int>", host: "Nobody", to: "Nobody", "x")])
        == ["component: there is no component 'Nobody'"])
  }
}
