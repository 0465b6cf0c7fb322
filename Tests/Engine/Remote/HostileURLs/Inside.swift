import ComponentHost
import ComponentKit

/// A component whose open actions fail in every way there is; a route leads to each.
struct Inside: Component {
  let mediator: Mediator
  init(mediator: Mediator) { self.mediator = mediator }

  struct Narrow: Request {
    static let target = "Inside"
    static let isRemote = true
    @Parameter var depth: Int
    typealias Reply = Int
  }

  var actions: [Action] {
    on(Narrow.self) { $0.depth }
    Action.deferring("drops") { _ in }.remote
    Action("waits") { call async throws -> Value in
      try await Task.sleep(for: .seconds(60))
      return nil
    }.remote
    Action("object") { _ in .object(Object(Ware())) }.remote
    Action("deep") { [mediator] _ in try mediator.call("Inside", "deep") }.remote
    Action("turns") { [mediator] _ in try mediator.call("Inside.Gate", "enter") }.remote
    Action("component") { [mediator] _ in try mediator.call("Cellar", "open") }.remote
    Action("target") { [mediator] _ in try mediator.call("Inside.Cellar", "open") }.remote
    Action("action") { [mediator] _ in try mediator.call("Inside", "cellar") }.remote
    Action("name") { [mediator] _ in try mediator.call("Cell ar", "open") }.remote
    Action("parameters") { [mediator] _ in try mediator.call("Inside", "narrow", ["depth": "x"]) }.remote
    Action("late") { [mediator] _ in try mediator.call("Inside", "waits", timeLimit: .milliseconds(5)) }.remote
    Action("url") { [mediator] _ in try mediator.open("app://Cellar/open") }.remote
    Action("key") { [mediator] _ in try mediator.open(key: "Cellar_open") }.remote
    Action("without") { [mediator] _ in
      try Neighbour("Cellar").needed(
        mediator.call("Cellar", "open"), or: "there is no wine today", reason: "no_wine")
    }.remote
    Action("copy") { [mediator] _ in
      do throws(Failure) {
        return try mediator.call("Cellar", "open")
      } catch {
        throw Failure(error.code, error.reason, error.message, details: error.details)
      }
    }.remote
    Action("says") { _ in throw Failure(.timedOut, "no_hurry", "the cook is asleep", details: ["until": 7]) }.remote
    Action("plain") { _ in throw Failure(.notFound, "", "there is no such dish") }.remote
  }

  var targets: [Target] {
    Target("Gate", isSerial: true) {
      Action("enter") { [mediator] _ in try mediator.call("Inside.Gate", "enter") }
    }
  }

  var paths: [Path] {
    for action in actions { Path("/way/\(action.name)", action.name) }
    Path("/narrow/:depth", "narrow")
  }
}
