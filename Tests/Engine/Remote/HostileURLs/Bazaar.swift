import ComponentHost
import ComponentKit

/// What the hostile URLs are thrown at: open and local actions, routes and map keys to both.
struct Bazaar: Component {
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  struct Find: Request {
    static let target = "Bazaar"
    static let isRemote = true
    @Parameter var id: Int
    @Parameter var tags: [String]?
    @Parameter var exact = false
    typealias Reply = String
  }

  struct Goods: Request {
    static let target = "Bazaar"
    static let isRemote = true
    @Parameter var id: Int
    @Parameter var page = 1
    typealias Reply = String
  }

  struct Shape: Request {
    static let target = "Bazaar"
    static let isRemote = true
    @Parameter var size: [String: Int]
    typealias Reply = [String: Int]
  }

  var actions: [Action] {
    on(Find.self) { request in "\(request.id) \(request.tags ?? []) \(request.exact)" }
    on(Goods.self) { request in "goods \(request.id), page \(request.page)" }
    on(Shape.self) { request in request.size }
    Action("echo") { call in .map(call.parameters) }.remote
    Action("everything") { call in ["parameters": .map(call.parameters), "hints": .map(call.hints)] }.remote
    Action("later") { call async throws -> Value in
      await Task.yield()
      return "later"
    }.remote
    Action("own") { call in .int(try call.int("id")) }.remote
    Action("object") { _ in .object(Object(Ware())) }.remote
    Action("refuses") { _ in throw Failure(.denied, "not_today", "come back tomorrow", details: ["day": "Sunday"]) }
      .remote
    Action("passes") { [mediator] _ in try mediator.call("Vaultt", "open") }.remote
    Action("through") { [mediator] _ in try mediator.call("Vault", "open") }.remote
    Action("declines") { _ in throw Failure(.notFound, "declined", "not mine") }.remote
    Action("secret") { _ in "never" }
    Action("nativeThing") { _ in "never" }.remote
    Action("NativeOther") { _ in "never" }.remote
    Action("notFound") { _ in "the page of the bazaar" }
  }

  var targets: [Target] {
    Target("Back") {
      Action("door") { _ in "the back door" }.remote
      Action("cellar") { _ in "never" }
    }
  }

  var paths: [Path] {
    Path("/goods/:id<int>", "goods")
    Path("/goods/:word", "echo")
    Path("/word/:word", "echo")
    Path("/rest/*rest", "echo")
    Path("/fixed", "everything", fixed: ["page": 7])
    Path("/hidden/:id", "secret")
  }

  var keys: [Key] {
    Key("thing", "everything", hints: ["animated": true, "times": 1])
    Key("hush", "secret", hints: ["times": 1])
  }
}

final class Ware: Sendable {}

/// Nothing of it is open.
struct Vault: Component {
  init(mediator: Mediator) {}
  var actions: [Action] { Action("open") { _ in "gold" } }
}

extension Host {
  /// A host with both, and with routes of the program.
  static func bazaar(_ change: (inout Settings) -> Void = { _ in }) throws -> Host {
    var settings = Settings()
    settings.policy.routes = [
      Route("/b/:id", host: "shop.example", to: "Bazaar", "goods"),
      Route("/vault", host: "shop.example", to: "Vault", "open"),
    ]
    change(&settings)
    let host = Host(settings)
    try host.register(Bazaar.self)
    try host.register(Vault.self)
    return host
  }
}
