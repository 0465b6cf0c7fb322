import Testing

@testable import HostCLI

/// One change of the component Shop, and what `host bindings --check` says of it.
struct DriftCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What the face was printed for, and what is installed, from the lines of their descriptions.
  let old: [String]
  let new: [String]
  /// One line for each difference, without its indentation.
  let said: [String]

  init(_ what: String, _ old: [String], _ new: [String], _ said: String...) { self.init(what, old, new, said) }

  init(_ what: String, _ old: [String], _ new: [String], _ said: [String]) {
    testDescription = what
    self.old = old
    self.new = new
    self.said = said
  }

  /// The same parameters or reply of one action, before and after.
  init(_ what: String, _ old: String, _ new: String, _ said: String...) {
    testDescription = what
    self.old = old.split(separator: ";").map { String($0) }
    self.new = new.split(separator: ";").map { String($0) }
    self.said = said
  }

  var breaks: Bool { said.contains { $0.hasPrefix("breaks") } }

  /// The whole output.
  var text: String {
    if said.isEmpty { return "FILE is up to date with Shop 1.0.0\n" }
    return
      (["FILE " + (breaks ? "no longer fits Shop 1.0.0" : "still fits Shop 1.0.0, but it has changed")]
      + said.map { "  " + ($0.hasPrefix("fits") ? "fits  " + $0.dropFirst(4) : $0) }
      + ["help: print it again with 'host bindings Shop'", ""]).joined(separator: "\n")
  }
}

/// Each kind of difference, with its words.
enum DriftCases {
  private static let actions = ["remote action Shop.a(id: int?, page: int?)", "remote action Shop.b()"]
  private static func changed(_ what: String, _ old: [String], _ new: [String], _ said: String...) -> DriftCase {
    DriftCase(what, actions + old, actions + new, said)
  }

  // All that a route can say besides its pattern and what it gives.
  private static let all = ["  rename p page", "  fold", "  longer", "  priority 5"]

