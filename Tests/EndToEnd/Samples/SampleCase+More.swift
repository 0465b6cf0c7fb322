import ComponentKit
import TestThreads
import Testing

/// What else the helpers for authors say, in each language: each action needs several of them.
extension SampleCase {
  static let more = [
    SampleCase("bytes, what may be missing and a record are read, and a failure has details") { mediator throws in
      let weigh = { (parameters: Fields) throws(Failure) -> Value in
        try mediator.call("Sample.More", "weigh", parameters)
      }
      let record: Value = ["n": 7, "at": "2024-02-29T12:00:00Z"]
      #expect(
        try weigh(["raw": .bytes([1, 2]), "list": [1, "a"], "extra": .bytes([3]), "record": record])
          == ["raw": 2, "list": 2, "extra": 1, "n": 7, "at": "2024-02-29T12:00:00Z"])
      #expect(
        try weigh(["raw": .bytes([]), "list": nil, "record": ["n": 0, "at": "noon"]])
          == ["raw": 0, "list": 0, "extra": 0, "n": 0, "at": "1970-01-01T00:00:00Z"])
      for (name, value, words) in [
        ("raw", 1.5, "the parameter 'raw' must be bytes, not a double"),
        ("list", 5, "the parameter 'list' must be a list, not an int"),
        ("extra", "AA==", "the parameter 'extra' must be bytes, not the text 'AA=='"),
        ("list", "\u{1B}\n", "the parameter 'list' must be a list, not the text '\\u001b\\n'"),
        ("record", [], "the parameter 'record' must be a map, not a list"),
      ] as [(String, Value, String)] {
        var parameters: Fields = ["raw": .bytes([]), "record": record]
        parameters[name] = value
        let refused = failure { () throws(Failure) in try weigh(parameters) }
        #expect(refused?.reason == "mistyped_parameter" && refused?.message == words)
      }
      let missing = failure { () throws(Failure) in try weigh(["raw": nil, "record": record]) }
      #expect(missing?.reason == "missing_parameter" && missing?.message == "the parameter 'raw' is missing (bytes)")
      let failed = failure { () throws(Failure) in try weigh(["raw": .bytes([]), "record": ["n": -1, "b": 2]]) }
      #expect(failed == Failure(.denied, "no_number", "the record has no number", details: ["keys": 2]))
    },
    SampleCase("a function is called without waiting for it, and who gave up is told") { mediator throws in
      let relay = { (function: Function, limit: Duration?) throws(Failure) -> Value in
        try mediator.call("Sample.More", "relay", ["function": .function(function)], timeLimit: limit)
      }
      #expect(try relay(Function { call in .int(try call.int("n") * 2) }, nil) == 40)
      let denied = Failure(.denied, "no", "not today")
      #expect(failure { () throws(Failure) in try relay(Function { _ in throw denied }, nil) } == denied)
      #expect(try mediator.call("Sample", "givenUp") == 0)
      // It does not end the call before that is given up. What is called within one that was given up does not begin, so it
      // asks on another thread.
      let isTold = Guarded(false)
      let waits = Function { _ in
        Thread {
          let isGivenUp = eventually { (try? mediator.call("Sample", "givenUp")) == 1 }
          isTold.withLock { $0 = isGivenUp }
        }.join()
        return nil
      }
      #expect(failure { () throws(Failure) in try relay(waits, .seconds(1)) }?.code == .timedOut)
      #expect(isTold.withLock { $0 })
    },
    SampleCase("its own object and function are told from others'", passesObjects: true) { mediator throws in
      let tools = try #require(try mediator.call("Sample.More", "tools").map)
      #expect(try mediator.call("Sample.More", "use", tools) == ["own": true, "said": 5])
      var others = tools
      others["token"] = try mediator.call("Sample", "box")
      let mine = Function { call in throw Failure(.denied, "no", "\(try call.int("n"))") }
      #expect(try mediator.call("Sample.More", "use", others) == ["own": false, "said": 5])
      others["next"] = .function(mine)
      let failed = failure { () throws(Failure) in try mediator.call("Sample.More", "use", others) }
      #expect(failed == Failure(.denied, "no", "4"))
    },
    SampleCase("a stand-in's answer is told from a reply") { mediator throws in
      let ask = { (action: Value) throws(Failure) -> Value in
        try mediator.call("Sample.More", "strictly", ["target": "Sample.Sub", "action": action])
      }
      #expect(try ask("name") == ["there": true, "said": "Sample.Sub.name"])
      #expect(try ask("fly") == ["there": false, "said": "fly"])
    },
    SampleCase("a call has an instance of its own where it asks for one") { mediator throws in
      let sit = { (isFresh: Value) throws(Failure) -> Value in
        try mediator.call("Sample.More", "apart", ["target": "Sample.Desk", "action": "sit", "fresh": isFresh])
      }
      #expect(try sit(false) == 1 && sit(false) == 2 && sit(true) == 1 && sit(false) == 3)
    },
    SampleCase("an action sees who calls from outside, and what runs it") { mediator throws in
      let origin = { (isRemote: Value) -> Value in
        ["remote": isRemote, "host": .text(mediator.hostName), "version": .text(mediator.hostVersion.description)]
      }
      #expect(try mediator.call("Sample.More", "origin") == origin(false))
      #expect(try mediator.open("app://Sample.More/origin") == origin(true))
    },
    SampleCase("calls that are made often need no look-up, and are answered all the same") { mediator throws in
      for times in [0, 1, 5] {
        #expect(try mediator.call("Sample.More", "often", ["times": .int(times)]) == .int(times * 2))
      }
    },
  ]
}
