import ComponentKit
import TestDice

@testable import ComponentHost

/// Random signatures and values, the same for the same seed.
struct SignatureDice: Dice {
  var state: UInt64

  init(seed: UInt64) { state = seed }
}

extension SignatureDice {
  static let names = ["A", "Tree", "Detail", "Choice", "Maybe"]

  static func types() throws(SignatureFault) -> TypeNames {
    try TypeNames([
      ("A", "int"), ("Tree", "{value: any, children: [Tree]?}"), ("Detail", "{id: int, at: date?, tags: [text: A]}"),
      ("Choice", #""a" | "b""#), ("Maybe", "A?"),
    ])
  }

  mutating func signature() -> Signature {
    let parameters = (0..<below(6)).map { index in
      let type = type(depth: 0)
      return Signature.Parameter(
        name: name(index), type: type, default: below(3) == 0 ? defaultValue(type) : nil)
    }
    return Signature(parameters: parameters, reply: below(2) == 0 ? type(depth: 0) : nil)
  }

  mutating func type(depth: Int) -> TypeForm {
    let base = base(depth: depth)
    return below(4) == 0 ? .optional(base) : base
  }

  private mutating func base(depth: Int) -> TypeForm {
    switch below(depth < 4 ? 18 : 13) {
    case 9: .texts(pick(["", "a", "ö", "\"", "a b", "\n", "\u{202e}"], 1 + below(4)))
    case 10: .ints(pick([0, 1, -1, Int.max, Int.min, 42], 1 + below(4)))
    case 11, 12: .named(Self.names[below(Self.names.count)])
    case 13, 14: .list(type(depth: depth + 1))
    case 15: .map(type(depth: depth + 1))
    case 16, 17:
      .fields((0..<below(4)).map { TypeForm.Field(name: name($0), type: type(depth: depth + 1)) })
    case let basic: TypeForm.basic[basic].form
    }
  }

  private mutating func name(_ index: Int) -> String {
    ["id", "a_b", "_", "int", "X", "text"][below(6)] + "\(index)"
  }

  /// A default whose type is sure without the named types, or nil.
  private mutating func defaultValue(_ type: TypeForm) -> Value? {
    switch type {
    case .optional(let inner): below(2) == 0 ? .null : defaultValue(inner)
    case .any, .text: ["x", "é\"\\\n", "", "),="][below(4)]
    case .bool: .bool(below(2) == 0)
    case .int: .int(Int(truncatingIfNeeded: next()))
    case .double: .double(Double(below(1000)) / 8)
    case .bytes: .bytes((0..<below(5)).map { UInt8($0) })
    case .date: "2026-11-21T09:30:00Z"
    case .list(let item): .list((0..<below(3)).compactMap { _ in defaultValue(item) })
    case .map(let item): defaultValue(item).map { .map(["}": $0]) } ?? .map([:])
    case .texts(let texts): .text(texts[below(texts.count)])
    case .ints(let ints): .int(ints[below(ints.count)])
    default: nil
    }
  }
}

extension SignatureDice {
  /// A value that mostly has the form.
  mutating func value(_ form: TypeForm, _ types: TypeNames, depth: Int) -> Value {
    let any: [Value] = [nil, true, 1, 2.0, 2.5, "x", "", "1", .bytes([1]), [], [:], ["id": 1], [1, nil]]
    if below(25) == 0 || depth > 8 { return any[below(any.count)] }
    let type = types.resolve(form)
    if type.isOptional, below(3) == 0 { return nil }
    return switch type.form {
    case .bool: .bool(below(2) == 0)
    case .int: below(8) == 0 ? .double(Double(below(9))) : .int(below(9))
    case .double: below(4) == 0 ? .int(below(9)) : .double(0.5)
    case .text: "x"
    case .bytes: .bytes([1, 2])
    case .date: "2026-11-21T09:30:00Z"
    case .list(let item): .list((0..<below(3)).map { _ in value(item, types, depth: depth + 1) })
    case .map(let item): .map(Fields((0..<below(3)).map { ("\($0)", value(item, types, depth: depth + 1)) }))
    case .fields(let fields):
      .map(Fields(fields.filter { _ in below(20) > 0 }.map { ($0.name, value($0.type, types, depth: depth + 1)) }))
    case .texts(let texts): .text(texts[below(texts.count)])
    case .ints(let ints): .int(ints[below(ints.count)])
    case .object, .function, .any, .named, .optional, .values: any[below(any.count)]
    }
  }
}
