@testable import ComponentHost
import ComponentKit
import Testing

@Suite struct PolicyFileTests {
  private func read(_ json: String) throws(PolicyFault) -> Policy { try Policy(json: Array(json.utf8)) }

  @Test func `every key is read`() throws {
    let policy = try read(
      """
      {"schemes": ["App"], "targets": {"prefix": "A", "suffix": "z", "allow": ["Reader"], "deny": ["Notes.X"]},
       "actions": {"prefix": "show"}, "limits": {"length": 100, "parameters": 3}, "aliases": {"book": "BookDetail"},
       "routes": [{"from": "app://shop/books/:id<int>", "target": "BookDetail", "action": "detail", "fixed": {"a": 1}}],
       "unknown": "refuse", "rename": {"pageindex": "page"}, "case": "fold",
       "outbound": {"HTTPS": ["xdg-open", "-x"]},
       "shows": {"metrics": true, "openapi": true, "events": ["Library.changed", "host:replaced"]},
       "interceptors": [{"component": "Audit.Door", "priority": -3}, {"ready": "log"},
                        {"ready": "limit", "calls": 5, "seconds": 0.5, "of": "all", "each": "caller", "priority": 1}]}
      """)
    #expect(policy.schemes == ["app"])
    #expect(policy.targetShape == Policy.NameShape(prefix: "A", suffix: "z"))
    #expect(policy.actionShape == Policy.NameShape(prefix: "show"))
    #expect((policy.allowedTargets, policy.deniedTargets) == (["Reader"], ["Notes.X"]))
    #expect((policy.lengthLimit, policy.parameterLimit) == (100, 3))
    #expect(policy.aliases == ["book": "BookDetail"])
    #expect(policy.outbound == ["https": ["xdg-open", "-x"]])
    #expect(policy.refusesUnknown && policy.query == QueryNames(renames: ["pageindex": "page"], foldsCase: true))
    #expect(policy.routes.map(\.description) == ["app://shop/books/:id<int>"])
    #expect(policy.routes.first?.fixed == ["a": 1])
    #expect(policy.interceptors.map { "\($0.name) \($0.priority)" } == ["Audit.Door -3", "log 1000", "limit 1"])
    #expect(policy.shown.metrics && policy.shown.openAPI)
    #expect(policy.shown.events == ["Library.changed", "host:replaced"])
    let nothing = try read("{}")
    #expect(nothing.schemes == nil && nothing.shown == Policy.Shown())
    #expect(try read(#"{"shows": {}}"#).shown == Policy.Shown())
  }

