import ComponentKit
import Faces

typealias Nasty = NastyCalls

final class Thing: Sendable {}

/// Values of all forms go there and come back.
func forms(_ nasty: Nasty, _ expectations: inout Expectations) throws {
  let scalars = try nasty.scalars(
    bool: true, int: .min, double: -0.5, text: "\u{0}\"\\é", bytes: [0, 255], date: Timestamp(nanoseconds: -1),
    any: ["a": [1, nil]], list: [1, 2], map: ["": [true], "a b": []], order: .other, level: .minus1,
    point: Nasty.Point(x: 1, y: 2), inner: Nasty.ScalarsInner(a: 1, b: Nasty.ScalarsInnerB(c: "d")),
    parts: [Nasty.ScalarsParts(n: 1)])
  expectations.expect(
    "scalars", scalars,
    equals: Nasty.ScalarsReply(
      bool: true, int: .min, double: -0.5, text: "\u{0}\"\\é", bytes: [0, 255], date: Timestamp(nanoseconds: -1),
      any: ["a": [1, nil]], list: [1, 2], map: ["": [true], "a b": []], order: .other, level: .minus1,
      point: Nasty.Point(x: 1, y: 2), inner: Nasty.ScalarsReplyInner(a: 1, b: Nasty.ScalarsReplyInnerB(c: "d")),
      parts: [Nasty.ScalarsReplyParts(n: 1)]))
  expectations.expect("optionals, left out", try nasty.optionals(), equals: Nasty.OptionalsReply())
  let optionals = try nasty.optionals(
    bool: false, int: 1, double: 2, text: "", bytes: [], any: .null, list: [], map: [:], level: .value0,
    point: Nasty.Point(x: 1, y: 2), inner: Nasty.OptionalsInner(a: 1), parts: [])
  expectations.expect(
    "optionals", optionals,
    // A key that is null reads as one that is missing.
    equals: Nasty.OptionalsReply(
      bool: false, int: 1, double: 2, text: "", bytes: [], any: nil, list: [], map: [:], level: .value0,
      point: Nasty.Point(x: 1, y: 2), inner: Nasty.OptionalsReplyInner(a: 1), parts: []))
  expectations.expect("bytes", try nasty.bytes(bytes: [1, 2]), equals: [1, 2])
  expectations.expect("date", try nasty.date(date: Timestamp(nanoseconds: 5)), equals: Timestamp(nanoseconds: 5))
  expectations.expect("any", try nasty.any(any: [1, ["a": nil]]), equals: [1, ["a": nil]])
  expectations.expect("text", try nasty.text(text: "π"), equals: "π")
  expectations.expect("double", try nasty.double(double: 1), equals: 1)
  expectations.expect("bool", try nasty.bool(bool: true), equals: true)
  let object = Object(Thing())
  expectations.expect("object", try nasty.object(object: object), equals: object)
  let function = Function { call in .int(try call.int("n") + 1) }
  let both = try nasty.function(function: function, object: object)
  expectations.expect("function", both, equals: Nasty.FunctionReply(function: function, object: object))
  expectations.expect("function without object", try nasty.function(function: function).object, equals: nil)
  expectations.expect("no declared reply", try nasty.silent(x: 3), equals: 3)
  expectations.expect("no declared reply, null", try nasty.silent(), equals: nil)
  expectations.expect("nothing to say", try nasty.hushed(), equals: NoReply())
  expectations.expect("nothing declared", try nasty.untyped(["a": 1, "self": nil]), equals: ["a": 1, "self": nil])
  for order in Nasty.Order.allCases {
    expectations.expect("order \(order)", try nasty.order(order: order), equals: order)
  }
  expectations.expect("orders", Set(Nasty.Order.allCases.map { Array($0.rawValue.utf8) }).count, equals: 32)
  for level in Nasty.Level.allCases {
    expectations.expect("level \(level)", try nasty.level(level: level), equals: level)
  }
}

/// Every default is the one that the component declares.
func defaults(_ nasty: Nasty, _ expectations: inout Expectations) throws {
  let reply = try nasty.defaults()
  expectations.expect(
    "defaults", reply,
    equals: Nasty.DefaultsReply(
      bool: true, int: .min, double: 0, tiny: .leastNonzeroMagnitude, huge: .greatestFiniteMagnitude, whole: 3,
      text: "\\(1) \" \u{202e}\u{0}\n */ 😀 \\", bytes: [0, 1, 255],
      date: Timestamp("2026-11-21T08:30:00.5Z") ?? .now,
      any: [
        "a": [1, -2.5, nil, true, "\\(x)", [:]], "b c": .double(-0.0), "tiny": .double(.leastNonzeroMagnitude),
      ],
      list: [1, 2, -3], map: ["a b": [true], "": []], none: [], nothing: [:], order: .richText, accent: .e,
      level: .minus9223372036854775808, point: Nasty.Point(x: 1, y: 2), alias: Nasty.Point(x: 3, y: 4), maybe: 5,
      words: Nasty.StringType(value: "x"),
      tree: Nasty.Tree(value: 1, children: [Nasty.Tree(value: 2, children: [])]),
      nest: Nasty.Nest([Nasty.Nest([]), Nasty.Nest([Nasty.Nest([])])]),
      inner: Nasty.DefaultsReplyInner(a: 1, b: Nasty.DefaultsReplyInnerB(c: "d")),
      far: Timestamp("9999-12-31T23:59:59Z"), optional: 7,
      keywords: Nasty.Keywords(`inout`: 1, var: 2, let: 3, in: 4, self_: 5)))
  expectations.expect("the sign of zero", reply.double.sign, equals: .minus)
  expectations.expect("the sign of zero in any", reply.any["b c"]?.double?.sign, equals: .minus)
  expectations.expect("the default accent", Array(reply.accent.rawValue.utf8), equals: Array("e\u{301}".utf8))
  let set = try nasty.defaults(bool: false, double: 1, date: Timestamp(nanoseconds: 0), maybe: 6, many: [1])
  expectations.expect("other values than the defaults", set.bool, equals: false)
  expectations.expect("other values than the defaults", set.double, equals: 1)
  expectations.expect("other values than the defaults", set.date, equals: Timestamp(nanoseconds: 0))
  expectations.expect("other values than the defaults", set.maybe, equals: 6)
  expectations.expect("other values than the defaults", set.many, equals: [1])
}
