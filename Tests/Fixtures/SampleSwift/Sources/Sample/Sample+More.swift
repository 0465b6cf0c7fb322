import ComponentKit

// What else is said for short: of calls, of what is handed over, of who asks and what runs the component.
extension Sample {
  @ListBuilder<Action> var more: [Action] {
    // Bytes, a list and bytes that may be missing, and a record that is read by hand; a failure that says why.
    Action("weigh", "An action") { call in
      let raw = try call.bytes("raw")
      let list = call.has("list") ? try call.list("list") : []
      let extra = call.has("extra") ? try call.bytes("extra") : []
      let record = try call.map("record")
      guard let n = record["n"]?.int, n >= 0 else {
        throw Failure(.denied, "no_number", "the record has no number", details: ["keys": .int(record.count)])
      }
      let at = record["at"]?.text.flatMap { Timestamp($0) } ?? Timestamp(seconds: 0)
      return [
        "raw": .int(raw.count), "list": .int(list.count), "extra": .int(extra.count), "n": .int(n), "at": .date(at),
      ]
    }
    // A function that is not waited for, and what is done where its caller gives up.
    Action.deferring("relay", "An action") { [mediator, givenUp] call in
      let function = try call.function("function")
      call.whenCancelled { _ = givenUp.next() }
      mediator.start(function, ["n": 20], within: call) { call.end(as: $0) }
    }
    // A function and an object of its own, and both from whoever has some.
    Action("tools", "An action") { _ in
      ["next": .function(Function { call in .int(try call.int("n") + 1) }), "token": .object(Object(Token()))]
    }
    Action("use", "An action") { [mediator] call in
      let token = try call.object("token")
      let said = try mediator.call(try call.function("next"), ["n": 4])
      return ["own": .bool(token.as(Token.self) != nil), "said": said]
    }
    // Only the neighbour's own reply counts; what a stand-in says is told apart.
    Action("strictly", "An action") { [mediator] call in
      let (target, action) = (try call.text("target"), try call.text("action"))
      do throws(Failure) {
        return ["there": true, "said": try mediator.strict.call(target, action)]
      } catch {
        return ["there": false, "said": error.answer ?? .null]
      }
    }
    // With an instance of its own, and past interceptors.
    Action("apart", "An action") { [mediator] call in
      let (target, action, isFresh) = (try call.text("target"), try call.text("action"), try call.bool("fresh"))
      let skips = call.has("skips") ? try call.list("skips").compactMap(\.text) : []
      return try (isFresh ? mediator.fresh : mediator).skipping(skips).call(target, action)
    }
    Action("origin", "An action") { [mediator] call in
      [
        "remote": .bool(call.isRemote), "host": .text(mediator.hostName),
        "version": .text(mediator.hostVersion.description),
      ]
    }.remote
    // The names are looked up once.
    Action("often", "An action") { [add = mediator.resolved("Sample", "add")] call in
      try (0..<(try call.int("times"))).reduce(0) { sum, _ in try add.call(["a": sum, "b": 2]) }
    }
  }

  private final class Token: Sendable {}
}
