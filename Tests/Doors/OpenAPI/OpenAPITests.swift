import ComponentDoors
import ComponentHost
import ComponentKit
import TestSchemas
import Testing

@Suite struct OpenAPITests {
  private func document(_ policy: Policy = Policy()) throws -> Value {
    try Value(json: try OpenAPITests.bytes(policy))
  }

  private static func bytes(_ policy: Policy = Policy()) throws -> [UInt8] {
    var settings = Settings(directories: [])
    settings.policy = policy
    let host = Host(settings)
    defer { host.close() }
    try host.register(Shop.self)
    try host.register(Bare.self)
    return OpenAPI(of: host).json
  }

  @Test func `what is open has a path, and what is not has none`() throws {
    let paths = try document()["paths"]?.map?.keys
    #expect(
      paths == [
        "/Bare/take", "/Shop/buy", "/Shop/find", "/Shop/draw", "/Shop/sketch", "/Shop/photo", "/Shop.Till/count",
        "/Shop/goods/{id}/{size}", "/Shop/goods/{id}", "/Shop/shelf/{word}",
      ])
  }

  // What each path leads to.
  private func ways(_ components: [any Component.Type], _ policy: Policy = Policy()) throws -> [String: String] {
    var settings = Settings(directories: [])
    settings.policy = policy
    let host = Host(settings)
    defer { host.close() }
    for component in components { try host.register(component) }
    let paths = try Value(json: OpenAPI(of: host).json)["paths"]?.map ?? [:]
    return Dictionary(uniqueKeysWithValues: paths.map { ($0, $1["post"]?["operationId"]?.text ?? "") })
  }

  @Test func `at a path stands what the host asks first there`() throws {
    #expect(
      try ways([Ranked.self]) == [
        "/Ranked/good": "Ranked.bad-Ranked-good", "/Ranked/bad": "Ranked.bad", "/Ranked/same": "Ranked.same",
        "/Ranked/a/{x}": "Ranked.bad-Ranked-a-x", "/Ranked/{what}": "Ranked.bad-Ranked-what",
      ])
  }

  @Test func `the policy's routes stand where they go before actions and keys, whatever their priority`() throws {
    func told(_ routes: String) throws -> [String: String] {
      try ways(
        [Plain.self], Policy(json: Array("{\"routes\": [\(routes)]}".utf8), file: "policy.json"))
    }
    let plain = ["/Plain/bad": "Plain.bad", "/Plain/good": "Plain.good", "/Plain/key": "Plain.good-Plain-key"]
    #expect(try told("") == plain)
    // Words go before the action that they are.
    let words = #"{"from": "app://Plain/good", "target": "Plain", "action": "bad"}"#
    #expect(try told(words) == plain.merging(["/Plain/good": "Plain.bad-Plain-good"]) { $1 })
    let all = #"{"from": "app://Plain/:x", "target": "Plain", "action": "bad", "priority": 1}"#
    #expect(try told(all) == ["/Plain/{x}": "Plain.bad-Plain-x"])
    let behind = all.replacing(", \"priority\": 1", with: "")
    #expect(try told(behind)["/Plain/good"] == "Plain.good")
    let anywhere = #"{"from": "app://:host/*rest", "target": "Plain", "action": "bad", "priority": 1}"#
    #expect(try told(anywhere) == ["/{host}/{rest}": "Plain.bad-host-rest"])
    // What nobody reaches goes before nothing, and what is of another scheme is no path.
    #expect(try told(words.replacing("\"bad\"", with: "\"hidden\"")) == plain)
    #expect(try told(words.replacing("app:", with: "web:")) == plain)
    // What nobody can call is asked before a route all the same.
    let vain = #"{"from": "app://Plain/vain", "target": "Plain", "action": "bad", "priority": -1}"#
    #expect(try told(vain) == plain)
  }

  @Test func `POST has the parameters in its body, with notes, defaults, and types by their names`() throws {
    let document = try document()
    let post = try #require(document["paths"]?["/Shop/buy"]?["post"])
    #expect(post["operationId"] == "Shop.buy" && post["tags"] == ["Shop"] && post["summary"] == "Buys something")
    #expect(
      try post["requestBody"]?.json()
        == ##"{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"##
        + ##""id":{"type":"integer","format":"int64","description":"Its number"},"##
        + ##""size":{"type":["string","null"],"enum":["small","large",null],"default":"small"}},"##
        + ##""required":["id"],"additionalProperties":false}}}}"##)
    #expect(document["paths"]?["/Shop/buy"]?["get"] == nil)
    #expect(
      try document["components"]?["schemas"]?["Shop.Shop_Receipt"]?.json()
        == #"{"type":"object","properties":{"id":{"type":"integer","format":"int64"},"paid":{"type":"boolean"}},"#
        + #""required":["id","paid"],"additionalProperties":false}"#)
    #expect(post["responses"]?["200"]?["content"]?.map?.keys == ["application/json"])
    #expect(
      post["responses"]?["200"]?["content"]?["application/json"]?["schema"]
        == ["$ref": "#/components/schemas/Shop.Shop_Receipt"])
  }

  @Test func `GET is there for what changes nothing, with the parameters in its query`() throws {
    let find = try #require(try document()["paths"]?["/Shop/find"])
    #expect(find["get"]?["operationId"] == "get-Shop.find")
    #expect(
      try find["get"]?["parameters"]?.json()
        == #"[{"name":"word","in":"query","required":true,"schema":{"type":"string"}},"#
        + #"{"name":"tags","in":"query","required":false,"schema":{"type":"array","items":{"type":"string"}},"allowEmptyValue":true},"#
        + #"{"name":"within","in":"query","required":false,"#
        + #""content":{"application/json":{"schema":{"type":"object","additionalProperties":{"type":"integer","format":"int64"}}}},"allowEmptyValue":true},"#
        + #"{"name":"limit","in":"query","required":false,"schema":{"type":"integer","format":"int64","default":10},"allowEmptyValue":true}]"#
    )
    // Only what has a body can have one of the wrong kind, and only a GET ask for what may change something.
    #expect(find["get"]?["responses"]?["415"] == nil && find["post"]?["responses"]?["415"] != nil)
    #expect(find["get"]?["responses"]?["405"] != nil && find["post"]?["responses"]?["405"] == nil)
    #expect(find["get"]?["responses"]?["200"]?["content"]?.map?.keys == ["application/json", "text/event-stream"])
  }

  @Test func `an action that does not say what it takes takes anything, and may reply with anything`() throws {
    let take = try #require(try document()["paths"]?["/Bare/take"]?["post"])
    #expect(take["requestBody"]?["required"] == false)
    #expect(take["requestBody"]?["content"]?["application/json"]?["schema"] == ["type": "object"])
    #expect(
      take["responses"]?["200"]?["content"]?.map?.keys == [
        "application/json", "text/plain", "application/octet-stream",
      ])
  }

  @Test func `a reply has the type that its action declares, in the place of text and bytes`() throws {
    let paths = try document()["paths"]
    let sketch = paths?["/Shop/sketch"]?["post"]?["responses"]?["200"]?["content"]
    #expect(
      try sketch?.json()
        == #"{"application/json":{"schema":{"type":"string"}},"image/svg+xml":{"schema":{"type":"string"}}}"#)
    let photo = paths?["/Shop/photo"]?["post"]?["responses"]?["200"]?["content"]
    #expect(try photo?.json() == #"{"application/json":{"schema":{}},"image/png":{}}"#)
  }

  @Test func `a declared path has its variables in it, and what it fixes nobody says`() throws {
    let paths = try document()["paths"]
    let goods = try #require(paths?["/Shop/goods/{id}/{size}"])
    #expect(
      try goods["parameters"]?.list?.prefix(2).map { try $0.json() } == [
        #"{"name":"id","in":"path","required":true,"description":"Its number","schema":{"type":"integer","format":"int64"}}"#,
        #"{"name":"size","in":"path","required":true,"schema":{"type":"string","enum":["small","large"],"default":"small"}}"#,
      ])
    #expect(
      goods["post"]?["requestBody"] == [
        "required": false,
        "content": ["application/json": ["schema": ["type": "object", "additionalProperties": false]]],
      ])
    #expect(goods["post"]?["operationId"] == "Shop.buy-Shop-goods-id-size")
    let shelf = try #require(paths?["/Shop/shelf/{word}"])
    #expect(shelf["get"]?["parameters"]?.list?.compactMap { $0["name"]?.text } == ["tags", "within", "limit"])
    #expect(paths?["/Shop/goods/{id}"]?["post"]?["requestBody"]?["required"] == false)
  }

  @Test func `every operation has a name of its own, and all that is referred to is there`() throws {
    let document = try document()
    var names: [String] = []
    for (_, path) in document["paths"]?.map ?? [:] {
      for (_, operation) in path.map ?? [:] { if let name = operation["operationId"]?.text { names.append(name) } }
    }
    #expect(names.count == 12 && Set(names).count == names.count, "\(names)")
    func follow(_ value: Value) {
      for item in value.list ?? [] { follow(item) }
      for (key, item) in value.map ?? [:] {
        if key == "$ref", let text = item.text {
          var place: Value? = document
          for part in text.dropFirst(2).split(separator: "/") { place = place?[String(part)] }
          #expect(text.hasPrefix("#/") && place != nil, "\(text)")
        }
        follow(item)
      }
    }
    follow(document)
  }

  @Test func `what a policy keeps from callers is not told`() throws {
    var policy = Policy()
    policy.deniedTargets = ["Shop.Till", "Bare"]
    let denied = try document(policy)
    #expect(denied["paths"]?.map?.keys.contains { $0.contains("Till") || $0.contains("Bare") } == false)
    #expect(denied["tags"]?.list?.compactMap { $0["name"]?.text } == ["Shop"])
    policy.schemes = ["shop"]
    let closed = try document(policy)
    #expect(closed["paths"] == [:] && closed["tags"] == [])
  }

  @Test func `a policy's routes are told as well`() throws {
    var policy = Policy()
    policy.routes = [
      try Route(parsing: "app://wares/:word", to: "Shop", "find", fixed: ["limit": 3]),
      try Route(parsing: "mail://letters/:word", to: "Shop", "find"),
      try Route(parsing: "//hidden/:word", to: "Shop", "hide"),
    ]
    let paths = try #require(try document(policy)["paths"]?.map)
    #expect(
      paths["/wares/{word}"]?["get"]?["parameters"]?.list?.compactMap { $0["name"]?.text } == ["tags", "within"])
    #expect(!paths.keys.contains { $0.contains("letters") || $0.contains("hidden") })
  }

  @Test func `the same components give the same bytes, a line for each path`() throws {
    let bytes = try OpenAPITests.bytes()
    #expect(try OpenAPITests.bytes() == bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix(#""/Shop"#) || $0.hasPrefix(#","/Shop"#) } == 9)
    #expect(bytes.last == UInt8(ascii: "\n"))
  }

  @Test func `every status that calls are answered with is told, with what it means`() throws {
    let responses = try #require(try document()["components"]?["responses"]?.map)
    for status in HTTPStatus.meanings.flatMap(\.statuses) where status != .ok {
      let word = status.phrase.filter { $0 != " " && $0 != "-" }
      #expect(responses[word]?["description"]?.text?.isEmpty == false, "\(status)")
      #expect(responses[word]?["content"]?["application/json"] != nil)
    }
  }
}

