import ComponentHost
import ComponentKit
import Testing

/// How parameters reach an action: one of them takes a way of its own, and a literal is laid out by its caller's compiler.
@Suite struct ParametersTests {
  let host = Host()
  let resolved: ResolvedAction

  init() throws {
    try host.register(Echo.self)
    resolved = host.mediator.resolved("Echo", "all")
  }

  static let function = Function { _ in .null }

  static let values: [Value] = [
    .null, true, -3, 2.5, "", "short", "sixteen bytes ok", .text(String(repeating: "long ", count: 50)), .bytes([]),
    .bytes([0, 255]), [], [1, [2, "three"]], [:], ["a": ["b": nil], "a text as long as it takes": [1.5]],
    .function(function),
  ]

  static let keys = ["x", "", "a key of more than fifteen bytes", "schlüssel"]

  @Test(arguments: values, keys) func `one parameter of any kind arrives`(value: Value, key: String) throws {
    let expected = Value.map(Fields([(key, value)]))
    #expect(try host.mediator.call("Echo", "all", [key: value]) == expected)
    #expect(try resolved.call([key: value]) == expected)
    let fields = Fields([(key, value)])
    #expect(try host.mediator.call("Echo", "all", fields) == expected)
    #expect(try resolved.call(fields) == expected)
    // They are there still after a call that ended them.
    #expect(fields == Fields([(key, value)]))
  }

  @Test(arguments: values, values) func `two arrive in their order`(one: Value, other: Value) throws {
    #expect(try host.mediator.call("Echo", "all", ["one": one, "other": other]).map?.map(\.value) == [one, other])
    #expect(try resolved.call(["one": one, "other": other]).map?.map(\.value) == [one, other])
  }

  @Test func `none arrive where none are given`() throws {
    #expect(try host.mediator.call("Echo", "all") == [:])
    #expect(try host.mediator.call("Echo", "all", [:]) == [:])
    #expect(try resolved.call() == [:])
  }

  @Test(arguments: values) func `any kind comes back`(value: Value) throws {
    #expect(try host.mediator.call("Echo", "first", ["x": value]) == value)
    #expect(try host.mediator.resolved("Echo", "first").call(["x": value]) == value)
  }

  @Test func `a failure comes back, whatever was given`() throws {
    let failing = host.mediator.resolved("Echo", "fail")
    for why in ["no", String(repeating: "no ", count: 100)] {
      let expected = Failure(.denied, "told_to", why, details: ["key": 1])
      #expect(failure { () throws(Failure) in try host.mediator.call("Echo", "fail", ["why": .text(why)]) } == expected)
      #expect(failure { () throws(Failure) in try failing.call(["why": .text(why), "x": 1]) } == expected)
    }
  }

  @Test func `what a call is given besides holds, with no, one and two parameters`() throws {
    let told = Guarded<[String]>([])
    let tell: @Sendable (Double?, String) -> Void = { _, message in told.withLock { $0.append(message) } }
    let steps = host.mediator.resolved("Echo", "steps")
    let later = host.mediator.resolved("Echo", "later")
    for fields: Fields in [[:], ["name": "x"], ["name": "x", "y": 2]] {
      #expect(try host.mediator.call("Echo", "steps", fields, progress: tell) == 3)
      #expect(try steps.call(fields, progress: tell) == 3)
      #expect(told.withLock { $0 } == ["step 1", "step 2", "step 3", "more", "step 1", "step 2", "step 3", "more"])
      told.withLock { $0 = [] }

      let left = try #require(try host.mediator.call("Echo", "timeLeft", fields, timeLimit: .seconds(50)).double)
      #expect(left > 1 && left <= 50)

      let cancellation = Cancellation(host.mediator)
      cancellation.cancel()
      let cancelled = failure { () throws(Failure) in
        try host.mediator.call("Echo", "later", fields, cancellation: cancellation)
      }
      #expect(cancelled?.code == .cancelled)
      #expect(failure { () throws(Failure) in try later.call(fields, cancellation: cancellation) }?.code == .cancelled)
    }
  }
}
