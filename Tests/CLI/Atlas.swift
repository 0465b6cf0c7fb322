import ComponentKit

/// What these tests describe: typed actions.
struct Atlas: Component {
  static let version = Version(1, 4)
  static let summary = "Has maps"
  init(mediator: Mediator) {}

  var actions: [Action] {
    on(ShowMap.self) { request in MapSheet(id: request.id, kind: request.kind, parts: []) }
    on(Store.self) { request in request.size }
    on(Watch.self) { _ in NoReply() }
    Action("anything", "Takes what comes") { _ in nil }.replying(as: "text/csv")
  }

  var targets: [Target] {
    Target("Legend", "What the signs mean", isSerial: true) { on(Signs.self) { _ in [:] } }
    Target("Desk", lifetime: .perCall, instance: { Thing() }) { desk in desk.action("tidy") { _, _ in nil } }
  }

  var paths: [Path] {
    Path("/maps/:id<int>", "showMap")
    Path("/mountains/:id<int>/:scale<double>?", "showMap", schemes: ["app"], fixed: ["kind": "relief", "isDark": true])
    Path("/signs", "signs", of: "Legend")
  }

  var keys: [Key] {
    Key("sheet", "showMap", hints: ["animated": true, "style": nil])
    Key("signs", "signs", of: "Legend")
    // A component may do that.
    Key("desk", "tidy", of: "Desk", hints: ["brightness": .double(.infinity)])
  }

  struct ShowMap: Request {
    static let target = "Atlas"
    static let summary = "Shows a map"
    static let isRemote = true
    static let tellsProgress = true
    static let reads = true
    @Parameter("The map's number") var id: Int
    @Parameter("How it is drawn; a plain one is done much sooner than one on which the mountains can be seen")
    var kind = MapKind.plain
    @Parameter var scale: Double?
    @Parameter var isDark = false
    @Parameter var limit: Int? = nil
    typealias Reply = MapSheet
  }

  struct Store: Request {
    static let target = "Atlas"
    @Parameter var map: MapSheet
    @Parameter var size: Int
    typealias Reply = Int
  }

  struct Watch: Request {
    static let target = "Atlas"
    static let summary = "Tells what changes"
    @Parameter var changed: Function
    typealias Reply = NoReply
  }

  struct Signs: Request {
    static let target = "Atlas.Legend"
    static let summary = "All of them"
    typealias Reply = [String: String]
  }
}

// A type's name in a signature is its own where it is in no other.
enum MapKind: String, Codable, Sendable, CaseIterable { case plain, relief }

struct MapSheet: Codable, Sendable {
  var id: Int
  var kind: MapKind
  var parts: [MapPart]
}

struct MapPart: Codable, Sendable {
  var name: String
  var parts: [MapPart]
  var sheet: MapSheet?
}
