import ComponentKit
import Glibc
import Synchronization
import TestThreads
import Testing

/// One thing that a sample must do, whatever it is written in.
struct SampleCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether an object comes from one side to the other.
  let passesObjects: Bool
  let run: @Sendable (Mediator) throws -> Void

  init(
    _ claim: String, passesObjects: Bool = false, _ run: @escaping @Sendable (Mediator) throws -> Void
  ) {
    testDescription = claim
    self.passesObjects = passesObjects
    self.run = run
  }
}

/// An object of the tests' own.
private final class Thing: Sendable {}

private func expect(
  _ code: Failure.Code, _ reason: String, _ message: String? = nil, at location: SourceLocation = #_sourceLocation,
  _ body: () throws(Failure) -> Value
) {
  let failure = failure(body)
  #expect(failure?.code == code && failure?.reason == reason, sourceLocation: location)
  if let message { #expect(failure?.message == message, sourceLocation: location) }
}

extension SampleCase {
  static let all = values + calls + localValues + ends

  private static let values = [
    SampleCase("every kind of value comes back as it went") { mediator throws in
      let all: Fields = [
        "null": nil, "bool": true, "int": .int(.min), "double": 2.5, "text": .text("a\0ö\(Misbehaving.planes)"),
        "bytes": .bytes([0, 255]), "empty": "", "none": .bytes([]), "list": [1, [], ["x": nil]],
        "map": ["a": ["b": [:]]],
      ]
      #expect(try mediator.call("Sample", "echo", all) == .map(all))
      #expect(try mediator.call("Sample", "echo") == [:])
      for (_, value) in all { #expect(try mediator.call("Sample", "first", ["value": value]) == value) }
      #expect(try mediator.call("Sample", "first") == .null)
    },
    SampleCase("numbers are added, and too large a sum is a failure") { mediator throws in
      #expect(try mediator.call("Sample", "add", ["a": 40, "b": 2]) == 42)
      #expect(try mediator.call("Sample", "add", ["a": .int(.max), "b": .int(.min)]) == -1)
      expect(.invalidParameters, "overflow", "the sum does not fit") { () throws(Failure) in
        try mediator.call("Sample", "add", ["a": .int(.max), "b": 1])
      }
      expect(.invalidParameters, "missing_parameter") { () throws(Failure) in
        try mediator.call("Sample", "add", ["a": 1])
      }
    },
    SampleCase("values nest as deep as allowed") { mediator throws in
      let deep = (1..<128).reduce(Value.list([])) { value, _ in .list([value]) }
      #expect(try mediator.call("Sample", "first", ["value": deep]) == deep)
    },
    SampleCase("a megabyte comes back") { mediator throws in
      let text = Value.text(String(repeating: "ü", count: 1 << 20))
      #expect(try mediator.call("Sample", "first", ["value": text]) == text)
    },
  ]

  private static let calls = [
    SampleCase("a failure arrives with its code, reason, message and details") { mediator throws in
      for code in [1, 3, 4, 5, 6, 7, 8, 9] as [Int32] {
        let failed = failure { () throws(Failure) in
          try mediator.call("Sample", "fail", ["code": .int(Int(code)), "reason": "why_not", "message": "Ä\0 b"])
        }
        // That a component has crashed only the host says.
        let heard = code == 8 ? Failure.Code.failed : Failure.Code(rawValue: code)
        let expected = Failure(heard, "why_not", "Ä\0 b", details: ["code": .int(Int(code))])
        #expect(failed == expected)
      }
    },
    SampleCase("progress arrives in order") { mediator throws in
      let heard = Mutex<[String]>([])
      let reply = try mediator.call(
        "Sample", "progress", ["steps": 4],
        progress: { fraction, message in heard.withLock { $0.append("\(fraction ?? -1) \(message)") } })
      #expect(reply == 4)
      #expect(heard.withLock { $0 } == ["0.25 step 1", "0.5 step 2", "0.75 step 3", "1.0 step 4"])
    },
    SampleCase("a deferred reply arrives, from many calls at once") { mediator throws in
      Thread.each(8) { index in
        for _ in 1...5 {
          let reply = try? mediator.call("Sample", "later", ["text": .text("text \(index)")])
          #expect(reply == .text("text \(index)"))
        }
      }
    },
    SampleCase("a nested call's reply and failure are passed on") { mediator throws in
      let nest = { (target: String, action: String, with: Value) throws(Failure) -> Value in
        try mediator.call("Sample", "nest", ["target": .text(target), "action": .text(action), "with": with])
      }
      #expect(try nest("Good", "run", [:]) == "ok")
      #expect(try nest("Sample", "add", ["a": 1, "b": 2]) == 3)
      let twice: Value = ["target": "Sample", "action": "add", "with": ["a": 3, "b": 4]]
      #expect(try nest("Sample", "nest", twice) == 7)
      expect(.notFound, "no_such_component", "no component named 'Nobody'") { () throws(Failure) in
        try nest("Nobody", "run", [:])
      }
    },
    SampleCase("an action sees its target and its own name") { mediator throws in
      #expect(try mediator.call("Sample.Sub", "name") == "Sample.Sub.name")
    },
    SampleCase("its notFound answers") { mediator throws in
      #expect(try mediator.call("Sample.Sub", "nothing") == "nothing")
      expect(.notFound, "no_such_action") { () throws(Failure) in try mediator.call("Sample", "nothing") }
    },
  ]

  private static let localValues = [
    SampleCase("an object passes through, and nobody keeps it", passesObjects: true) { mediator throws in
      weak var kept: Thing?
      do {
        let thing = Thing()
        kept = thing
        let value = Value.object(Object(thing))
        let back = try mediator.call("Sample", "first", ["value": value])
        #expect(back.object?.as(Thing.self) === thing)
        #expect(try mediator.call("Sample", "first", ["value": [["deep": value]]])[0]?["deep"] == value)
      }
      #expect(kept == nil)
    },
    SampleCase("its own object comes back to it, another's is refused", passesObjects: true) { mediator throws in
      let box = try mediator.call("Sample", "box")
      #expect(try mediator.call("Sample", "bump", ["box": box]) == 1)
      #expect(try mediator.call("Sample", "bump", ["box": box]) == 2)
      let other = try mediator.call("Sample", "box")
      #expect(try mediator.call("Sample", "bump", ["box": other]) == 1)
      #expect(box.object?.as(Thing.self) == nil)
      expect(.invalidParameters, "foreign_object") { () throws(Failure) in
        try mediator.call("Sample", "bump", ["box": .object(Object(Thing()))])
      }
    },
    SampleCase("a function of the caller is called back") { mediator throws in
      let double = Value.function(Function { call in .int(try call.int("n") * 2) })
      #expect(try mediator.call("Sample", "callBack", ["function": double]) == 40)
      let fails = Value.function(Function { _ in throw Failure(.denied, "no", "not today") })
      expect(.denied, "no", "not today") { () throws(Failure) in
        try mediator.call("Sample", "callBack", ["function": fails])
      }
      let waits = Value.function(
        Function { call async throws -> Value in
          try await Task.sleep(for: .milliseconds(2))
          return .int(try call.int("n") + 1)
        })
      #expect(try mediator.call("Sample", "callBack", ["function": waits]) == 21)
    },
    SampleCase("a function of its own outlives the call that made it") { mediator throws in
      let adder = try #require(try mediator.call("Sample", "adder", ["by": 5]).function)
      for n in 1...3 { #expect(try mediator.call(adder, ["n": .int(n)]) == .int(n + 5)) }
      #expect(try mediator.call("Sample", "callBack", ["function": .function(adder)]) == 25)
    },
  ]

  /// Microseconds after which a call ends: where the machine is busy, the action has not begun after the first of them.
  private static let inTime = [30_000, 300_000, 3_000_000] as [UInt32]

  private static let ends = [
    SampleCase("an action sees that its deadline has passed") { mediator throws in
      let ends = inTime.map { limit in
        failure { () throws(Failure) in try mediator.call("Sample", "untilCancelled", timeLimit: .microseconds(limit)) }
      }
      #expect(ends.contains { $0?.reason == "seen" && $0?.code == .cancelled && $0?.message == "I saw it" })
    },
    SampleCase("an action sees that its caller gave up") { mediator throws in
      let ends: [Failure?] = inTime.map { delay in
        let cancellation = Cancellation(mediator)
        let thread = Thread {
          usleep(delay)
          cancellation.cancel()
        }
        defer { thread.join() }
        return failure { () throws(Failure) in
          try mediator.call("Sample", "untilCancelled", cancellation: cancellation)
        }
      }
      #expect(ends.allSatisfy { $0?.code == .cancelled } && ends.contains { $0?.reason == "seen" })
    },
    SampleCase("a deferred call that is given up tells its action once") { mediator throws in
      // The component is loaded before the first limit begins to run.
      #expect(try mediator.call("Sample", "givenUp") == 0)
      for count in 1...2 {
        expect(.timedOut, "timed_out") { () throws(Failure) in
          try mediator.call("Sample", "untilGivenUp", timeLimit: .seconds(1))
        }
        #expect(eventually { (try? mediator.call("Sample", "givenUp")) == .int(count) })
      }
    },
  ]
}
