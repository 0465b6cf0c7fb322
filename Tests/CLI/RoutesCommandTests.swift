import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct RoutesCommandTests {
  @Test func `every path and key is shown with who owns it, and what is not open is marked`() {
    #expect(
      run("routes")
        == Ran(
          .ok,
          out: """
            PATHS
              //Atlas/maps/:id<int>  Atlas showMap
                                     of the component 'Atlas'
              app://Atlas/mountains/:id<int>/:scale<double>?
                                     Atlas showMap
                                     of the component 'Atlas'
                                     fixed: kind = "relief", isDark = true
              //Atlas.Legend/signs   Atlas.Legend signs
                                     of the component 'Atlas'
                                     x Atlas.Legend.signs is not open to callers from
                                     outside

            KEYS
              Atlas_desk   Atlas.Desk tidy
                           hints: brightness = (can't be written down)
                           x Atlas.Desk.tidy is not open to callers from outside
              Atlas_sheet  Atlas showMap
                           hints: animated = true, style = null
              Atlas_signs  Atlas.Legend signs
                           x Atlas.Legend.signs is not open to callers from outside

            """))
  }

  // As list does, and nothing beside that on the output, which a program reads.
  @Test(arguments: ["routes", "openapi"])
  func `a folder that was typed and is not there is an error`(command: String) {
    #expect(
      run(command, "--plugins", "/no-such")
        == Ran(
          .notFound,
          err: """
            error: nothing can be found in /no-such (no such folder)
            help: name the folder of your components with --plugins DIR

            """))
    #expect(run(command, environment: ["HOST_PLUGINS": "/no-such:/"]).exit == .ok)
  }

  private static let policy = TemporaryFile(
    """
    {"aliases": {"map": "Atlas"}, "targets": {"deny": ["Probe"]},
     "routes": [{"from": "//Atlas/:name", "target": "Atlas", "action": "showMap"},
                {"from": "//Atlas/sheet", "target": "Atlas", "action": "nothing"},
                {"from": "//Atlas/maps/new", "target": "Probe", "action": "say"},
                {"from": "https://shop/:id", "target": "Nobody", "action": "x"}],
     "outbound": {"https": ["xdg-open", "-a b"], "ftp": ["get"]}}
    """)

  private func ways() throws -> Value {
    let ran = run("routes", "--policy", Self.policy.path, "--json")
    #expect(ran.exit == .ok && ran.err == "")
    return try Value(json: Array(ran.out.utf8))
  }

  @Test func `what takes a path first is named, whether route or action`() throws {
    let routes = try #require(try ways()["routes"]?.list)
    func behind(_ route: String) -> [String]? {
      routes.first { $0["route"]?.text == route }?["behind"]?.list?.compactMap(\.text)
    }
    // The route of the words alone leads to an action that is not there.
    #expect(behind("//Atlas/:name") == ["Atlas.showMap"])
    #expect(behind("//Atlas/sheet") == [])
    // No word of letters is an int.
    #expect(behind("//Atlas/maps/:id<int>") == [])
    let keys = try #require(try ways()["keys"]?.list)
    #expect(keys.map { $0["behind"] } == [["//Atlas/:name"], ["//Atlas/:name"], ["//Atlas/:name"]])
    #expect(keys[1]["aliases"] == ["map_sheet"] && keys[1]["hints"] == ["animated": true, "style": nil])
    #expect(keys[1]["owner"] == ["kind": "component", "name": "Atlas"] && keys[1]["obstacle"] == .null)
  }

  @Test func `a priority changes what goes before what, and is shown`() throws {
    let policy = TemporaryFile(
      """
      {"routes": [{"from": "//Atlas/:name", "target": "Atlas", "action": "showMap", "priority": 1},
                  {"from": "//Atlas/sheet", "target": "Atlas", "action": "showMap"},
                  {"from": "//Atlas/signs", "target": "Atlas", "action": "showMap", "priority": -1}]}
      """)
    let ways = try Value(json: Array(run("routes", "--policy", policy.path, "--json").out.utf8))
    let routes = try #require(ways["routes"]?.list)
    func behind(_ route: String) -> Value? { routes.first { $0["route"]?.text == route }?["behind"] }
    #expect(behind("//Atlas/:name") == [])
    #expect(behind("//Atlas/sheet") == ["//Atlas/:name"] && behind("//Atlas/signs") == ["//Atlas/:name"])
    let keys = try #require(ways["keys"]?.list)
    #expect(keys.map { $0["behind"] } == [["//Atlas/:name"], ["//Atlas/:name", "//Atlas/sheet"], ["//Atlas/:name"]])
    #expect(run("routes", "--policy", policy.path).out.contains("priority: -1\n"))
  }

  /// What `host routes` says is before each route and key, by their texts.
  private func order(
    _ routes: [String], _ options: [String] = [], more: String = "", of component: any Component.Type = Atlas.self
  ) throws -> [String: [String]] {
    let policy = TemporaryFile("{\"routes\": [\(routes.joined(separator: ", "))]\(more)}")
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let words = ["routes", "--policy", policy.path, "--json"] + options
    #expect(Program.run(words, Surroundings(console) { try? $0.register(component) }) == .ok, "\(err.text)")
    let ways = try Value(json: Array(out.text.utf8))
    let all = (ways["routes"]?.list ?? []) + (ways["keys"]?.list ?? [])
    return Dictionary(
      uniqueKeysWithValues: all.compactMap { way in
        guard let text = way["route"]?.text ?? way["key"]?.text else { return nil }
        return (text, way["behind"]?.list?.compactMap(\.text) ?? [])
      })
  }

  private func route(
    _ from: String, _ more: String = "", to action: String = "showMap", of target: String = "Atlas"
  ) -> String {
    "{\"from\": \"\(from)\", \"target\": \"\(target)\", \"action\": \"\(action)\"\(more)}"
  }

  @Test func `two patterns meet in the paths that both take, part by part, and with or without a group`() throws {
    let behind = try order(
      [
        route("//Atlas/:a/edit"), route("//Atlas/new/:b"), route("//Atlas/:c<int>/:d"), route("//Atlas/:e/end"),
        route("//Atlas/read(/:f)/end"), route("//Atlas/Foo_%28bar%29/:g"), route("//Atlas/Foo_%28bar%29/end"),
      ])
    #expect(behind["//Atlas/:a/edit"] == ["//Atlas/Foo_%28bar%29/:g", "//Atlas/new/:b", "//Atlas/:c<int>/:d"])
    #expect(behind["//Atlas/new/:b"] == [] && behind["//Atlas/:c<int>/:d"] == [])
    #expect(
      behind["//Atlas/:e/end"] == [
        "//Atlas/Foo_%28bar%29/end", "//Atlas/Foo_%28bar%29/:g", "//Atlas/new/:b", "//Atlas/read(/:f)/end",
        "//Atlas/:c<int>/:d",
      ])
    #expect(
      behind["//Atlas/Foo_%28bar%29/:g"] == ["//Atlas/Foo_%28bar%29/end"] && behind["//Atlas/Foo_%28bar%29/end"] == [])
  }

  @Test(arguments: [
    (6, "//x/w0, //x/w1, //x/w2, //x/w3, //x/w4, //x/w5, Atlas.showMap, Atlas_sheet"),
    (7, "//x/w0, //x/w1, //x/w2, //x/w3, //x/w4, //x/w5 and 3 more, which --json lists"),
  ])
  func `of much that goes before a route people are told how much, and programs what`(
    _ count: Int, _ words: String
  ) throws {
    let routes = (0..<count).map { route("//x/w\($0)") } + [route("//:any/:b")]
    let names = (0..<count).map { "//x/w\($0)" } + ["Atlas.showMap", "Atlas_sheet"]
    #expect(try order(routes)["//:any/:b"] == names)
    let policy = TemporaryFile("{\"routes\": [\(routes.joined(separator: ", "))]}")
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let exit = Program.run(
      ["routes", "--policy", policy.path], Surroundings(console) { try? $0.register(Atlas.self) })
    #expect(exit == .ok)
    let told = out.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(told.contains(" behind \(words)"), "\(out.text)")
  }

  @Test func `what nobody outside reaches goes before nothing`() throws {
    let routes = [
      route("//Atlas/words/here", to: "nothing"), route("//Atlas/words/:b"), route("//Atlas/:a"),
      route("web://Atlas/words/there"), route("//Atlas/sheet", to: "anything"),
    ]
    #expect(try order(routes)["//Atlas/words/:b"] == ["web://Atlas/words/there"])
    #expect(try order(routes, ["--scheme", "app"])["//Atlas/words/:b"] == [])
    #expect(try order(routes)["//Atlas/:a"] == ["Atlas.showMap"])
    #expect(try order(routes)["Atlas_sheet"] == ["//Atlas/:a"])
    #expect(try order(routes, ["--deny", "Atlas"])["//Atlas/:a"] == [])
  }

  @Test func `a route of any host part is behind all that names one, action and key as well`() throws {
    let routes = [
      route("//:host/showMap"), route("//:host/:what"), route("//Atlas/:one"),
      route("//:host/maps/:id", ", \"priority\": 1"),
    ]
    let behind = try order(routes)
    #expect(behind["//:host/showMap"] == ["//Atlas/:one", "Atlas.showMap"])
    #expect(behind["//:host/:what"] == ["//Atlas/:one", "//:host/showMap", "Atlas.showMap", "Atlas_sheet"])
    #expect(behind["//Atlas/maps/:id<int>"] == ["//:host/maps/:id"] && behind["//:host/maps/:id"] == [])
  }

  @Test func `a route that takes longer paths is behind all that takes one whole`() throws {
    let routes = [
      route("//Atlas/tall", ", \"longer\": true"), route("//Atlas/tall/trees", ", \"longer\": true"),
      route("//Atlas/*rest"),
      route("//Atlas/small"), route("app://Atlas/", ", \"longer\": true"),
    ]
    let behind = try order(routes)
    #expect(behind["//Atlas/tall"] == ["//Atlas/tall/trees", "//Atlas/*rest"])
    #expect(behind["//Atlas/tall/trees"] == ["//Atlas/*rest"])
    #expect(
      behind["//Atlas/*rest"] == [
        "//Atlas/maps/:id<int>", "app://Atlas/mountains/:id<int>/:scale<double>?", "//Atlas/small", "//Atlas/tall",
        "//Atlas/tall/trees", "Atlas.showMap",
      ])
    #expect(behind["//Atlas/small"] == [])
    #expect(behind["app://Atlas/"]?.suffix(2) == ["Atlas.showMap", "Atlas_sheet"])
  }

  @Test func `a key is behind what goes before it in any scheme, and before the routes of any host part`() throws {
    let behind = try order([route("web://Atlas/sheet"), route("//:host/sheet")])
    #expect(behind["Atlas_sheet"] == ["web://Atlas/sheet"])
    #expect(behind["//:host/sheet"] == ["web://Atlas/sheet", "Atlas_sheet"])
  }

  private struct Plan: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("page") { _ in nil }.remote }
    var keys: [Key] { Key("page", "page") }
  }

  @Test func `a key of an action's own name goes where the action goes`() throws {
    let routes = [route("//Plan/:name", to: "page", of: "Plan"), route("web://Plan/page", to: "page", of: "Plan")]
    let behind = try order(routes, of: Plan.self)
    #expect(behind["Plan_page"] == ["web://Plan/page"])
    #expect(behind["//Plan/:name"] == ["web://Plan/page", "Plan.page"])
  }

  @Test func `a route of a scheme that is not taken says so`() throws {
    let ran = run("routes", "--scheme", "web")
    #expect(ran.out.contains("x URLs of the scheme 'app' are not taken\n"))
  }

  @Test func `what leads nowhere says why`() throws {
    let routes = try #require(try ways()["routes"]?.list)
    let obstacles = Dictionary(
      uniqueKeysWithValues: routes.compactMap { one in one["route"]?.text.map { ($0, one["obstacle"] ?? .null) } })
    #expect(obstacles["//Atlas/sheet"] == "Atlas has no action 'nothing'")
    #expect(obstacles["https://shop/:id"] == "no component named 'Nobody'")
    #expect(obstacles["//Atlas/maps/new"] == "Probe.say is not open to callers from outside")
    #expect(obstacles["//Atlas/:name"] == "it gives 'name', which 'Atlas.showMap' does not declare")
    #expect(obstacles["//Atlas/maps/:id<int>"] == .null)
    #expect(routes.first { $0["route"] == "//Atlas/sheet" }?["owner"]?["kind"] == "policy")
  }

  @Test func `a scheme of the system is behind the routes that keep it inside`() throws {
    let owner: Value = ["kind": "policy", "name": .text(Self.policy.path)]
    #expect(
      try ways()["outbound"] == [
        ["scheme": "ftp", "command": ["get"], "owner": owner, "obstacle": nil, "behind": []],
        [
          "scheme": "https", "command": ["xdg-open", "-a b"], "owner": owner, "obstacle": nil,
          "behind": ["https://shop/:id"],
        ],
      ])
    let text = run("routes", "--policy", Self.policy.path).out
    #expect(text.contains("SCHEMES OF THE SYSTEM\n  ftp:    get\n"))
    #expect(text.contains("\n  https:  xdg-open '-a b'\n"))
    // A scheme that is taken leaves the system nothing.
    let taken = run("routes", "--policy", Self.policy.path, "--scheme", "ftp").out
    #expect(
      taken.contains(
        "  ftp:    get\n          of the policy file '\(Self.policy.path)'\n          behind the schemes that are taken\n"
      ))
  }

  @Test func `where nothing leads anywhere that is said`() {
    let err = Captured()
    let console = Console(out: Captured(), err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    #expect(Program.run(["--plugins", "/", "routes"], Surroundings(console) { _ in }) == .ok)
    #expect(err.text == "no component and no policy leads anywhere\n")
  }

  @Test func `a route that says what its action can't take is marked, unless some way to read it gets through`() throws
  {
    let policy = TemporaryFile(
      """
      {"routes": [{"from": "//x/:nr<int>", "target": "Atlas", "action": "showMap"},
                  {"from": "//:target/by/:id", "target": "Atlas", "action": "showMap"},
                  {"from": "//x/as/:id<bool>", "target": "Atlas", "action": "showMap"},
                  {"from": "//x/fix", "target": "Atlas", "action": "showMap", "fixed": {"colour": 1}},
                  {"from": "//x/far", "target": "Atlas", "action": "showMap", "fixed": {"id": "north"}},
                  {"from": "//x/near", "target": "Atlas", "action": "showMap", "fixed": {"id": 1, "limit": null}},
                  {"from": "//x/some(/:nr)", "target": "Atlas", "action": "showMap"},
                  {"from": "//x/:id<int>", "target": "Atlas", "action": "showMap", "priority": -1}]}
      """)
    let ways = try Value(json: Array(run("routes", "--policy", policy.path, "--json").out.utf8))
    let routes = try #require(ways["routes"]?.list)
    func way(_ text: String, _ priority: Int? = nil) -> Value? {
      routes.first { $0["route"]?.text == text && $0["priority"]?.int == priority }
    }
    let undeclared = "which 'Atlas.showMap' does not declare"
    #expect(way("//x/:nr<int>")?["obstacle"] == .text("it gives 'nr', \(undeclared)"))
    #expect(way("//:target/by/:id")?["obstacle"] == .text("it gives 'target', \(undeclared)"))
    #expect(way("//x/as/:id<bool>")?["obstacle"] == "it reads 'id' as bool, which 'Atlas.showMap' declares as int")
    #expect(way("//x/fix")?["obstacle"] == .text("it gives 'colour', \(undeclared)"))
    #expect(
      way("//x/far")?["obstacle"]
        == "it fixes what 'Atlas.showMap' does not take: the parameter 'id' must be an int, not the text 'north'")
    #expect(way("//x/near")?["obstacle"] == .null)
    #expect(way("//x/some(/:nr)")?["obstacle"] == .null)
    // It takes URLs away from others all the same.
    #expect(way("//x/:id<int>", -1)?["behind"] == ["//x/:nr<int>"])
    #expect(run("routes", "--policy", policy.path).out.contains("x it gives 'nr', which"))
  }

  @Test func `what the policy says of every URL is shown`() throws {
    let policy = TemporaryFile(
      """
      {"rename": {"b": "kind", "a": "id"}, "case": "fold", "unknown": "refuse",
       "interceptors": [{"ready": "log"}, {"component": "Probe", "priority": 5}]}
      """)
    #expect(
      run("routes", "--policy", policy.path).out.hasSuffix(
        """

        EVERY URL
          query         renamed: a = "id", b = "kind"
                        case: fold
                        what is unknown is refused
          interceptors  log, Probe
                        x the interceptor 'Probe' can't be asked: Probe has no action
                        'intercept'

        """))
    let ways = try Value(json: Array(run("routes", "--policy", policy.path, "--json").out.utf8))
    #expect(ways["query"] == ["rename": ["a": "id", "b": "kind"], "case": "fold", "unknown": "refuse"])
    #expect(
      ways["interceptors"] == [
        ["name": "log", "obstacle": nil],
        ["name": "Probe", "obstacle": "the interceptor 'Probe' can't be asked: Probe has no action 'intercept'"],
      ])
    let plain = try self.ways()
    #expect(plain["query"] == ["rename": [:], "case": "keep", "unknown": "ignore"] && plain["interceptors"] == [])
  }

  private struct Shop: Component {
    struct All: Request {
      static let target = "Shop"
      static let isRemote = true
      @Parameter var path: [[String]]
      @Parameter var name = ""
      @Parameter var names: [String]?
      typealias Reply = String
    }

    init(mediator: Mediator) {}
    var actions: [Action] {
      on(All.self) { $0.name }
      Action("any") { _ in nil }.remote
    }
  }

  @Test func `a route that gives a text where neither that nor a list of texts is declared is marked`() throws {
    let policy = TemporaryFile(
      """
      {"routes": [{"from": "//x/*path", "target": "Shop", "action": "all"},
                  {"from": "//y/:path", "target": "Shop", "action": "all"},
                  {"from": "//z/*name", "target": "Shop", "action": "all"},
                  {"from": "//z/all/*names", "target": "Shop", "action": "all"},
                  {"from": "//z/one/:names", "target": "Shop", "action": "all"},
                  {"from": "//:path/all", "target": "Shop", "action": "all"},
                  {"from": "//a/*path", "target": "Shop", "action": "any"}]}
      """)
    let out = Captured()
    let console = Console(out: out, err: Captured(), readInput: { .bytes([]) }, environment: { _ in nil })
    let words = ["routes", "--policy", policy.path, "--json"]
    #expect(Program.run(words, Surroundings(console) { try? $0.register(Shop.self) }) == .ok)
    let routes = try #require(try Value(json: Array(out.text.utf8))["routes"]?.list)
    func obstacle(_ text: String) -> Value? { routes.first { $0["route"]?.text == text }?["obstacle"] }
    let why: Value = "it gives 'path' as a text, and 'Shop.all' declares [[text]]"
    #expect(obstacle("//x/*path") == why && obstacle("//y/:path") == why && obstacle("//:path/all") == why)
    #expect(obstacle("//z/all/*names") == .null && obstacle("//z/one/:names") == .null)
    #expect(obstacle("//z/*name") == .null && obstacle("//a/*path") == .null)
  }

  @Test func `a route that renames in vain is told`() throws {
    let policy = TemporaryFile(
      """
      {"rename": {"nothing": "here"},
       "routes": [{"from": "//x/a", "target": "Atlas", "action": "showMap", "rename": {"nr": "id", "p": "pag"}},
                  {"from": "//x/b", "target": "Atlas", "action": "showMap", "rename": {"id": "scale"}},
                  {"from": "//x/c", "target": "Atlas", "action": "showMap", "rename": {"a": "b", "b": "id"}},
                  {"from": "//x/d", "target": "Nobody", "action": "showMap", "rename": {"a": "b"}}]}
      """)
    #expect(
      run("routes", "--policy", policy.path).err == """
        warning: the route '//x/a' of the policy file '\(policy.path)': it renames 'p' to 'pag', which 'Atlas.showMap' does not declare
        warning: the route '//x/b' of the policy file '\(policy.path)': it renames 'id', which 'Atlas.showMap' declares, and which is left as it is

        """)
  }

  @Test func `which URLs a policy takes, and which names may be reached, is shown`() throws {
    let policy = TemporaryFile(
      """
      {"schemes": ["web", "app"], "limits": {"length": 20},
       "targets": {"prefix": "A", "allow": ["Atlas", "Probe"], "deny": ["Atlas.Desk"]}, "actions": {"suffix": "p"}}
      """)
    #expect(
      run("routes", "--policy", policy.path).out.hasSuffix(
        """

        EVERY URL
          schemes  app, web
          limits   length: 20
          targets  prefix: A
                   allow: Atlas, Probe
                   deny: Atlas.Desk
          actions  suffix: p

        """))
    let ways = try Value(json: Array(run("routes", "--policy", policy.path, "--json").out.utf8))
    #expect(ways["schemes"] == ["app", "web"])
    #expect(ways["limits"] == ["length": 20, "parameters": 256])
    #expect(
      ways["targets"] == ["prefix": "A", "suffix": "", "allow": ["Atlas", "Probe"], "deny": ["Atlas.Desk"]])
    #expect(ways["actions"] == ["prefix": "", "suffix": "p"])
    let plain = try Value(json: Array(run("routes", "--json").out.utf8))
    #expect(plain["schemes"] == .null && plain["limits"] == ["length": 8192, "parameters": 256])
    #expect(plain["targets"] == ["prefix": "", "suffix": "", "allow": nil, "deny": []])
  }

  @Test func `what a route says of case is shown, be it to fold or to keep`() throws {
    let policy = TemporaryFile(
      """
      {"case": "fold", "routes": [{"from": "//x/a", "target": "Atlas", "action": "showMap", "case": "keep"},
                                  {"from": "//x/b", "target": "Atlas", "action": "showMap", "case": "fold"},
                                  {"from": "//x/c", "target": "Atlas", "action": "showMap"}]}
      """)
    let text = run("routes", "--policy", policy.path).out
    #expect(text.contains("'\(policy.path)'\n                         case: keep\n"), "\(text)")
    let ways = try Value(json: Array(run("routes", "--policy", policy.path, "--json").out.utf8))
    let cases = ways["routes"]?.list?.filter { $0["route"]?.text?.hasPrefix("//x/") == true }.map { $0["case"] }
    #expect(cases == ["keep", "fold", nil])
  }

  @Test func `a key that an alias takes away is marked with it, and alone by its own name`() throws {
    func keys(_ aliases: String) throws -> [Value] {
      let policy = TemporaryFile("{\"aliases\": \(aliases)}")
      return try Value(json: Array(run("routes", "--policy", policy.path, "--json").out.utf8))["keys"]?.list ?? []
    }
    let covered = try #require(try keys(#"{"Atlas": "Probe"}"#).first { $0["key"] == "Atlas_sheet" })
    #expect(covered["obstacle"] == "the alias 'Atlas' of the policy stands before it" && covered["behind"] == [])
    let renamed = try #require(
      try keys(#"{"Atlas": "Probe", "map": "Atlas"}"#).first { $0["key"] == "Atlas_sheet" })
    #expect(renamed["obstacle"] == .null && renamed["behind"] == ["the alias 'Atlas' of the policy"])
    #expect(renamed["aliases"] == ["map_sheet"])
    #expect(try keys(#"{"Atlas": "Atlas"}"#).first { $0["key"] == "Atlas_sheet" }?["obstacle"] == .null)
    // Nor does it go before a route then.
    let behind = try order([route("//:host/sheet")], more: #", "aliases": {"Atlas": "Probe"}"#)
    #expect(behind["//:host/sheet"] == [])
  }

  @Test func `aliases are listed, and one for a component that is not there is marked`() throws {
    let policy = TemporaryFile(#"{"aliases": {"map": "Atlas", "b": "Nix"}}"#)
    #expect(
      run("routes", "--policy", policy.path).out.hasSuffix(
        """

        EVERY URL
          aliases  b for Nix
                   x no component named 'Nix'
                   map for Atlas

        """))
    let ways = try Value(json: Array(run("routes", "--policy", policy.path, "--json").out.utf8))
    #expect(
      ways["aliases"] == [
        ["alias": "b", "component": "Nix", "obstacle": "no component named 'Nix'"],
        ["alias": "map", "component": "Atlas", "obstacle": nil],
      ])
  }

  private struct Sea: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("sounding") { _ in nil }.remote }
    var keys: [Key] { Key("bed_map", "sounding") }
  }

  @Test func `a key whose name is another component's key as well is marked`() throws {
    let (out, err) = (Captured(), Captured())
    let console = Console(out: out, err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let exit = Program.run(
      ["routes", "--json"],
      Surroundings(console) { host in
        try? host.register(Sea.self)
        try? host.register(Deep.self)
      })
    #expect(exit == .ok, "\(err.text)")
    let keys = try Value(json: Array(out.text.utf8))["keys"]?.list ?? []
    #expect(keys.map { $0["obstacle"] } == [.null, "the key of the component 'Sea' stands before it"])
  }

  private struct Deep: Component {
    static let name = "Sea_bed"
    init(mediator: Mediator) {}
    var actions: [Action] { Action("sounding") { _ in nil }.remote }
    var keys: [Key] { Key("map", "sounding") }
  }

  @Test func `a key is judged by each URL that forms it`() throws {
    let routes = [
      route("//Sea/bed_map", to: "sounding", of: "Sea_bed"), route("//sea/map", to: "sounding", of: "Sea_bed"),
      route("//else/map", to: "sounding", of: "Sea_bed"), route("//:host/bed_map", to: "sounding", of: "Sea_bed"),
    ]
    let behind = try order(routes, more: ", \"aliases\": {\"sea\": \"Sea_bed\"}", of: Deep.self)
    #expect(behind["Sea_bed_map"] == ["//Sea/bed_map", "//sea/map"])
    #expect(behind["//:host/bed_map"] == ["//Sea/bed_map", "Sea_bed_map"])
  }

  @Test func `a target that is denied is an obstacle`() {
    let ran = run("routes", "--deny", "Atlas")
    #expect(ran.out.contains("//Atlas/maps/:id<int>  Atlas showMap\n"))
    #expect(ran.out.contains("x the target 'Atlas' is denied\n"))
  }

  @Test func `routes takes no words`() {
    #expect(
      run("routes", "Atlas")
        == Ran(
          .usage, err: "error: routes takes no 'Atlas'\nhelp: see those of one component with 'host describe TARGET'\n")
    )
  }
}
