import ComponentHost
import ComponentKit

/// Makes values of the forms that signatures declare: right ones, and wrong, huge and deep ones.
struct MadeValues {
  let types: TypeNames
  var dice: CheckDice

  private static let words = [
    "Ann", "a", "", "Ångström", "two words", "the-lamp", "line\nbreak", "42", "-1", "null", "日本", "tab\tbed", "%s%n",
    "../..", "e\u{301}", "\u{1F600}", "' OR 1",
  ]
  private static let ints = [0, 1, 2, 3, 7, 10, 42, 100, -1, 1000, 65536]
  private static let doubles: [Double] = [0, 1, 0.5, -1, 3.25, 100, 1e6, -0.125]
  private static let dates = ["2026-11-21T09:30:00Z", "1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z"]
  // A value that is recursive ends here.
  private static let usualDepth = 5

  private static func pick<T>(_ all: [T], _ dice: inout CheckDice) -> T { all[dice.below(all.count)] }

  /// A value of the form; a recursive one ends after a few turns.
  mutating func right(_ form: TypeForm, depth: Int = 0) -> Value {
    switch form {
    case .any: return MadeValues.pick([1, "any", true, nil, 2.5, ["a", 1], ["key": "value"]], &dice)
    case .bool: return .bool(dice.below(2) == 0)
    case .int: return .int(MadeValues.pick(MadeValues.ints, &dice))
    case .double: return .double(MadeValues.pick(MadeValues.doubles, &dice))
    case .text: return .text(MadeValues.pick(MadeValues.words, &dice))
    case .bytes: return .bytes((0..<dice.below(20)).map { _ in UInt8(truncatingIfNeeded: dice.next()) })
    case .date: return .text(MadeValues.pick(MadeValues.dates, &dice))
    case .object: return .object(Object(MadeObject()))
    case .function: return .function(Function { _ in .null })
    case .optional(let inner):
      return depth >= MadeValues.usualDepth || dice.below(3) == 0 ? .null : right(inner, depth: depth + 1)
    case .list(let item):
      return .list((0..<count(depth)).map { _ in right(item, depth: depth + 1) })
    case .map(let item):
      return .map(Fields((0..<count(depth)).map { ("key\($0)", right(item, depth: depth + 1)) }))
    case .fields(let fields):
      return .map(Fields(fields.map { ($0.name, right($0.type, depth: depth + 1)) }))
    case .texts(let texts): return texts.isEmpty ? .null : .text(MadeValues.pick(texts, &dice))
    case .ints(let ints): return ints.isEmpty ? .null : .int(MadeValues.pick(ints, &dice))
    case .values(let values): return values.isEmpty ? .null : MadeValues.pick(values, &dice)
    case .named(let name): return right(types[name] ?? .any, depth: depth + 1)
    }
  }

  private mutating func count(_ depth: Int) -> Int { depth >= MadeValues.usualDepth ? 0 : dice.below(4) }

  /// Values that the form does not take, each of another kind; none where it takes anything.
  mutating func wrong(_ form: TypeForm) -> [Value] {
    let resolved = types.resolve(form)
    var all: [Value] =
      switch resolved.form {
      case .any, .values: []
      case .bool: [1, "true", []]
      case .int: ["1", 1.5, [:], true]
      case .double: ["1", false, []]
      case .text: [1, ["text"], true]
      case .bytes: [7, [], "not base64!"]
      case .date: [1, "yesterday", ["2026"]]
      case .object: [1, "object", [:]]
      case .function: [1, "function", [:]]
      case .list: [1, "list", [:]]
      case .map, .fields: [1, "map", []]
      case .texts: ["no such word", 1, []]
      case .ints: [.int(.max), "1", []]
      case .optional, .named: []
      }
    if case .fields = resolved.form { all.append(["no_such_key": 1]) }
    if !resolved.acceptsNull, !all.isEmpty { all.append(nil) }
    return all
  }