  static let ways = [
    DriftCase(
      "the same ways", actions + ["route a = //Shop/x/:id<int>", "  {\"page\":7}", "key a = Shop_x", "  {\"n\":1}"],
      actions + ["route a = //Shop/x/:id<int>", "  {\"page\":7}", "key a = Shop_x", "  {\"n\":1}"]),
    changed("a route is gone", ["route a = //Shop/x"], [], "breaks  Shop.a: the route '//Shop/x' is gone"),
    changed("a route is new", [], ["route a = //Shop/x"], "fits  Shop.a: the route '//Shop/x' is new"),
    changed(
      "a route leads elsewhere", ["route a = //Shop/x"], ["route b = //Shop/x"],
      "breaks  Shop.a: the route '//Shop/x' now leads to Shop.b"),
    changed(
      "a route gives something else", ["route a = //Shop/x", "  {\"page\":7}"], ["route a = //Shop/x"],
      "fits  Shop.a: the route '//Shop/x' now gives other parameters"),
    DriftCase(
      "the same of a route", actions + ["route a = //Shop/x"] + all, actions + ["route a = //Shop/x"] + all),
    changed(
      "a route says less", ["route a = //Shop/x"] + all, ["route a = //Shop/x"],
      "breaks  Shop.a: the route '//Shop/x' no longer renames 'p'",
      "breaks  Shop.a: the route '//Shop/x' no longer takes names in any case",
      "breaks  Shop.a: the route '//Shop/x' no longer takes longer paths",
      "fits  Shop.a: the route '//Shop/x' now has the priority 0"),
    changed(
      "a route says more", ["route a = //Shop/x"], ["route a = //Shop/x"] + all,
      "fits  Shop.a: the route '//Shop/x' now renames 'p' to 'page'",
      "fits  Shop.a: the route '//Shop/x' now takes names in any case",
      "fits  Shop.a: the route '//Shop/x' now takes longer paths as well",
      "fits  Shop.a: the route '//Shop/x' now has the priority 5"),
    changed(
      "a route renames otherwise", ["route a = //Shop/x", "  rename p page"],
      ["route a = //Shop/x", "  rename p id"],
      "breaks  Shop.a: the route '//Shop/x' now renames 'p' to 'id'"),
    changed(
      "a group is new in a pattern", ["route a = //Shop/x"], ["route a = //Shop/x(/:id)"],
      "fits  Shop.a: the route '//Shop/x' is gone, but the route '//Shop/x(/:id)' takes its URLs",
      "fits  Shop.a: the route '//Shop/x(/:id)' is new"),
    changed(
      "a group is new in a pattern that leads elsewhere", ["route a = //Shop/x"], ["route b = //Shop/x(/y)"],
      "breaks  Shop.a: the route '//Shop/x' is gone", "fits  Shop.b: the route '//Shop/x(/y)' is new"),
    changed(
      "a group has gone from a pattern", ["route a = //Shop/x(/:id)"], ["route a = //Shop/x"],
      "breaks  Shop.a: the route '//Shop/x(/:id)' is gone", "fits  Shop.a: the route '//Shop/x' is new"),
    changed(
      "a group becomes a route of its own", ["route a = //Shop/x(/:id)"],
      ["route a = //Shop/x", "route a = //Shop/x/:id"],
      "fits  Shop.a: the route '//Shop/x(/:id)' is gone, but the route '//Shop/x/:id' and the route '//Shop/x' take "
        + "its URLs",
      "fits  Shop.a: the route '//Shop/x' is new", "fits  Shop.a: the route '//Shop/x/:id' is new"),
    changed(
      "a parameter of a pattern is called otherwise", ["route a = //Shop/x/:id"], ["route a = //Shop/x/:page"],
      "breaks  Shop.a: the route '//Shop/x/:id' is gone", "fits  Shop.a: the route '//Shop/x/:page' is new"),
    changed(
      "a route is for any scheme", ["route a = app://Shop/x", "  {\"page\":1}"], ["route a = //Shop/x", "  fold"],
      "fits  Shop.a: the route 'app://Shop/x' is gone, but the route '//Shop/x' takes its URLs",
      "fits  Shop.a: the route 'app://Shop/x' now gives other parameters",
      "fits  Shop.a: the route 'app://Shop/x' now takes names in any case",
      "fits  Shop.a: the route '//Shop/x' is new"),
    changed(
      "a route is for one scheme only", ["route a = //Shop/x"], ["route a = app://Shop/x"],
      "breaks  Shop.a: the route '//Shop/x' is gone", "fits  Shop.a: the route 'app://Shop/x' is new"),
    changed(
      "what takes more renames less", ["route a = app://Shop/x", "  rename p page"], ["route a = //Shop/x"],
      "breaks  Shop.a: the route 'app://Shop/x' no longer renames 'p'",
      "fits  Shop.a: the route 'app://Shop/x' is gone, but the route '//Shop/x' takes its URLs",
      "fits  Shop.a: the route '//Shop/x' is new"),
    DriftCase(
      "two routes of one text", actions + ["route a = //Shop/x", "  priority 5", "route b = //Shop/x"],
      actions + ["route a = //Shop/x", "  priority 5", "route b = //Shop/x"]),
    changed(
      "one of two routes of one text has another priority",
      ["route a = //Shop/x", "  priority 5", "route b = //Shop/x"],
      ["route a = //Shop/x", "  priority 6", "route b = //Shop/x", "  priority 5"],
      "fits  Shop.a: the route '//Shop/x' now has the priority 6",
      "fits  Shop.b: the route '//Shop/x' now has the priority 5"),
    changed(
      "two routes of one text change places", ["route a = //Shop/x", "  priority 5", "route b = //Shop/x"],
      ["route a = //Shop/x", "route b = //Shop/x", "  priority 5"],
      "breaks  Shop.a: the route '//Shop/x' also leads with the priority 5 to Shop.b now, which goes first",
      "fits  Shop.a: the route '//Shop/x' now has the priority 0",
      "fits  Shop.b: the route '//Shop/x' now has the priority 5"),
    changed(
      "a second route of one text goes first", ["route a = //Shop/x"],
      ["route a = //Shop/x", "route b = //Shop/x", "  priority 5"],
      "breaks  Shop.a: the route '//Shop/x' also leads with the priority 5 to Shop.b now, which goes first",
      "fits  Shop.b: the route '//Shop/x' is new"),
    changed(
      "one of two routes of one text is gone", ["route a = //Shop/x", "  priority 5", "route a = //Shop/x"],
      ["route a = //Shop/x"],
      "fits  Shop.a: the route '//Shop/x' is gone, but the route '//Shop/x' takes its URLs",
      "fits  Shop.a: the route '//Shop/x' now has the priority 0"),
    DriftCase(
      "a route no longer gives what is required",
      ["remote action Shop.a(id: int)", "route a = //Shop/x", "  {\"id\":1}"],
      ["remote action Shop.a(id: int)", "route a = //Shop/x"],
      ["breaks  Shop.a: the route '//Shop/x' no longer gives 'id', which Shop.a requires"]),
    changed(
      "a route gives what URLs could say", ["route a = //Shop/x"], ["route a = //Shop/x", "  {\"page\":7}"],
      "breaks  Shop.a: the route '//Shop/x' now gives 'page' itself, and refuses URLs that say it"),
    DriftCase(
      "a route gives what is new", ["remote action Shop.a()", "route a = //Shop/x"],
      ["remote action Shop.a(id: int?)", "route a = //Shop/x", "  {\"id\":7}"],
      [
        "fits  Shop.a, the parameter 'id': a new parameter",
        "fits  Shop.a: the route '//Shop/x' now gives other parameters",
      ]),
    changed(
      "a route gives another value", ["route a = //Shop/x", "  {\"page\":7}"],
      ["route a = //Shop/x", "  {\"page\":8}"],
      "fits  Shop.a: the route '//Shop/x' now gives other parameters"),
    DriftCase(
      "an action is closed to which a way leads", ["remote action Shop.a()", "key a = Shop_x"],
      ["action Shop.a()", "key a = Shop_x"],
      ["breaks  Shop.a: callers from outside the process may no longer call it, as they did by the map key 'Shop_x'"]),
    changed("a key is gone", ["key a = Shop_x"], [], "breaks  Shop.a: the map key 'Shop_x' is gone"),
    changed("a key is new", [], ["key a = Shop_x"], "fits  Shop.a: the map key 'Shop_x' is new"),
    changed(
      "a key leads elsewhere", ["key a = Shop_x"], ["key b = Shop_x"],
      "breaks  Shop.a: the map key 'Shop_x' now leads to Shop.b"),
    changed(
      "a hint is gone", ["key a = Shop_x", "  {\"n\":1}"], ["key a = Shop_x"],
      "breaks  Shop.a: the map key 'Shop_x' no longer has the hint 'n'"),
    changed(
      "a hint is of another kind", ["key a = Shop_x", "  {\"n\":true}"], ["key a = Shop_x", "  {\"n\":\"yes\"}"],
      "breaks  Shop.a: the map key 'Shop_x' takes text as the hint 'n', no longer a bool"),
    changed(
      "a hint is no longer anything", ["key a = Shop_x", "  {\"n\":null}"], ["key a = Shop_x", "  {\"n\":1}"],
      "breaks  Shop.a: the map key 'Shop_x' takes an int as the hint 'n', no longer any value"),
    changed(
      "hints take more", ["key a = Shop_x", "  {\"n\":1,\"m\":1}"], ["key a = Shop_x", "  {\"n\":null,\"m\":1.5}"],
      "fits  Shop.a: the map key 'Shop_x' now has other hints"),
    changed(
      "a hint is new", ["key a = Shop_x"], ["key a = Shop_x", "  {\"n\":1}"],
      "fits  Shop.a: the map key 'Shop_x' now has other hints"),
    DriftCase(
      "a hint takes a parameter's name", ["remote action Shop.a(x: text = \"d\")", "key a = Shop_x"],
      ["remote action Shop.a(x: text = \"d\")", "key a = Shop_x", "  {\"x\":\"?\"}"],
      [
        "breaks  Shop.a: the map key 'Shop_x' now takes 'x' as a hint, no longer as what Shop.a takes"
      ]),
  ]

