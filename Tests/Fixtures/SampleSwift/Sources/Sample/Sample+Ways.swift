import ComponentKit
import Glibc
import Synchronization

// Calls that are not waited for, calls that are given up, and ways by URLs.
extension Sample {
  @ListBuilder<Action> var ways: [Action] {
    // A call that is not waited for: what was heard of it.
    Action.deferring("begin", "An action") { [mediator] call in
      let heard = Heard()
      mediator.start(
        try call.text("target"), "progress", ["steps": .int(try call.int("steps"))],
        progress: { fraction, message in
          heard.words.withLock { $0 += "\(Int((fraction ?? -1) * 100)) \(message), " }
        },
        within: call
      ) { outcome in
        switch outcome {
        case .success(let steps): call.reply(.text(heard.words.withLock { $0 } + "\(steps.int ?? -1)"))
        case .failure(let failure): call.fail(failure)
        }
      }
    }
    // The code of a call that was given up before it began.
    Action("giveUp", "An action") { [mediator] _ in
      let cancellation = Cancellation(mediator)
      cancellation.cancel()
      do throws(Failure) {
        return try mediator.call("Sample.Helpers", "untilStopped", cancellation: cancellation)
      } catch {
        return .int(Int(error.code.rawValue))
      }
    }
    Action.deferring("beginURL", "An action") { [mediator] call in
      mediator.open(try call.text("url"), ["also": "later"], within: call) { call.end(as: $0) }
    }
    Action.deferring("beginKey", "An action") { [mediator] call in
      mediator.open(key: try call.text("key"), hints: ["hot": .bool(try call.bool("hot"))], within: call) {
        call.end(as: $0)
      }
    }
    // Opens a URL that is given no more time than this.
    Action("limitedURL", "An action") { [mediator] call in
      try mediator.open(try call.text("url"), timeLimit: .milliseconds(try call.int("milliseconds")))
    }
    Action("wait", "An action") { call in
      while true {
        try call.checkCancelled()
        sched_yield()
      }
    }.remote
    on(Way.self) { way in Way.Reply(unit: way.unit, names: way.names, also: way.also) }
  }

  /// What a URL leads to by several paths.
  struct Way: Request {
    static let target = "Sample.Ways"
    static let summary = "An action"
    static let isRemote = true
    @Parameter var unit: String
    @Parameter var names: [String]?
    @Parameter var also: String?

    struct Reply: Codable, Sendable {
      let unit: String
      let names: [String]?
      let also: String?
    }
  }

  private final class Heard: Sendable {
    let words = Mutex("")
  }
}
