import ComponentKit
import Glibc

// What the kit says for short, and the helpers of the other languages say as well.
extension Sample {
  @ListBuilder<Action> var kit: [Action] {
    // An enum, a list and bytes that may be missing; a record.
    Action("measure", "An action") { call in
      let names = call.has("names") ? try call.list("names") : []
      let raw = call.has("raw") ? try call.bytes("raw") : nil
      var measure: Fields = [
        "unit": .text(call.has("unit") ? try call.text("unit") : "km"),
        "names": .list(names.enumerated().map { .text("\($0.offset) \($0.element.text ?? "")") }),
        "bytes": .int(raw?.count ?? 0),
      ]
      if let raw { measure["raw"] = .bytes(raw) }
      return .map(measure)
    }.remote.reads
    // A neighbour that may be missing.
    Action("ifThere", "An action") { [mediator] call in
      let target = try call.text("target")
      let said = try Neighbour(target).ifThere(try mediator.strict.call(target, "run"))
      return ["there": .bool(said != nil), "said": said ?? .null]
    }
    // A neighbour without which nothing can be done.
    Action("needed", "An action") { [mediator] call in
      let target = try call.text("target")
      return try Neighbour(target).needed(try mediator.strict.call(target, "run"), or: "nothing today")
    }
    // A date, read and written, and one later than another.
    Action("moment", "An action") { call in
      let at = try call.date("at")
      return ["at": .date(at), "seconds": .int(Int(at.seconds)), "nanosecond": .int(at.nanosecond)]
    }
    Action("after", "An action") { call in
      let at = try call.date("at", default: Timestamp(seconds: 0))
      return .date(Timestamp(seconds: at.seconds + Int64(try call.int("seconds")), nanosecond: at.nanosecond))
    }
    Action("untilStopped", "An action") { call in
      while true {
        try call.checkCancelled()
        sched_yield()
      }
    }
    // With less time than the call that it serves has.
    Action("limited", "An action") { [mediator] call in
      try mediator.call("Sample.Helpers", "untilStopped", timeLimit: .milliseconds(try call.int("milliseconds")))
    }
    Action("hasTime", "An action") { call in .bool(call.timeLeft.map { $0 > .zero } ?? true) }
    Action("hinted", "An action") { call in .bool(call.hints["hot"]?.bool ?? false) }.remote
    Action("openKey", "An action") { [mediator] call in
      try mediator.open(key: try call.text("key"), hints: ["hot": .bool(try call.bool("hot"))])
    }
    Action("url", "An action") { [mediator] call in
      .text(try mediator.url(for: "Sample.Helpers", "measure", ["unit": .text(try call.text("unit"))], scheme: "app"))
    }
    Action("table", "An action") { _ in "a,b\r\n1,2\r\n" }.remote.reads.replying(as: "text/csv; header=present")
    Action("trace", "An action") { call in .text(call.trace?.description ?? "") }
  }
}