private struct Shop: Component {
  static let summary = "Sells"
  init(mediator: Mediator) {}

  var actions: [Action] {
    on(Buy.self) { Receipt(id: $0.id, paid: true) }
    on(Find.self) { _ in [] }
    on(Hide.self) { _ in NoReply() }
    on(Draw.self) { _ in "…" }
    on(Keep.self) { _ in NoReply() }
    on(Sketch.self) { _ in "<svg/>" }
    Action("photo") { _ in .bytes([]) }.remote.replying(as: "image/png")
  }

  var targets: [Target] {
    Target("Till", "Where one pays") { on(Count.self) { _ in 3 } }
  }

  var paths: [Path] {
    Path("/goods/:id<int>/:size?", "buy")
    Path("/shelf/:word", "find", fixed: [:])
    Path("/hidden", "hide")
  }

  enum Size: String, Codable, Sendable, CaseIterable { case small, large }

  struct Receipt: Codable, Sendable {
    var id: Int
    var paid: Bool
  }

  struct Buy: Request {
    static let target = "Shop"
    static let summary = "Buys something"
    static let isRemote = true
    @Parameter("Its number") var id: Int
    @Parameter var size = Size.small
    typealias Reply = Receipt
  }

  struct Find: Request {
    static let target = "Shop"
    static let isRemote = true
    static let reads = true
    static let tellsProgress = true
    @Parameter var word: String
    @Parameter var tags: [String]?
    @Parameter var within: [String: Int]?
    @Parameter var limit = 10
    typealias Reply = [Int]
  }

