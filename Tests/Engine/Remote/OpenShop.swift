import ComponentHost
import ComponentKit

extension OpenTests {
  /// A component with something for callers from outside, and something not for them.
  struct Shop: Component {
    let mediator: Mediator
    init(mediator: Mediator) { self.mediator = mediator }

    struct Find: Request {
      static let target = "Shop"
      static let isRemote = true
      @Parameter var id: Int
      @Parameter var tags: [String]?
      @Parameter var exact = false
      typealias Reply = String
    }

    var actions: [Action] {
      on(Find.self) { request in "\(request.id) \(request.tags ?? []) \(request.exact)" }
      Action("all", "Gives back what it gets") { call in
        ["parameters": .map(call.parameters), "hints": .map(call.hints), "remote": .bool(call.isRemote)]
      }.remote
      Action("secret") { _ in "secret" }
      Action("nativeThing") { _ in "never" }.remote
      Action("NATIVE") { _ in "never" }.remote
      Action("book") { call in .text("book \(try call.int("id"))") }.remote
      Action("any") { call in .text("any \(try call.text("word"))") }.remote
      Action("declines") { _ in throw Failure(.notFound, "declined", "not mine") }.remote
      Action("waits") { call async throws -> Value in
        try await Task.sleep(for: .milliseconds(300))
        return nil
      }.remote
      Action("object") { _ in .object(Object(Thing())) }.remote
      Action("via") { [mediator] _ in try mediator.call("Shop", "secret") }.remote
      Action("later") { call async throws -> Value in
        try await Task.sleep(for: .milliseconds(5))
        return .text(try call.text("word"))
      }.remote
    }

    var targets: [Target] { Target("Back") { Action("door") { _ in "open" }.remote } }

    var paths: [Path] {
      Path("/books/:id<int>", "book")
      Path("/books/:word", "any")
      Path("/first/*word", "declines")
      Path("/:a/:word", "any")
      Path("/door", "door", of: "Back")
      Path("/hidden", "secret")
      Path("/fixed", "all", fixed: ["page": 7])
    }

    var keys: [Key] {
      Key("thing", "all", hints: ["animated": true, "times": 1])
      Key("hush", "secret")
    }
  }

  final class Thing: Sendable {}
}
