import ComponentHost
import ComponentKit
import Faces

/// Whatever an action or a target is called, it is that one which is called.
func names(_ nasty: Nasty, _ expectations: inout Expectations) throws {
  func expect(_ name: String, _ reply: some Codable) {
    let parts = Mirror(reflecting: reply).children.map { "\($0.value)" }
    expectations.expect(name, parts.joined(separator: "."), equals: name)
  }
  expect("Nasty.list", try nasty.list())
  expect("Nasty.List", try nasty.List())
  expect("Nasty.LIST", try nasty.LIST())
  expect("Nasty.l_ist", try nasty.l_ist())
  expect("Nasty.Tree", try nasty.Tree_())
  expect("Nasty.init", try nasty.init_())
  expect("Nasty.self", try nasty.self_())
  expect("Nasty.Type", try nasty.Type_())
  expect("Nasty.Protocol", try nasty.Protocol_())
  expect("Nasty.mediator", try nasty.mediator_())
  expect("Nasty.call", try nasty.call())
  expect("Nasty.default", try nasty.default())
  expect("Nasty.in", try nasty.in())
  expect("Nasty.String", try nasty.String_())
  expect("Nasty.Reply", try nasty.Reply_())
  expect("Nasty.b", try nasty.b())
  expect("Nasty.B", try nasty.B())
  expect("Nasty.b_read", try nasty.b_read())
  expect("Nasty.point_read", try nasty.point_read())
  expect("Nasty.tree_parameters", try nasty.tree_parameters())
  expect("Nasty.BCalls", try nasty.BCalls())
  expect("Nasty.BService", try nasty.BService())
  expect("Nasty.NastyService", try nasty.NastyService_())
  expect("Nasty.Action", try nasty.Action_())
  expect("Nasty.answers", try nasty.answers_())
  expect("Nasty.target", try nasty.target_())
  expect("Nasty.b.list", try nasty.b_.list())
  expect("Nasty.B.list", try nasty.b_2.list())
  expect("Nasty.B.b.list", try nasty.b_2.b.list())
  expect("Nasty.x.y.list", try nasty.x.y.list())
  expect("Nasty.mediator.list", try nasty.mediator_2.list())
  expect("Nasty.Tree.list", try nasty.tree_.list())
  expect("Nasty.self.list", try nasty.self_2.list())
  let point = Nasty.Point(x: 1, y: 2)
  expectations.expect("a type of all targets", try nasty.x.y.read(point: point, choice: .z), equals: point)
  expectations.expect(
    "notFound", try nasty.notFound(target: "a", action: "b", parameters: ["c": nil], reason: "d", message: "e"),
    equals: "a")
}

/// Types of the component that are called as Swift's own.
func shadows(_ nasty: Nasty, _ expectations: inout Expectations) throws {
  let parameter = Nasty.ParameterType(
    reply: Nasty.ReplyType(x: 1), type: ["a": Nasty.SelfType(self_: Nasty.SelfType())])
  let reply = try nasty.shadows(
    string: Nasty.StringType(value: "s"), int: 1, value: Nasty.ValueType(any: ["x": 1]), request: .b,
    parameter: parameter, mediator: true, failure: 0.5, sendable: "t", keys: Nasty.CodingKeysType(key: "k"),
    swift: [1], kit: Timestamp(nanoseconds: 0), indirect: Nasty.IndirectType(indirect: Nasty.IndirectType()),
    optional: Nasty.OptionalType(some: Nasty.OptionalType()), bool: .value2)
  expectations.expect(
    "shadows", reply,
    equals: Nasty.ShadowsReply(
      string: Nasty.StringType(value: "s"), int: 1, value: Nasty.ValueType(any: ["x": 1]), request: .b,
      parameter: parameter, mediator: true, failure: 0.5, sendable: "t", keys: Nasty.CodingKeysType(key: "k"),
      swift: [1], kit: Timestamp(nanoseconds: 0), indirect: Nasty.IndirectType(indirect: Nasty.IndirectType()),
      optional: Nasty.OptionalType(some: Nasty.OptionalType()), bool: .value2))
}

/// What goes wrong is said as for any typed call.
func failures(_ mediator: Mediator, _ nasty: Nasty, _ expectations: inout Expectations) throws {
  func message(_ body: () throws(Failure) -> Void) -> String {
    do throws(Failure) {
      try body()
      return "no failure"
    } catch {
      return error.message
    }
  }
  expectations.expect(
    "a reply that is no such choice", message { () throws(Failure) in _ = try nasty.choice(choice: .x) },
    equals: "the reply of Nasty.choice must be an int, not the text 'x'")
  expectations.expect(
    "a reply without a field",
    message { () throws(Failure) in
      _ = try mediator.call(Nasty.ReadWords { $0.any = [:] })
    }, equals: "the reply of Nasty.readWords: 'in' is missing (int)")
  expectations.expect(
    "a request without what it needs", message { () throws(Failure) in _ = try mediator.call(Nasty.Bytes()) },
    equals: "Nasty.bytes: the parameter 'bytes' is missing (bytes)")
}

/// The same calls from code that may wait.
func waiting(_ nasty: Nasty, _ expectations: inout Expectations) async throws {
  expectations.expect("async", try await nasty.names(names: ["a"]), equals: ["a"])
  expectations.expect("async, untyped", try await nasty.untyped(["a": 1]), equals: ["a": 1])
  expectations.expect("async, defaults", try await nasty.defaults().order, equals: .richText)
  expectations.expect("async, below", try await nasty.b_2.b.list().target, equals: "Nasty.B.b")
}
