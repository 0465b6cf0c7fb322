import ComponentKit
import Testing

@testable import ComponentHost

/// What URLs lead to, as users write both.
@Suite struct RouteMatchTests {
  @Test(arguments: [
    // Literals.
    (["/"], "", ["/"]),
    (["/"], "/", ["/"]),
    (["/"], "/books", []),
    (["/books"], "/books", ["/books"]),
    (["/books"], "/books/", ["/books"]),
    (["/books"], "", []),
    (["/books"], "/Books", []),
    (["/books"], "/book", []),
    (["/books"], "/bookss", []),
    (["/books"], "/books/42", []),
    (["/books/new"], "/books/new", ["/books/new"]),
    (["/books/new"], "/books", []),
    (["/my books"], "/my%20books", ["/my books"]),
    (["/my+books"], "/my+books", ["/my+books"]),
    (["/café"], "/caf%C3%A9", ["/café"]),
    (["/café"], "/café", ["/café"]),
    (["/caf\u{e9}"], "/cafe%CC%81", []),
    (["/a:b"], "/a:b", ["/a:b"]),
    (["/100%"], "/100%25", ["/100%"]),
    (["/a"], "/%61", ["/a"]),
    (["/a", "/b", "/c"], "/b", ["/b"]),
    // Parameters without a type.
    (["/:id"], "/42", [#"/:id id="42""#]),
    (["/:id"], "", []),
    (["/:id"], "/a/b", []),
    (["/:id"], "/a%2Fb", [#"/:id id="a/b""#]),
    (["/:id"], "/a%20b", [#"/:id id="a b""#]),
    (["/:a/:b"], "/1/2", [#"/:a/:b a="1" b="2""#]),
    (["/:a/x/:b"], "/1/x/2", [#"/:a/x/:b a="1" b="2""#]),
    (["/:a/x/:b"], "/1/y/2", []),
    // Types.
    (["/:id<int>"], "/42", ["/:id<int> id=42"]),
    (["/:id<int>"], "/-42", ["/:id<int> id=-42"]),
    (["/:id<int>"], "/007", ["/:id<int> id=7"]),
    (["/:id<int>"], "/4.5", []),
    (["/:id<int>"], "/forty", []),
    (["/:id<int>"], "/9223372036854775807", ["/:id<int> id=9223372036854775807"]),
    (["/:id<int>"], "/9223372036854775808", []),
    (["/:id<int>"], "/%2042", []),
    (["/:x<double>"], "/4.5", ["/:x<double> x=4.5"]),
    (["/:x<double>"], "/1e3", ["/:x<double> x=1000.0"]),
    (["/:x<double>"], "/7", ["/:x<double> x=7.0"]),
    (["/:x<double>"], "/inf", []),
    (["/:x<double>"], "/nan", []),
    (["/:x<double>"], "/1e999", []),
    (["/:on<bool>"], "/true", ["/:on<bool> on=true"]),
    (["/:on<bool>"], "/no", ["/:on<bool> on=false"]),
    (["/:on<bool>"], "/1", ["/:on<bool> on=true"]),
    (["/:on<bool>"], "/TRUE", []),
    (["/:at<date>"], "/2026-11-21T09:30:00Z", [#"/:at<date> at="2026-11-21T09:30:00Z""#]),
    (["/:at<date>"], "/2026-11-31T09:30:00Z", []),
    (["/:at<date>"], "/2026-11-21", [#"/:at<date> at="2026-11-21""#]), (["/:at<date>"], "/2026-11-31", []),
    (["/:s<text>"], "/42", [#"/:s<text> s="42""#]),
    // What may be missing.
    (["/books/:id?"], "/books", ["/books/:id?"]),
    (["/books/:id?"], "/books/42", [#"/books/:id? id="42""#]),
    (["/books/:id?"], "/books/42/x", []),
    (["/books/:id<int>?"], "/books/42", ["/books/:id<int>? id=42"]),
    (["/books/:id<int>?"], "/books/x", []),
    (["/:a?"], "", ["/:a?"]),
    (["/:a?"], "/x", [#"/:a? a="x""#]),
    (["/on/:y<int>?/:m<int>?/:d<int>?"], "/on", ["/on/:y<int>?/:m<int>?/:d<int>?"]),
    (["/on/:y<int>?/:m<int>?/:d<int>?"], "/on/2026", ["/on/:y<int>?/:m<int>?/:d<int>? y=2026"]),
    (["/on/:y<int>?/:m<int>?/:d<int>?"], "/on/2026/11", ["/on/:y<int>?/:m<int>?/:d<int>? y=2026 m=11"]),
    (["/on/:y<int>?/:m<int>?/:d<int>?"], "/on/2026/11/21", ["/on/:y<int>?/:m<int>?/:d<int>? y=2026 m=11 d=21"]),
    (["/on/:y<int>?/:m<int>?/:d<int>?"], "/on/2026/xi/21", []),
    (["/on/:y<int>?/:m<int>?/:d<int>?"], "/on/2026/11/21/9", []),
    // The rest.
    (["/files/*path"], "/files", []),
    (["/files/*path"], "/files/a", [#"/files/*path path="a""#]),
    (["/files/*path"], "/files/a/b/c.txt", [#"/files/*path path="a/b/c.txt""#]),
    (["/files/*path"], "/files/a/b/", [#"/files/*path path="a/b""#]),
    (["/files/*path"], "/files/a%2Fb", []),
    (["/files/*path"], "/files/a/..%2F..%2Fetc", []),
    (["/:dir/*path"], "/a%2Fb/c", [#"/:dir/*path dir="a/b" path="c""#]),
    (["/*path"], "/a", [#"/*path path="a""#]),
    (["/*path"], "", []),
    (["/:a/:b/*c"], "/1/2/3/4", [#"/:a/:b/*c a="1" b="2" c="3/4""#]),
    // The most specific first, and then the others.
    (["/:id", "/new"], "/new", ["/new", #"/:id id="new""#]),
    (["/*r", "/:id", "/:id<int>", "/42"], "/42", ["/42", "/:id<int> id=42", #"/:id id="42""#, #"/*r r="42""#]),
    (
      ["/:t", "/:d<date>", "/:f<double>", "/:b<bool>", "/:i<int>", "/1", "/*r"], "/1",
      ["/1", "/:i<int> i=1", "/:b<bool> b=true", "/:f<double> f=1.0", #"/:t t="1""#, #"/*r r="1""#]
    ),
    (
      ["/:t", "/:d<date>", "/:f<double>", "/:b<bool>", "/:i<int>"], "/2026-11-21T09:30:00Z",
      [#"/:d<date> d="2026-11-21T09:30:00Z""#, #"/:t t="2026-11-21T09:30:00Z""#]
    ),
    (["/:a/b", "/a/:b"], "/a/b", [#"/a/:b b="b""#, #"/:a/b a="a""#]),
    (["/:a/b/c", "/a/:b/:c"], "/a/b/c", [#"/a/:b/:c b="b" c="c""#, #"/:a/b/c a="a""#]),
    (["/a/*r", "/:x<int>/b", "/:x/b"], "/a/b", [#"/a/*r r="b""#, #"/:x/b x="a""#]),
    (["/a/b/x", "/a/:b/y", "/:a/b/z", "/*r"], "/a/b/z", [#"/:a/b/z a="a""#, #"/*r r="a/b/z""#]),
    (["/books/:id?", "/:shelf"], "/books", ["/books/:id?", #"/:shelf shelf="books""#]),
    (["/books/:id?", "/books/new"], "/books/new", ["/books/new", #"/books/:id? id="new""#]),
    (["/a/:b?", "/a/*r"], "/a/x", [#"/a/:b? b="x""#, #"/a/*r r="x""#]),
    (["/*all", "/"], "", ["/"]),
  ])
  func `a path leads to the routes that fit it, the most specific first`(
    patterns: [String], path: String, expected: [String]
  ) throws {
    for order in [patterns, patterns.reversed()] {
      var table = RouteTable()
      for pattern in order {
        try table.add([Route(pattern, host: "shop", to: "Shop", "open")], owner: .program)
      }
      #expect(try table.found("app://shop\(path)") == expected)
    }
  }

  @Test func `a route for one scheme goes before one for any, where all parts are alike`() throws {
    var table = RouteTable()
    try table.add(
      [
        Route("/:id", host: "shop", to: "Shop", "any"),
        Route("/:id", host: "shop", to: "Shop", "app", scheme: "APP"),
        Route("/:id", host: "shop", to: "Shop", "web", scheme: "web+shop"),
        Route("/:id<int>", host: "shop", to: "Shop", "int"),
        Route("/*all", host: "shop", to: "Shop", "rest"),
        Route("/*all", host: "shop", to: "Shop", "webRest", scheme: "web+shop"),
      ], owner: .program)
    func actions(_ url: String) throws -> [String] {
      let url = try CallURL(url)
      return table.matches(scheme: url.scheme, host: url.host, path: url.path).map(\.route.action)
    }
    #expect(try actions("app://shop/1") == ["int", "app", "any", "rest"])
    #expect(try actions("App://shop/x") == ["app", "any", "rest"])
    #expect(try actions("web+shop://shop/1") == ["int", "web", "any", "webRest", "rest"])
    #expect(try actions("other://shop/x/y") == ["rest"])
  }

  @Test func `a host part has its own routes`() throws {
    var table = RouteTable()
    try table.add(
      [
        Route("/a", host: "Reader", to: "Reader", "open"), Route("/a", host: "Reader.Settings", to: "Reader", "open"),
        Route("/a", host: "www.example.org", to: "Reader", "open"),
      ], owner: .program)
    #expect(try table.found("x://Reader/a") == ["/a"])
    #expect(try table.found("x://Reader.Settings/a") == ["/a"])
    #expect(try table.found("x://www.example.org/a") == ["/a"])
    #expect(try table.found("x://reader/a") == [])
    #expect(try table.found("x://Reader.Other/a") == [])
    #expect(try RouteTable().found("x://Reader/a") == [])
  }

  @Test func `fixed parameters follow those of the path`() throws {
    var table = RouteTable()
    let fixed: Fields = ["page": 1, "style": ["plain", nil]]
    try table.add([Route("/:shelf/:id<int>?", host: "shop", to: "Shop", "open", fixed: fixed)], owner: .program)
    #expect(try table.found("x://shop/a/7") == [#"/:shelf/:id<int>? shelf="a" id=7 page=1 style=["plain",null]"#])
    #expect(try table.found("x://shop/a") == [#"/:shelf/:id<int>? shelf="a" page=1 style=["plain",null]"#])
  }

  @Test func `what the pattern says no type of stays loose`() throws {
    var table = RouteTable()
    let route = Route("/:a/:b<text>/:c<int>/:d?", host: "h", to: "T", "x", fixed: ["e": "1"])
    try table.add([route, Route("/*r", host: "h", to: "T", "x")], owner: .policy("/etc/policy.json"))
    func loose(_ path: [String]) -> [[String]] { table.matches(scheme: "x", host: "h", path: path).map(\.loose) }
    #expect(loose(["1", "2", "3", "4"]) == [["a", "d"], ["r"]])
    #expect(loose(["1", "2", "3"]) == [["a"], ["r"]])
  }

  @Test func `a match says whose route it is`() throws {
    var table = RouteTable()
    let owners: [RouteOwner] = [.component("Shop"), .program, .policy("/etc/policy.json")]
    for (pattern, owner) in zip(["/a", "/:b", "/*c"], owners) {
      try table.add([Route(pattern, host: "Shop", to: "Shop.Sub", "x")], owner: owner)
    }
    let matches = Array(table.matches(scheme: "x", host: "Shop", path: ["a"]))
    #expect(matches.map(\.owner) == owners)
    #expect(matches.map(\.route.pattern) == ["/a", "/:b", "/*c"])
    #expect(matches.map(\.route.target) == ["Shop.Sub", "Shop.Sub", "Shop.Sub"])
  }

  @Test func `the next one is asked only if somebody declines`() throws {
    var table = RouteTable()
    try table.add(
      ["/a/b/c", "/a/b/:z", "/a/:y/c", "/:x/b/c", "/*r"].map { Route($0, host: "h", to: "T", "x") }, owner: .program)
    var matches = table.matches(scheme: "x", host: "h", path: ["a", "b", "c"])
    #expect(matches.next()?.route.pattern == "/a/b/c")
    #expect(matches.visits == 4)
    let later = matches
    #expect(matches.next()?.route.pattern == "/a/b/:z")
    #expect(matches.visits == 5)
    // The table that a match was found in stays as it was.
    table.removeAll()
    #expect(matches.map(\.route.pattern) == ["/a/:y/c", "/:x/b/c", "/*r"])
    #expect(later.map(\.route.pattern) == ["/a/b/:z", "/a/:y/c", "/:x/b/c", "/*r"])
    while matches.next() != nil {}
    #expect(matches.next() == nil)
    #expect(matches.next() == nil)
  }

  @Test func `long paths, long parts and parts made by hand do no harm`() throws {
    var table = RouteTable()
    try table.add(
      [Route("/:a<int>/:b<double>/*r", host: "h", to: "T", "x"), Route("/:a<date>", host: "h", to: "T", "x")],
      owner: .program)
    let many = Array(repeating: "7", count: 4000)
    let found = Array(table.matches(scheme: "x", host: "h", path: many))
    #expect(found.map(\.parameters) == [["a": 7, "b": 7.0, "r": .text(many.dropFirst(2).joined(separator: "/"))]])
    let long = String(repeating: "9", count: 100_000)
    #expect(Array(table.matches(scheme: "x", host: "h", path: [long])).isEmpty)
    #expect(Array(table.matches(scheme: "", host: "", path: [""])).isEmpty)
    #expect(Array(table.matches(scheme: "x", host: "h", path: ["", "", ""])).isEmpty)
  }
}

extension RouteTable {
  /// What a URL leads to: the patterns with the parameters, in order.
  func found(_ url: String) throws -> [String] {
    let url = try CallURL(url)
    return try matches(scheme: url.scheme, host: url.host, path: url.path).map { match in
      try ([match.route.pattern] + match.parameters.map { "\($0.key)=\(try $0.value.json())" }).joined(separator: " ")
    }
  }
}