  static let events = [
    changed("an event as it was", ["event Shop.sold: {id: int}"], ["event Shop.sold: {id: int}"]),
    changed(
      "an event is gone", ["event Shop.sold"], [],
      "breaks  Shop.sold: the component publishes no such event any more"),
    changed("an event is new", [], ["event Shop.sold: int"], "fits  Shop.sold: a new event"),
    changed(
      "an event says something else", ["event Shop.sold: int"], ["event Shop.sold: text"],
      "breaks  Shop.sold: the face reads int, the component publishes text"),
    changed(
      "an event says less", ["event Shop.sold: {id: int, name: text?}"], ["event Shop.sold: {name: text?}"],
      "breaks  Shop.sold, its 'id': it is gone; the face can't read the event without it"),
    changed(
      "an event says more", ["event Shop.sold: {id: int}"], ["event Shop.sold: {id: int, name: text}"],
      "fits  Shop.sold, its 'name': a new field"),
    changed(
      "an event says another choice", ["event Shop.sold: \"a\" | \"b\""], ["event Shop.sold: \"a\" | \"c\""],
      "breaks  Shop.sold: the component can publish \"c\", which the face can't read"),
    changed(
      "an event says it or not", ["event Shop.sold: int"], ["event Shop.sold: int?"],
      "breaks  Shop.sold: the component can publish null or leave it out, the face needs it"),
    changed(
      "an event no longer says what", ["event Shop.sold: int"], ["event Shop.sold"],
      "breaks  Shop.sold: the face reads int; the component no longer says what it publishes"),
    changed(
      "an event says what", ["event Shop.sold"], ["event Shop.sold: int"],
      "fits  Shop.sold: it is now int; the face reads any value"),
  ]