  /// Values of the form at its limits: as large as anybody may send. None where it has only a few.
  func huge(_ form: TypeForm) -> [(about: String, value: Value)] {
    let size = MadeValues.hugeSize
    switch types.resolve(form).form {
    case .any: return [("1 MiB of text", .text(String(repeating: "x", count: size)))]
    case .int: return [("the largest int", .int(.max)), ("the smallest int", .int(.min))]
    case .double:
      return [
        ("the largest double", .double(.greatestFiniteMagnitude)),
        ("the smallest double", .double(.leastNonzeroMagnitude)),
      ]
    case .text:
      return [
        ("1 MiB of text", .text(String(repeating: "x", count: size))),
        ("text with control characters", .text(MadeValues.odd)),
      ]
    case .bytes: return [("1 MiB of bytes", .bytes([UInt8](repeating: 0xAA, count: size)))]
    case .list(let item): return [("10000 items", .list(Array(repeating: sample(item), count: MadeValues.hugeCount)))]
    case .map(let item):
      let value = sample(item)
      return [("10000 keys", .map(Fields((0..<MadeValues.hugeCount).map { ("key\($0)", value) })))]
    default: return []
    }
  }

  static let hugeSize = 1 << 20
  static let hugeCount = 10_000
  private static let odd =
    String(String.UnicodeScalarView((0..<32).map { Unicode.Scalar(UInt8($0)) })) + "\u{7F}\u{202E}\u{FEFF}\u{10FFFF}"

  private func sample(_ form: TypeForm) -> Value {
    var made = MadeValues(types: types, dice: CheckDice(seed: 1))
    return made.right(form, depth: MadeValues.usualDepth)
  }

  /// A value of the form that is nested as deep as the contract allows inside of parameters; nil where it has an end of
  /// its own.
  func deep(_ form: TypeForm) -> Value? { nested(form, left: Value.depthLimit - 2, []) }

  // Goes the first way that leads on; a form that can't be made deep is nil.
  private func nested(_ form: TypeForm, left: Int, _ seen: Set<String>) -> Value? {
    switch form {
    case .any: return (0..<max(0, left)).reduce(1 as Value) { value, _ in .list([value]) }
    case .optional(let inner): return nested(inner, left: left, seen)
    case .list(let item): return left > 0 ? nested(item, left: left - 1, seen).map { .list([$0]) } : .list([])
    case .map(let item): return left > 0 ? nested(item, left: left - 1, seen).map { .map(["key": $0]) } : .map([:])
    case .named(let name):
      guard let definition = types[name] else { return nil }
      if left <= 0 { return ended(definition) }
      return isRecursive(name) || !seen.contains(name) ? nested(definition, left: left, seen.union([name])) : nil
    case .fields(let fields):
      if left <= 0 { return ended(form) }
      guard let way = fields.first(where: { leadsOn($0.type) }) else { return nil }
      guard let inner = nested(way.type, left: left - 1, seen) else { return nil }
      return .map(Fields(fields.map { ($0.name, $0 === way ? inner : sample($0.type)) }))
    default: return nil
    }
  }

  private func ended(_ form: TypeForm) -> Value? {
    var made = MadeValues(types: types, dice: CheckDice(seed: 1))
    return made.right(form, depth: MadeValues.usualDepth)
  }

  // Whether values of the form can be as deep as one likes.
  private func leadsOn(_ form: TypeForm) -> Bool {
    if form == .any { return true }
    return types.needed(by: [form]).names.contains { isRecursive($0) } || holdsAny(form)
  }

  private func holdsAny(_ form: TypeForm) -> Bool {
    switch form {
    case .any: true
    case .optional(let inner), .list(let inner), .map(let inner): holdsAny(inner)
    default: false
    }
  }

  private func isRecursive(_ name: String) -> Bool {
    guard let definition = types[name] else { return false }
    return types.needed(by: MadeValues.parts(of: definition)).names.contains(name)
  }

  private static func parts(of form: TypeForm) -> [TypeForm] {
    switch form {
    case .optional(let inner), .list(let inner), .map(let inner): [inner]
    case .fields(let fields): fields.map(\.type)
    case .named: [form]
    default: []
    }
  }
}

/// What a component gets where it asks for an object.
private final class MadeObject: Sendable {}
