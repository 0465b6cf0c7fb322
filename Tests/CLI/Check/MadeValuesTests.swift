import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// What parameters are made of.
@Suite struct MadeValuesTests {
  private static let types = try! TypeNames([
    ("Detail", "{id: int, title: text, parts: [Part]}"), ("Part", "{name: text, inner: Part?}"),
    ("Colour", "\"red\" | \"green\""), ("Loop", "[Loop]"),
  ])

  private static let forms = [
    "any", "bool", "int", "double", "text", "bytes", "date", "object", "function", "int?", "[text]", "[text: int]",
    "{a: int, b: [text]?}", "\"x\" | \"y\"", "1 | 2 | 3", "Detail", "Part", "Colour", "[Detail]", "Loop",
  ]

  /// The action of a signature, with what it says of a call.
  private static func check(_ form: String) throws -> Signature {
    try Signature(parsing: "(value: \(form))", types: types)
  }

  private static func form(_ text: String) throws -> TypeForm { try check(text).parameters[0].type }

  @Test(arguments: forms) func `a right value fits, and a seed gives it again`(text: String) throws {
    let form = try MadeValuesTests.form(text)
    for seed in 0..<50 {
      var values = MadeValues(types: MadeValuesTests.types, dice: CheckDice(seed: UInt64(seed)))
      var again = values
      let value = values.right(form)
      #expect(fits(value, form))
      if !["object", "function"].contains(text) { #expect(again.right(form) == value) }
    }
  }

  @Test(arguments: forms) func `a wrong value does not fit`(text: String) throws {
    let form = try MadeValuesTests.form(text)
    var values = MadeValues(types: MadeValuesTests.types, dice: CheckDice(seed: 1))
    let wrong = values.wrong(form)
    for value in wrong { #expect(!fits(value, form), "\(value)") }
    #expect(wrong.isEmpty == (text == "any"))
  }

  @Test(arguments: forms) func `huge and deep values fit`(text: String) throws {
    let form = try MadeValuesTests.form(text)
    let values = MadeValues(types: MadeValuesTests.types, dice: CheckDice(seed: 1))
    for (about, value) in values.huge(form) { #expect(fits(value, form), "\(about)") }
    guard let deep = values.deep(form) else {
      #expect(!["any", "Part", "Detail", "[Detail]", "Loop"].contains(text))
      return
    }
    #expect(fits(deep, form))
    #expect(depth(deep) > 60 && depth(deep) <= Value.depthLimit)
  }

  @Test func `names make other values of the same seed`() {
    var one = CheckDice(seed: 7, "Reader", "open")
    var other = CheckDice(seed: 7, "Reader", "close")
    var again = CheckDice(seed: 7, "Reader", "open")
    #expect(one.next() == again.next() && one.next() != other.next())
  }

  // Checked by what a call is checked by: a component with this very signature.
  private func fits(_ value: Value, _ form: TypeForm) -> Bool {
    switch form {
    case .object: return value.object != nil
    case .function: return value.function != nil
    default: break
    }
    return MadeValuesTests.fits(value, form)
  }

  private static func fits(_ value: Value, _ form: TypeForm) -> Bool {
    let resolved = types.resolve(form)
    if value.isNull { return resolved.acceptsNull }
    switch resolved.form {
    case .any: return true
    case .bool: return value.bool != nil
    case .int: return value.int != nil
    case .double: return value.double != nil
    case .text: return value.text != nil
    case .bytes: return value.bytes != nil
    case .date: return value.text?.hasSuffix("Z") == true
    case .object: return value.object != nil
    case .function: return value.function != nil
    case .list(let item): return value.list?.allSatisfy { fits($0, item) } ?? false
    case .map(let item): return value.map?.allSatisfy { fits($0.value, item) } ?? false
    case .fields(let fields):
      guard let map = value.map, map.keys.allSatisfy({ key in fields.contains { $0.name == key } }) else {
        return false
      }
      return fields.allSatisfy { fits(map[$0.name] ?? .null, $0.type) }
    case .texts(let texts): return value.text.map(texts.contains) ?? false
    case .ints(let ints): return value.int.map(ints.contains) ?? false
    case .values(let values): return values.contains(value)
    case .optional, .named: return false
    }
  }

  private func depth(_ value: Value) -> Int {
    switch value {
    case .list(let list): 1 + (list.map(depth).max() ?? 0)
    case .map(let map): 1 + (map.map { depth($0.value) }.max() ?? 0)
    default: 0
    }
  }
}
