import ComponentDoors
import ComponentHost
import ComponentKit
import Testing

/// Map keys in the description: where they are called over HTTP, and what their hints are there.
@Suite struct OpenAPIKeyTests {
  private func paths(_ policy: Policy = Policy(), _ components: [any Component.Type] = [Safe.self]) throws -> Fields {
    var settings = Settings(directories: [])
    settings.policy = policy
    let host = Host(settings)
    defer { host.close() }
    for component in components { try host.register(component) }
    return try Value(json: OpenAPI(of: host).json)["paths"]?.map ?? [:]
  }

  private static let base64 =
    "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"

  private func policy(_ json: String) throws -> Policy { try Policy(json: Array(json.utf8), file: "policy.json") }

  @Test func `a key has the path of its component and its name, behind the actions`() throws {
    let keys = try paths().keys
    #expect(keys == ["/Safe/open", "/Safe/look", "/Safe/Box_lid", "/Safe/door", "/Safe/peek", "/Safe/{code}/in"])
  }

  @Test func `what is only a hint is said among the parameters, and a parameter of its name is not`() throws {
    let door = try #require(try paths()["/Safe/door"]?["post"])
    #expect(door["operationId"] == "Safe.open-Safe-door" && door["summary"] == "Opens it")
    #expect(
      try door["requestBody"]?.json()
        == #"{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"#
        + #""code":{"type":"integer","format":"int64"},"#
        + #""wide":{"type":"boolean","description":"A hint of the map key Safe_door","default":true},"#
        + #""turns":{"type":"integer","format":"int64","description":"A hint of the map key Safe_door","default":2},"#
        + #""force":{"type":"number","format":"double","description":"A hint of the map key Safe_door"},"#
        + #""hands":{"type":"array","description":"A hint of the map key Safe_door","default":["left"]},"#
        + #""mood":{"description":"A hint of the map key Safe_door"},"#
        + #""mark":{"type":"string","contentEncoding":"base64","pattern":"\#(Self.base64)","#
        + #""description":"A hint of the map key Safe_door","default":"AQ=="}},"#
        + #""required":["code"],"additionalProperties":false}}}}"#)
    #expect(try paths()["/Safe/door"]?["get"] == nil)
  }

  @Test func `a query says the hints of an action that only reads`() throws {
    let peek = try #require(try paths()["/Safe/peek"]?["get"])
    #expect(
      try peek["parameters"]?.json()
        == #"[{"name":"deep","in":"query","required":false,"schema":{"type":"boolean","default":false},"allowEmptyValue":true},"#
        + #"{"name":"lamp","in":"query","required":false,"description":"A hint of the map key Safe_peek","#
        + #""schema":{"type":"string","default":"red"}}]"#)
  }

  @Test func `where the path is that of the key's own action it takes the hints, once`() throws {
    let look = try #require(try paths()["/Safe/look"])
    let properties = look["post"]?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"]
    #expect(look["get"]?["parameters"]?.list?.compactMap { $0["name"]?.text } == ["deep", "near"])
    #expect(properties?.map?.keys == ["deep", "near"])
  }

  @Test func `an action or a route that goes before a key leaves it no path`() throws {
    // Safe_open leads to Safe.look, and /Safe/open is the action's.
    #expect(try paths()["/Safe/open"]?["get"] == nil)
    let route = #"{"routes": [{"from": "app://Safe/:what", "target": "Safe", "action": "look"}]}"#
    let routed = try paths(try policy(route))
    #expect(routed["/Safe/door"] == nil && routed["/Safe/peek"] == nil && routed["/Safe/{what}"] != nil)
    let later = #"{"routes": [{"from": "app://Safe/:what", "target": "Safe", "action": "look", "priority": -1}]}"#
    #expect(try paths(try policy(later))["/Safe/door"] != nil)
    // What nobody reaches goes before nothing.
    let hidden = route.replacing("look", with: "hide")
    #expect(try paths(try policy(hidden))["/Safe/door"] != nil)
  }

  @Test func `what the policy denies or a component hides has none`() throws {
    #expect(try paths()["/Safe/back"] == nil)
    #expect(try paths(try policy(#"{"targets": {"deny": ["Safe"]}}"#)).keys == [])
  }

  @Test func `another name of the component gives another path, and one that is another component's takes its away`()
    throws
  {
    let keys = try paths(try policy(#"{"aliases": {"box": "Safe", "Other": "Safe"}}"#), [Safe.self, Other.self]).keys
    #expect(
      Set(keys.filter { $0.hasPrefix("/box/") })
        == ["/box/Box_lid", "/box/door", "/box/look", "/box/open", "/box/peek"])
    #expect(keys.contains("/Other/door") && !keys.contains("/Other/own"))
  }

  @Test func `a key that another component takes, whose name is shorter, is told as that one's`() throws {
    let both = try paths(Policy(), [Safe.self, Safe_Box.self])
    #expect(both["/Safe_Box/lid"] == nil && both["/Safe/Box_lid"]?["post"]?["operationId"] == "Safe.open-Safe-Box_lid")
    #expect(try paths(Policy(), [Safe_Box.self])["/Safe_Box/lid"] != nil)
  }
}

private struct Safe: Component {
  init(mediator: Mediator) {}

  var actions: [Action] {
    on(Open.self) { _ in NoReply() }
    on(Look.self) { _ in NoReply() }
    Action("hide") { _ in nil }
  }

  struct Open: Request {
    static let target = "Safe"
    static let summary = "Opens it"
    static let isRemote = true
    @Parameter var code: Int
    @Parameter var wide = false
    typealias Reply = NoReply
  }

  struct Look: Request {
    static let target = "Safe"
    static let isRemote = true
    static let reads = true
    @Parameter var deep = false
    typealias Reply = NoReply
  }

  var paths: [Path] { [Path("/:code<int>/in", "open")] }

  var keys: [Key] {
    Key(
      "door", "open",
      hints: [
        "wide": true, "turns": 2, "force": .double(.infinity), "hands": ["left"], "mood": nil, "mark": .bytes([1]),
      ])
    Key("peek", "look", hints: ["lamp": "red", "many": [1]])
    Key("look", "look", hints: ["near": true])
    Key("open", "look")
    Key("back", "hide")
    Key("Box_lid", "open")
  }
}

private struct Other: Component {
  init(mediator: Mediator) {}
  var actions: [Action] { Action("run") { _ in nil }.remote }
  var keys: [Key] { [Key("own", "run")] }
}

// Its key is called as one of Safe's is.
private struct Safe_Box: Component {
  init(mediator: Mediator) {}
  var actions: [Action] { Action("lift") { _ in nil }.remote }
  var keys: [Key] { [Key("lid", "lift")] }
}