  static let gone = [
    DriftCase("nothing", "action Shop.run(x: int) -> text", "action Shop.run(x: int) -> text"),
    DriftCase(
      "an action is gone", "action Shop.run(x: int) -> text;action Shop.stop()", "action Shop.stop()",
      "breaks  Shop.run: the component has no such action any more"),
    DriftCase(
      "an action is new", "action Shop.stop()", "action Shop.stop();action Shop.run(x: int) -> text",
      "fits  Shop.run: a new action"),
    DriftCase(
      "a target is gone", ["target Shop", "action Shop.a()", "target Shop.Till", "action Shop.Till.pay()"],
      ["target Shop", "action Shop.a()"], "breaks  Shop.Till: the component has no such target any more"),
    DriftCase(
      "a target is new", ["target Shop", "action Shop.a()"],
      ["target Shop", "action Shop.a()", "target Shop.Till", "action Shop.Till.pay()"], "fits  Shop.Till: a new target"),
    DriftCase(
      "it no longer says what it takes", "action Shop.run(x: int) -> text", "action Shop.run",
      "breaks  Shop.run, the reply: the face reads text; the component no longer says what it replies",
      "fits  Shop.run: it no longer says what it takes"),
    DriftCase(
      "it says what it takes", "action Shop.run", "action Shop.run(x: int) -> text",
      "fits  Shop.run: it now says what it takes, and the host refuses anything else; the face sends what it is given"),
    DriftCase(
      "another order", "action Shop.run(x: int, y: int);action Shop.a()",
      "action Shop.a();action Shop.run(y: int, x: int)",
      "fits  Shop.run: its parameters are in another order"),
    DriftCase(
      "other names of types", "type A = {x: int};action Shop.run() -> A", "type B = {x: int};action Shop.run() -> B",
      "fits  Shop: the same in another order, or by other names of types"),
    DriftCase(
      "texts",
      ["type A = {x: int}", "  old", "target Shop", "  old", "action Shop.run(x: int) -> A", "  old", "    x: old"],
      ["type A = {x: int}", "  new", "target Shop", "  new", "action Shop.run(x: int) -> A", "  new", "    x: new"],
      "fits  Shop: summaries of it or of its types have changed", "fits  Shop: its summary has changed",
      "fits  Shop.run: its summary or its notes have changed"),
    DriftCase(
      "flags", "action Shop.a();remote progress action Shop.b()", "remote progress action Shop.a();action Shop.b()",
      "fits  Shop.a: callers from outside the process may now call it", "fits  Shop.a: it now tells progress",
      "fits  Shop.b: callers from outside the process may no longer call it",
      "fits  Shop.b: it no longer tells progress"),
    DriftCase(
      "the promise to change nothing", "reads action Shop.a();action Shop.b()",
      "action Shop.a();remote reads action Shop.b()",
      "breaks  Shop.a: it no longer promises to change nothing, so no call may be made again, or with GET",
      "fits  Shop.b: callers from outside the process may now call it",
      "fits  Shop.b: it now promises to change nothing"),
  ]