  struct Hide: Request {
    static let target = "Shop"
    typealias Reply = NoReply
  }

  struct Draw: Request {
    static let target = "Shop"
    static let isRemote = true
    @Parameter var done: Function?
    typealias Reply = String
  }

  struct Sketch: Request {
    static let target = "Shop"
    static let isRemote = true
    static let mediaType = "image/svg+xml"
    typealias Reply = String
  }

  // Nobody outside has a function to give.
  struct Keep: Request {
    static let target = "Shop"
    static let isRemote = true
    @Parameter var done: Function
    typealias Reply = NoReply
  }

  struct Count: Request {
    static let target = "Shop.Till"
    static let isRemote = true
    typealias Reply = Int
  }
}

private struct Bare: Component {
  init(mediator: Mediator) {}
  var actions: [Action] { Action("take", "Takes what comes") { _ in nil }.remote }
}

// Its paths go before its actions, and before each other.
private struct Ranked: Component {
  init(mediator: Mediator) {}
  var actions: [Action] {
    Action("bad") { _ in nil }.remote
    Action("good") { _ in nil }.remote
    Action("same") { _ in nil }.remote
  }
  var paths: [Path] {
    Path("/good", "bad", priority: 100)
    Path("/same", "same")
    Path("/a/:x", "bad", priority: 5)
    Path("/a/b", "good")
    Path("/:what", "bad")
  }
}

private struct Plain: Component {
  init(mediator: Mediator) {}
  var actions: [Action] {
    Action("bad") { _ in nil }.remote
    Action("good") { _ in nil }.remote
    Action("hidden") { _ in nil }
    on(Vain.self) { _ in NoReply() }
  }
  var keys: [Key] { [Key("key", "good")] }

  struct Vain: Request {
    static let target = "Plain"
    static let isRemote = true
    @Parameter var done: Function
    typealias Reply = NoReply
  }
}