  @Test func `a policy ignores what is unknown, and neither renames nor folds, unless it says so`() throws {
    for json in ["{}", #"{"unknown": "ignore", "rename": {}, "case": "keep"}"#] {
      let policy = try read(json)
      #expect(!policy.refusesUnknown && policy.query.renames == [:] && policy.query.foldsCase != true)
    }
    let route = #"{"from": "//x/y", "target": "A", "action": "b", "rename": {"a": "b"}, "case": "fold"}"#
    let policy = try read(#"{"routes": [\#(route)]}"#)
    #expect(policy.routes.first?.query == QueryNames(renames: ["a": "b"], foldsCase: true))
    #expect(policy.query == QueryNames())
    // A route may keep what the policy folds, which is not the same as to say nothing.
    let said = ["", #", "case": "keep""#, #", "case": "fold""#].enumerated().map { place, word in
      #"{"from": "//x/y\#(place)", "target": "A", "action": "b"\#(word)}"#
    }
    #expect(
      try read(#"{"routes": [\#(said.joined(separator: ","))]}"#).routes.map(\.query.foldsCase) == [nil, false, true])
  }

  struct Shop: Component {
    init(mediator: Mediator) {}
    var actions: [Action] { Action("list") { _ in nil }.remote }
    var paths: [Path] { Path("/books/new", "list") }
  }

  @Test func `a component that a policy's route refuses is mended in the policy`() throws {
    var settings = Settings()
    settings.policy = try Policy(
      json: Array(#"{"routes": [{"from": "//Shop/books/new", "target": "A", "action": "b"}]}"#.utf8), file: "p.json")
    let refusal = #expect(throws: Refusal.self) { try Host(settings).register(Shop.self) }
    #expect(
      refusal?.message
        == "'//Shop/books/new' of the policy file 'p.json' and '//Shop/books/new' of the component 'Shop' are equally specific: change or remove one of them, or give one a priority"
    )
    #expect(refusal?.help == #"change the route in the policy file 'p.json', or give it a "priority" there"#)
    let host = Host()
    try host.add([Route("/books/new", host: "Shop", to: "A", "b")])
    #expect(
      #expect(throws: Refusal.self) { try host.register(Shop.self) }?.help
        == "change the program's route, or give it a priority")
  }

  @Test(arguments: [
    (#"{"routes": [{"target": "A", "action": "b"}]}"#, "the policy's 'routes[0]' needs the key 'from'"),
    (#"{"routes": [{"from": "//x/y", "target": "A"}]}"#, "the policy's 'routes[0]' needs the key 'action'"),
    (#"{"aliases": {"": "A"}}"#, "the policy's 'aliases' has the invalid name '': \(ComponentName.rule)"),
    (#"{"aliases": {"a": ""}}"#, "the policy's 'aliases.a' has the invalid name '': \(ComponentName.rule)"),
    (#"{"outbound": {"": ["x"]}}"#, "the policy's 'outbound' has the invalid scheme '': \(CallURL.schemeRule)"),
    (
      #"{"interceptors": [{"ready": "limit", "calls": 1, "seconds": 1e300}]}"#,
      "the policy's 'interceptors[0].seconds' must be a number of seconds above 0 and below 1000000"
    ),
  ])
  func `what is wrong is named, and what would be right`(json: String, message: String) {
    #expect(throws: PolicyFault(message)) { try read(json) }
  }

  @Test func `a route has a priority, takes longer paths and is for some schemes, if it says so`() throws {
    let place = #""from": "//:host/x(/:y)", "target": "A", "action": "b""#
    let policy = try read(
      #"{"routes": [{\#(place), "priority": -7, "longer": true, "schemes": ["Web", "app"]}, {\#(place)}]}"#)
    #expect(
      policy.routes.map { "\($0) \($0.priority) \($0.takesLonger)" } == [
        "app://:host/x(/:y) -7 true", "web://:host/x(/:y) -7 true", "//:host/x(/:y) 0 false",
      ])
  }

  @Test(
    arguments: [
      (#""from": "//x/y", "priority": "high""#, "the policy's 'routes[0].priority' must be an int, not text"),
      (#""from": "//x/y", "priority": 1001"#, "the route '//x/y': its priority 1001 is not between -1000 and 1000"),
      (#""from": "//x/y", "longer": 1"#, "the policy's 'routes[0].longer' must be a bool, not an int"),
      (
        #""from": "//x/y", "schemes": []"#, "the policy's 'routes[0].schemes' must be a list of texts that is not empty"
      ),
      (
        #""from": "//x/y", "schemes": ["a b"]"#,
        "the policy's 'routes[0].schemes' has the invalid scheme 'a b': a scheme is a letter, then letters, digits, '+', '-' and '.'"
      ),
      (
        #""from": "app://x/y", "schemes": ["web"]"#,
        "the route 'app://x/y': its scheme stands in 'from' and in 'schemes': say it in one place"
      ),
      (
        #""from": "//x/y", "longest": true"#,
        "the policy's 'routes[0]' has the unknown key 'longest'; did you mean 'longer'?"
      ),
      (#""from": "//x/y", "prio": 1"#, "the policy's 'routes[0]' has the unknown key 'prio'; did you mean 'priority'?"),
      (#""from": "//x/y", "lon": true"#, "the policy's 'routes[0]' has the unknown key 'lon'; did you mean 'longer'?"),
      (#""from": "//x/y", "f": 1"#, "the policy's 'routes[0]' has the unknown key 'f'"),
      (
        #""from": "//x(y)/z""#,
        "the route '//x(y)/z', column 3: the host part 'x(y)' can't have '('"
      ),
      (
        #""from": "//:x y/z""#,
        "the route '//:x y/z', column 3: the host part ':x y' is no ':name', which takes any: the name is letters, digits and '_'"
      ),
    ])
  func `what is wrong with a route is said word for word`(_ route: String, _ words: String) {
    let json = #"{"routes": [{"target": "A", "action": "b", \#(route)}]}"#
    #expect(#expect(throws: PolicyFault.self) { try read(json) }?.description == words)
  }

  @Test(
    arguments: [
      (#"{"shows": true}"#, "the policy's 'shows' must be an object, not a bool"),
      (#"{"shows": {"metric": true}}"#, "the policy's 'shows' has the unknown key 'metric'; did you mean 'metrics'?"),
      (#"{"shows": {"metrics": 1}}"#, "the policy's 'shows.metrics' must be a bool, not an int"),
      (#"{"shows": {"openapi": "all"}}"#, "the policy's 'shows.openapi' must be a bool, not text"),
      (
        #"{"shows": {"events": "host:added"}}"#, "the policy's 'shows.events' must be a list of texts that is not empty"
      ),
      (#"{"shows": {"events": []}}"#, "the policy's 'shows.events' must be a list of texts that is not empty"),
      (
        #"{"shows": {"events": ["changed"]}}"#,
        "the policy's 'shows.events' has the invalid name 'changed': \(EventName.rule)"
      ),
      (
        #"{"shows": {"events": ["host:x"]}}"#,
        "the policy's 'shows.events' has the invalid name 'host:x': \(EventName.rule)"
      ),
    ])
  func `what is wrong with what is shown is said word for word`(_ json: String, _ words: String) {
    #expect(#expect(throws: PolicyFault.self) { try read(json) }?.description == words)
  }

  @Test(
    arguments: [
      (#"{"unknown": "strict"}"#, "the policy's 'unknown' must be 'refuse' or 'ignore', not 'strict'"),
      (#"{"unknown": true}"#, "the policy's 'unknown' must be a text, not a bool"),
      (#"{"case": "Fold"}"#, "the policy's 'case' must be 'fold' or 'keep', not 'Fold'"),
      (#"{"rename": ["a"]}"#, "the policy's 'rename' must be an object, not a list"),
      (#"{"rename": {"a": 1}}"#, "the policy's 'rename.a' must be a text, not an int"),
      (
        #"{"rename": {"a": "b c"}}"#,
        "the policy's 'rename' is wrong: it renames 'a' to 'b c', which is no parameter's name: letters, digits and '_'"
      ),
      (
        #"{"rename": {"a": ""}}"#,
        "the policy's 'rename' is wrong: it renames 'a' to '', which is no parameter's name: letters, digits and '_'"
      ),
      (
        #"{"rename": {"": "a"}}"#,
        "the policy's 'rename' is wrong: it renames a parameter without a name: write the one that URLs have"
      ),
      (#"{"rename": {"a": "a"}}"#, "the policy's 'rename' is wrong: it renames 'a' to itself"),
      (
        #"{"case": "fold", "rename": {"iD": "a", "Id": "b"}}"#,
        "the policy's 'rename' is wrong: it renames both 'Id' and 'iD', which are the same where case is folded"
      ),
      (
        #"{"routes": [{"from": "//x/y", "target": "A", "action": "b", "case": 1}]}"#,
        "the policy's 'routes[0].case' must be a text, not an int"
      ),
      (
        #"{"routes": [{"from": "//x/y", "target": "A", "action": "b", "rename": {"a": null}}]}"#,
        "the policy's 'routes[0].rename.a' must be a text, not null"
      ),
      (
        #"{"routes": [{"from": "//x/y", "target": "A", "action": "b", "rename": {"a": "1"}}]}"#,
        "the route '//x/y': it renames 'a' to '1', which is no parameter's name: letters, digits and '_'"
      ),
    ])
  func `what is wrong with names is said word for word`(_ json: String, _ words: String) {
    #expect(#expect(throws: PolicyFault.self) { try read(json) }?.description == words)
  }

  @Test(
    arguments: [
      ("", "line 1, column 1"), ("[]", "the policy must be an object, not a list"),
      (#"{"rotes": []}"#, "the policy has the unknown key 'rotes'; did you mean 'routes'?"),
      (#"{"schemes": "app"}"#, "the policy's 'schemes' must be a list of texts that is not empty"),
      (#"{"schemes": []}"#, "the policy's 'schemes' must be a list of texts that is not empty"),
      (#"{"targets": {"alow": []}}"#, "the policy's 'targets' has the unknown key 'alow'; did you mean 'allow'?"),
      (#"{"targets": {"allow": ["a b"]}}"#, "the policy's 'targets.allow' has the invalid name 'a b'"),
      (#"{"targets": {"prefix": 1}}"#, "the policy's 'targets.prefix' must be a text, not an int"),
      (#"{"limits": {"length": 0}}"#, "the policy's 'limits.length' must be an int above 0"),
      (#"{"aliases": {"a b": "Reader"}}"#, "the policy's 'aliases' has the invalid name 'a b'"),
      (#"{"routes": [1]}"#, "the policy's 'routes[0]' must be an object, not an int"),
      (#"{"routes": [{"from": "//x/y"}]}"#, "the policy's 'routes[0]' needs the key 'target'"),
      (#"{"routes": [{"from": "//x/:", "target": "A", "action": "b"}]}"#, "'//x/:'"),
      (
        #"{"routes": [{"from": "//x/:a", "target": "A", "action": "b"}, {"from": "//x/:b", "target": "A", "action": "b"}]}"#,
        "are equally specific"
      ),
      (#"{"isolate": 1}"#, "the policy's 'isolate' must be a list of components' names, or \"all\""),
      (#"{"isolate": "some"}"#, "the policy's 'isolate' must be a list of components' names, or \"all\""),
      (#"{"isolate": ["a b"]}"#, "the policy's 'isolate' has the invalid name 'a b'"),
      (#"{"interceptors": {}}"#, "the policy's 'interceptors' must be a list of objects, not an object"),
      (
        #"{"interceptors": [{}]}"#,
        "the policy's 'interceptors[0]' needs a 'component', or a 'ready' one: 'log' or 'limit'"
      ),
      (#"{"interceptors": [{"component": "a b"}]}"#, "the policy's 'interceptors[0].component' is no target's name"),
      (
        #"{"interceptors": [{"component": "A", "ready": "log"}]}"#,
        "the policy's 'interceptors[0]' has both 'component' and 'ready': it can be one"
      ),
      (#"{"interceptors": [{"ready": "lock"}]}"#, "'interceptors[0].ready' must be 'log' or 'limit', not 'lock'"),
      (
        #"{"interceptors": [{"ready": "limit", "calls": 1}]}"#,
        "the policy's 'interceptors[0]' needs 'calls' and 'seconds'"
      ),
      (
        #"{"interceptors": [{"ready": "limit", "calls": 1, "seconds": 0}]}"#,
        "'interceptors[0].seconds' must be a number of seconds above 0"
      ),
      (
        #"{"interceptors": [{"ready": "limit", "calls": 1, "seconds": 1, "of": "some"}]}"#,
        "'interceptors[0].of' must be 'remote' or 'all', not 'some'"
      ),
      (
        #"{"interceptors": [{"ready": "log", "calls": 1}]}"#,
        "the policy's 'interceptors[0]' has the unknown key 'calls'"
      ),
      (
        #"{"interceptors": [{"component": "A", "priority": "high"}]}"#,
        "'interceptors[0].priority' must be an int, not text"
      ),
      (
        #"{"interceptors": [{"component": "A"}, {"component": "A"}]}"#,
        "the policy's 'interceptors[1]' has the name 'A' that another interceptor has"
      ),
      (#"{"outbound": {"https": []}}"#, "the policy's 'outbound.https' must be a list of texts that is not empty"),
    ])
  func `what is wrong is named`(_ json: String, _ words: String) {
    let fault = #expect(throws: PolicyFault.self) { try read(json) }
    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
  }

  @Test func `a name of another form hears what it lacks`() {
    var policy = Policy()
    policy.actionShape = Policy.NameShape(suffix: "Page")
    #expect(policy.objection(to: "Shop", "list") == "the action's name does not end in 'Page', as the policy asks")
    #expect(policy.objection(to: "Shop", "listPage") == nil)
    policy.targetShape = Policy.NameShape(prefix: "Sh", suffix: "X")
    #expect(
      policy.objection(to: "Shop", "listPage")
        == "the target's name does not begin with 'Sh' and end in 'X', as the policy asks")
  }
}