  static let parameters = [
    DriftCase(
      "gone", "action Shop.run(x: int)", "action Shop.run()",
      "breaks  Shop.run, the parameter 'x': it is gone, and the component refuses calls with it; the face sends it always"
    ),
    DriftCase(
      "gone, with a default", "action Shop.run(x: int = 1)", "action Shop.run()",
      "breaks  Shop.run, the parameter 'x': it is gone, and the component refuses calls with it; the face sends it always"
    ),
    DriftCase(
      "gone, optional", "action Shop.run(x: int?)", "action Shop.run()",
      "breaks  Shop.run, the parameter 'x': it is gone, and the component refuses calls with it; the face sends it where it is set"
    ),
    DriftCase(
      "new and required", "action Shop.run()", "action Shop.run(x: int)",
      "breaks  Shop.run, the parameter 'x': a new parameter that is required; the face never sends it"),
    DriftCase(
      "new and required, though anything goes", "action Shop.run()", "action Shop.run(x: any)",
      "breaks  Shop.run, the parameter 'x': a new parameter that is required; the face never sends it"),
    DriftCase(
      "new and optional", "action Shop.run()", "action Shop.run(x: int?, y: int = 1)",
      "fits  Shop.run, the parameter 'x': a new parameter", "fits  Shop.run, the parameter 'y': a new parameter"),
    DriftCase(
      "newly required", "action Shop.run(x: int?)", "action Shop.run(x: int)",
      "breaks  Shop.run, the parameter 'x': it is now required; the face leaves it out where it is nil"),
    DriftCase(
      "newly required by another name of the type", "type M = int?;action Shop.run(x: M)", "action Shop.run(x: int)",
      "breaks  Shop.run, the parameter 'x': it is now required; the face leaves it out where it is nil"),
    DriftCase(
      "newly required, but the face sends its default", "action Shop.run(x: int = 1)", "action Shop.run(x: int)",
      "fits  Shop.run, the parameter 'x': it no longer has the default 1; the face goes on sending it"),
    DriftCase(
      "newly required, and the face can't send its default", "action Shop.run(x: any = [[[[[[[[[1]]]]]]]]])",
      "action Shop.run(x: any)",
      "breaks  Shop.run, the parameter 'x': it is now required; the face leaves it out where it is nil"),
    DriftCase(
      "no longer required", "action Shop.run(x: int, y: int)", "action Shop.run(x: int?, y: int = 2)",
      "fits  Shop.run, the parameter 'x': it may now be left out; the face always sends it",
      "fits  Shop.run, the parameter 'y': it now has the default 2"),
    DriftCase(
      "another default", "action Shop.run(x: int = 1, y: any = [[[[[[[[[1]]]]]]]]])",
      "action Shop.run(x: int = 2, y: any = [[[[[[[[[2]]]]]]]]])",
      "fits  Shop.run, the parameter 'x': its default is now 2; the face goes on sending 1",
      "fits  Shop.run, the parameter 'y': its default is now [[[[[[[[[2]]]]]]]]]; the face leaves it to the component"
    ),
    DriftCase(
      "another type", "action Shop.run(x: int)", "action Shop.run(x: text)",
      "breaks  Shop.run, the parameter 'x': the face sends int, the component takes text"),
    DriftCase(
      "a wider type", "action Shop.run(a: int, b: text, c: date, d: \"a\", e: 1)",
      "action Shop.run(a: double, b: any, c: text, d: text, e: double)",
      "fits  Shop.run, the parameter 'a': the face sends int, the component takes double",
      "fits  Shop.run, the parameter 'b': the face sends text, the component takes any",
      "fits  Shop.run, the parameter 'c': the face sends date, the component takes text",
      "fits  Shop.run, the parameter 'd': the face sends \"a\", the component takes text",
      "fits  Shop.run, the parameter 'e': the face sends 1, the component takes double"),
    DriftCase(
      "a narrower type", "action Shop.run(a: double, b: any, c: text, d: text, e: int)",
      "action Shop.run(a: int, b: text, c: date, d: \"a\", e: 1)",
      "breaks  Shop.run, the parameter 'a': the face sends double, the component takes int",
      "breaks  Shop.run, the parameter 'b': the face sends any, the component takes text",
      "breaks  Shop.run, the parameter 'c': the face sends text, the component takes date",
      "breaks  Shop.run, the parameter 'd': the face sends text, the component takes \"a\"",
      "breaks  Shop.run, the parameter 'e': the face sends int, the component takes 1"),
    DriftCase(
      "a default that the wider type has not", "action Shop.run(x: int = 9007199254740993)",
      "action Shop.run(x: double = 1)",
      "breaks  Shop.run, the parameter 'x': the component does not take its old default, which the face goes on sending",
      "fits  Shop.run, the parameter 'x': its default is now 1.0; the face goes on sending 9007199254740993",
      "fits  Shop.run, the parameter 'x': the face sends int, the component takes double"),
    DriftCase(
      "alternatives", "action Shop.run(a: \"x\" | \"y\", b: 1 | 2)", "action Shop.run(a: \"x\" | \"z\", b: 1 | 2 | 3)",
      "breaks  Shop.run, the parameter 'a': the face can send \"y\", which the component no longer takes",
      "fits  Shop.run, the parameter 'b': the component also takes 3"),
    DriftCase(
      "inside lists and maps", "action Shop.run(a: [[int]], b: [text: {c: int?}])",
      "action Shop.run(a: [[text]], b: [text: {c: int}])",
      "breaks  Shop.run, the parameter 'a[][]': the face sends int, the component takes text",
      "breaks  Shop.run, the parameter 'b[text].c': the face sends null or leaves it out where it is nil, the component requires it"
    ),
    DriftCase(
      "fields", "action Shop.run(a: {x: int, y: int?, z: int})", "action Shop.run(a: {z: int, v: int?, w: int})",
      "breaks  Shop.run, the parameter 'a.x': it is gone, and the component refuses it; the face sends it always",
      "breaks  Shop.run, the parameter 'a.y': it is gone, and the component refuses it; the face sends it where it is set",
      "breaks  Shop.run, the parameter 'a.w': a new field that is required; the face never sends it",
      "fits  Shop.run, the parameter 'a.v': a new field"),
    DriftCase(
      "a record becomes a map", "action Shop.run(a: {x: int, y: int?})", "action Shop.run(a: [text: int])",
      "fits  Shop.run, the parameter 'a': the face sends {x: int, y: int?}, the component takes [text: int]"),
    DriftCase(
      "a map becomes a record", "action Shop.run(a: [text: int])", "action Shop.run(a: {x: int?})",
      "breaks  Shop.run, the parameter 'a': the face sends [text: int], the component takes {x: int?}"),
  ]

