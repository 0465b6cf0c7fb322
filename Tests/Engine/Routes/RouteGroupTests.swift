import ComponentKit
import Testing

@testable import ComponentHost

/// Groups, host parts of any name, priorities and patterns that take longer paths.
@Suite struct RouteGroupTests {
  private func found(_ routes: [Route], _ url: String) throws -> [String] {
    var table = RouteTable()
    try table.add(routes, owner: .program)
    let url = try CallURL(url)
    return table.matches(scheme: url.scheme, host: url.host, path: url.path).map { match in
      let parameters = match.parameters.map { "\($0.key)=\((try? $0.value.json()) ?? "?")" }
      return "\(match.route.pattern) \(parameters.joined(separator: " "))"
    }
  }

  private func route(_ text: String, priority: Int = 0, takesLonger: Bool = false) throws -> Route {
    try Route(parsing: text, to: "T", "x", priority: priority, takesLonger: takesLonger)
  }

  @Test(
    arguments: [
      ("/read", "/read(/:id<int>(/page/:page<int>)) "), ("/read/7", "/read(/:id<int>(/page/:page<int>)) id=7"),
      ("/read/7/page/3", "/read(/:id<int>(/page/:page<int>)) id=7 page=3"), ("/read/7/page", nil), ("/read/x", nil),
      ("/read/page/3", nil),
    ])
  func `what is in a group may be missing`(_ path: String, _ expected: String?) throws {
    let route = try route("//h/read(/:id<int>(/page/:page<int>))")
    #expect(try found([route], "app://h\(path)") == (expected.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      ("(/a)/b", ["/a/b", "/b"]), ("/a(/b)(/c)", ["/a/b/c", "/a/b", "/a/c", "/a"]), ("(/a)", ["/a", "/"]),
      ("/a(/b/c)/d", ["/a/b/c/d", "/a/d"]), ("/a(/b(/c))", ["/a/b/c", "/a/b", "/a"]),
      ("(/a)(/b)", ["/a/b", "/b", "/a", "/"]),
      ("/Foo_%28bar%29", ["/Foo_(bar)"]), ("/a%29b", ["/a)b"]),
      ("/100%25(/%7b%7D)(/%2A)", ["/100%25", "/100%25/%7B%7D", "/100%25/*", "/100%25/%7B%7D/*"]),
      ("/50%(/%2)", ["/50%25", "/50%25/%252"]), ("/%3Aid", ["/:id"]),
    ])
  func `groups stand anywhere, and within each other`(_ pattern: String, _ paths: [String]) throws {
    let route = try route("//h\(pattern)")
    for path in [
      "/", "/a", "/b", "/c", "/a/b", "/b/c", "/a/c", "/a/b/c", "/a/d", "/a/b/d", "/a/b/c/d", "/Foo_(bar)", "/a)b",
      "/100%25", "/100%25/%7B%7D", "/100%25/*", "/100%25/%7B%7D/*", "/50%25", "/50%25/%252", "/:id", "/x",
    ] {
      #expect(try found([route], "app://h\(path)").count == (paths.contains(path) ? 1 : 0), "\(path)")
    }
    #expect(try Route(parsing: route.description, to: "T", "x") == route)
  }

  @Test func `a rest may be in the last group`() throws {
    let route = try route("//h/files(/*path)")
    #expect(try found([route], "app://h/files/a/b") == [#"/files(/*path) path="a/b""#])
    #expect(try found([route], "app://h/files") == ["/files(/*path) "])
  }

  @Test(
    arguments: [
      ("/a(/b", "column 9: expected ')', with which a group ends, but the text ends here"),
      (
        "/a(/)",
        "column 6: a group is empty: write what may be missing in it, as in /books(/:id), or take it out; '()' of a word is written %28%29"
      ),
      ("/a/(/b)", "column 6: a part is empty: leave the slash before a parenthesis out"),
      ("/a(/b)c", "column 10: expected '/', '(/' or the end behind ')', found 'c'"),
      ("/a(/b(/c)x)", "column 13: expected '/', '(/', ')' or the end behind ')', found 'x'"),
      ("/a(/:b?)", "column 10: '?' has no place in a group, whose parts may be missing anyway"),
      ("/a(/:b)/:b", "column 13: the parameter 'b' occurs twice"),
      ("/a(/*b)/c", "column 12: nothing can stand behind a rest, which takes all the parts"),
      ("/a(/:x)(/:y)", "column 4: its groups can't be told apart: some path fits with one of them and with another"),
      ("/a(/b)(/c)(/d)(/e)(/f)(/g)", "column 4: its groups stand for more than 32 paths"),
      ("/:a?/b", "column 9: a part behind an optional one must be optional too, as in /:year?/:month?"),
      ("/:id(x", "column 8: expected '<', '?', '/', '(/' or the end behind 'id', found '('"),
      ("(/", "column 5: a part is empty: leave the slash at the end out"),
    ])
  func `what is wrong with groups is said word for word`(_ pattern: String, _ words: String) {
    let fault = #expect(throws: RouteFault.self) { try Route(parsing: "//h\(pattern)", to: "T", "x") }
    #expect(fault?.description == "the route '//h\(pattern)', \(words)")
  }

  @Test func `a name takes any host part, behind whatever is for one`() throws {
    let routes = try [
      route("app://:target/:action"), route("//Shop/:word"), route("//:any/a/b"), route("web://:t/*rest"),
    ]
    #expect(
      try found(routes, "app://Shop/x") == [#"/:word word="x""#, #"/:action target="Shop" action="x""#])
    #expect(try found(routes, "app://my-shop.example/x") == [#"/:action target="my-shop.example" action="x""#])
    #expect(try found(routes, "x://Shop/a/b") == [#"/a/b any="Shop""#])
    #expect(try found(routes, "web://z/a/b") == [#"/a/b any="z""#, #"/*rest t="z" rest="a/b""#])
    #expect(try found(routes, "x://z/q") == [])
  }

  @Test(
    arguments: [
      ("//:/a", "the host part ':' is no ':name', which takes any: the name is letters, digits and '_'"),
      ("//:1/a", "the host part ':1' is no ':name', which takes any: the name is letters, digits and '_'"),
      ("//:a<int>/b", "the host part ':a<int>' is no ':name', which takes any: the name is letters, digits and '_'"),
      ("//a:b/c", "the host part 'a:b' can't have ':'"),
      ("//*/a", "the host part '*' has a '*': write it out, or ':name' for any host part"),
    ])
  func `what is wrong with a host part is said word for word`(_ text: String, _ words: String) {
    let fault = #expect(throws: RouteFault.self) { try Route(parsing: text, to: "T", "x") }
    #expect(fault?.description == "the route '\(text)', column 3: \(words)")
  }

  @Test func `the host part's parameter is one of the pattern's`() throws {
    let twice = #expect(throws: RouteFault.self) { try Route(parsing: "//:a/:a", to: "T", "x") }
    #expect(twice?.description == "the route '//:a/:a', column 7: the parameter 'a' occurs twice")
    let fixed = #expect(throws: RouteFault.self) { try Route(parsing: "//:a/b", to: "T", "x", fixed: ["a": 1]) }
    #expect(
      fixed?.message
        == "the parameter 'a' is fixed as well: take it out of the pattern or of the fixed ones")
    var table = RouteTable()
    let foreign = #expect(throws: RouteFault.self) {
      try table.add([Route("/x", host: ":any", to: "Shop", "x")], owner: .component("Shop"))
    }
    #expect(
      foreign?.description
        == "the route '//:any/x': its host part ':any' does not belong to the component 'Shop', whose routes lie within 'Shop' and 'Shop.…'"
    )
    try table.add([Route("/x", host: ":any", to: "Shop", "x")], owner: .program)
    #expect(throws: RouteFault.self) {
      try table.add([Route("/x", host: ":other", to: "Shop", "x")], owner: .program)
    }
    #expect(table.routes.map(\.route.description) == ["//:any/x"])
  }

  @Test func `the higher priority goes first, whatever is more specific`() throws {
    let routes = try [
      route("//h/a/b"), route("//h/:x/b", priority: 5), route("//:h/*r", priority: 7), route("//h/*r", priority: -1),
      route("//h/:x/:y"),
    ]
    #expect(
      try found(routes, "app://h/a/b").map { $0.prefix { $0 != " " } } == ["/*r", "/:x/b", "/a/b", "/:x/:y", "/*r"])
    #expect(try found(routes, "app://h/a/b").last == #"/*r r="a/b""#)
    // Without them nothing has to be sorted.
    #expect(try found([routes[0], routes[4]], "app://h/a/b").count == 2)
  }

  @Test func `two of one shape may differ by their priority, and by nothing less`() throws {
    var table = RouteTable()
    try table.add([route("//h/:x"), route("//h/:y", priority: 2), route("//h/:z", priority: -2)], owner: .program)
    #expect(
      table.matches(scheme: "app", host: "h", path: ["q"]).map(\.route.pattern) == ["/:y", "/:x", "/:z"])
    let fault = #expect(throws: RouteFault.self) { try table.add([route("//h/:w", priority: 2)], owner: .policy("p")) }
    #expect(
      fault?.description
        == "'//h/:y' of the program and '//h/:w' of the policy file 'p' are equally specific: change or remove one of them, or give one a priority"
    )
    #expect(table.routes.map(\.route.pattern) == ["/:y", "/:x", "/:z"])
    let gone = try route("//h/:x")
    #expect(table.remove(gone, owner: .program) == true)
    #expect(table.matches(scheme: "app", host: "h", path: ["q"]).map(\.route.pattern) == ["/:y", "/:z"])
    #expect(table.count == 2)
  }

  @Test(arguments: [1001, -1001, Int.max, .min]) func `a priority has limits`(_ priority: Int) {
    var table = RouteTable()
    let fault = #expect(throws: RouteFault.self) {
      try table.add([Route("/a", host: "h", to: "T", "x", priority: priority)], owner: .program)
    }
    #expect(
      fault?.description == "the route '//h/a': its priority \(priority) is not between -1000 and 1000")
  }

  @Test func `a longer path falls back to the nearest pattern that says so`() throws {
    let routes = try [
      route("//h/", takesLonger: true), route("//h/books/:id<int>", takesLonger: true), route("//h/books"),
      route("//h/books/:id<int>/pages/:page<int>"), route("//h/books/:word/pages", takesLonger: true),
    ]
    let paths = { (path: String) in try found(routes, "app://h\(path)") }
    #expect(try paths("/books/7") == ["/books/:id<int> id=7", "/ "])
    #expect(try paths("/books/7/x/y") == ["/books/:id<int> id=7", "/ "])
    #expect(
      try paths("/books/7/pages/9") == [
        "/books/:id<int>/pages/:page<int> id=7 page=9", #"/books/:word/pages word="7""#, "/books/:id<int> id=7", "/ ",
      ])
    #expect(try paths("/books") == ["/books ", "/ "])
    #expect(try paths("/") == ["/ "])
    #expect(try paths("/nothing") == ["/ "])
    var table = RouteTable()
    try table.add(routes, owner: .program)
    table.remove(owner: .program)
    #expect(table.isEmpty && table.routes(for: "app://h/x").isEmpty)
  }

  @Test func `a pattern that takes longer paths is asked once, however it can be read`() throws {
    let route = try route("//h/a(/:b)", takesLonger: true)
    #expect(try found([route], "app://h/a/x/y") == [#"/a(/:b) b="x""#])
    #expect(try found([route], "app://h/a/x") == [#"/a(/:b) b="x""#])
    #expect(try found([route], "app://h/a") == ["/a(/:b) "])
  }

  @Test func `routes go one by one`() throws {
    var table = RouteTable()
    let routes = try [route("//h/a"), route("//h/a(/b)/c"), route("app://:any/a"), route("//i/a")]
    try table.add(routes, owner: .program)
    for (index, gone) in routes.enumerated() {
      #expect(table.remove(gone, owner: .policy("p")) == false)
      let isUnwanted = table.remove(gone, owner: .program) { _, _ in false }
      #expect(!isUnwanted)
      #expect(table.remove(gone, owner: .program) == true)
      #expect(table.remove(gone, owner: .program) == false)
      #expect(table.count == routes.count - index - 1)
      #expect(Set(table.routes.map(\.route.description)) == Set(routes.dropFirst(index + 1).map(\.description)))
    }
    #expect(table.remove(owner: .program) == 0)
    #expect(table.isEmpty)
  }
}

extension RouteTable {
  fileprivate func routes(for text: String) -> [RouteMatch] {
    (try? CallURL(text)).map { Array(matches(scheme: $0.scheme, host: $0.host, path: $0.path)) } ?? []
  }
}