  static let replies = [
    DriftCase(
      "another type", "action Shop.run() -> int", "action Shop.run() -> text",
      "breaks  Shop.run, the reply: the face reads int, the component replies text"),
    DriftCase(
      "gone", "action Shop.run() -> int", "action Shop.run()",
      "breaks  Shop.run, the reply: the face reads int; the component no longer says what it replies"),
    DriftCase(
      "new", "action Shop.run()", "action Shop.run() -> int",
      "fits  Shop.run, the reply: it is now int; the face reads any value"),
    DriftCase(
      "narrower", "action Shop.run() -> {a: double, b: any, c: text, d: text, e: int}",
      "action Shop.run() -> {a: int, b: text, c: date, d: \"a\", e: 1}",
      "fits  Shop.run, the reply's 'a': the face reads double, the component replies int",
      "fits  Shop.run, the reply's 'b': the face reads any, the component replies text",
      "fits  Shop.run, the reply's 'c': the face reads text, the component replies date",
      "fits  Shop.run, the reply's 'd': the face reads text, the component replies \"a\"",
      "fits  Shop.run, the reply's 'e': the face reads int, the component replies 1"),
    DriftCase(
      "wider", "action Shop.run() -> {a: int, b: text, c: date, d: \"a\", e: 1}",
      "action Shop.run() -> {a: double, b: any, c: text, d: text, e: int}",
      "breaks  Shop.run, the reply's 'a': the face reads int, the component replies double",
      "breaks  Shop.run, the reply's 'b': the face reads text, the component replies any",
      "breaks  Shop.run, the reply's 'c': the face reads date, the component replies text",
      "breaks  Shop.run, the reply's 'd': the face reads \"a\", the component replies text",
      "breaks  Shop.run, the reply's 'e': the face reads 1, the component replies int"),
    DriftCase(
      "alternatives", "action Shop.run() -> \"x\" | \"y\";action Shop.level() -> 1 | 2",
      "action Shop.run() -> \"y\";action Shop.level() -> 1 | 2 | 3",
      "breaks  Shop.level, the reply: the component can reply 3, which the face can't read",
      "fits  Shop.run, the reply: the component no longer replies \"x\""),
    DriftCase(
      "null", "action Shop.run() -> int;action Shop.maybe() -> int?",
      "action Shop.run() -> int?;action Shop.maybe() -> int",
      "breaks  Shop.run, the reply: the component can reply null or leave it out, the face needs it",
      "fits  Shop.maybe, the reply: the face reads int?, the component replies int"),
    DriftCase(
      "nothing", "action Shop.a();action Shop.b() -> nothing;action Shop.c() -> nothing;action Shop.d() -> int",
      "action Shop.a() -> nothing;action Shop.b();action Shop.c() -> int;action Shop.d() -> nothing",
      "breaks  Shop.d, the reply: the component can reply null or leave it out, the face needs it",
      "fits  Shop.a, the reply: it is now nothing; the face reads any value",
      "fits  Shop.b, the reply: it no longer says what it replies; the face reads any value",
      "fits  Shop.c, the reply: it is now int; the face reads any value"),
    DriftCase(
      "fields", "action Shop.run() -> {x: int, y: int?, z: int, a: any}",
      "action Shop.run() -> {z: int?, v: int, a: any?}",
      "breaks  Shop.run, the reply's 'x': it is gone; the face can't read the reply without it",
      "breaks  Shop.run, the reply's 'z': the component can reply null or leave it out, the face needs it",
      "breaks  Shop.run, the reply's 'a': the component can reply null or leave it out, the face needs it",
      "fits  Shop.run, the reply's 'y': it is gone; the face reads it as absent",
      "fits  Shop.run, the reply's 'v': a new field"),
    DriftCase(
      "a named type, once", "type A = {x: int, as: [A]};action Shop.a() -> A;action Shop.b() -> [A]",
      "type A = {x: text, as: [A]};action Shop.a() -> A;action Shop.b() -> [A]",
      "breaks  Shop.a, the reply's 'x': the face reads int, the component replies text",
      "breaks  Shop.b, the reply's '[]': A no longer fits, as with Shop.a"),
    DriftCase(
      "a record becomes a map", "action Shop.run() -> {x: int}", "action Shop.run() -> [text: int]",
      "breaks  Shop.run, the reply: the face reads {x: int}, the component replies [text: int]"),
    DriftCase(
      "a record of which nothing is needed becomes a map", "action Shop.run() -> {x: int?, y: text?}",
      "action Shop.run() -> [text: int]",
      "breaks  Shop.run, the reply's 'y': the face reads text?, the component replies int"),
    DriftCase(
      "names of the same name", "type A = int?;type B = 1;action Shop.run(b: B) -> A",
      "type A = text;type B = 2;action Shop.run(b: B) -> A",
      "breaks  Shop.run, the parameter 'b': the face can send 1, which the component no longer takes",
      "breaks  Shop.run, the reply: the face reads int?, the component replies text"),
    DriftCase(
      "ints that no double is", "action Shop.run(x: 1 | 9223372036854775807)", "action Shop.run(x: double)",
      "breaks  Shop.run, the parameter 'x': the face can send 9223372036854775807, which the component no longer takes"),
    DriftCase(
      "a map becomes a record", "action Shop.run() -> [text: int]", "action Shop.run() -> {x: int, y: text}",
      "breaks  Shop.run, the reply's 'y': the face reads int, the component replies text"),
    DriftCase(
      "hostile alternatives", "action Shop.run() -> \"x\"", #"action Shop.run() -> "x" | "\u202e\n""#,
      #"breaks  Shop.run, the reply: the component can reply "\u202e\n", which the face can't read"#),
  ]
}
