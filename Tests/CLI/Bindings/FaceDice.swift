import ComponentKit
import TestDice

@testable import ComponentHost
@testable import HostCLI

/// Random descriptions that a host takes, the same for the same seed, with names and texts that mean
/// something elsewhere.
struct FaceDice: Dice {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  static let typeNames = [
    "Tree", "Detail", "String", "Value", "Int", "Request", "Reply", "NoReply", "Maybe", "A_b", "AB", "Self",
  ]
  static let names = [
    "id", "in", "default", "class", "register", "self", "init", "_", "_id", "Int", "String", "a_b", "aB", "value",
    "list",
    "List", "mediator", "has_id", "id_count", "int", "some", "inout", "Tree", "Type", "CodingKeys", "URL", "x1",
  ]
  static let texts = [
    "plain", "rich text", "", "1", "π", "default", "Default", "a b", "aB", "é", "e\u{301}", "*/", "\\(x)", "\"",
    "\u{202E}",
    "\n", "??/", "self", "init", "none",
  ]

  /// A description of the component Shop.
  mutating func description(target: String = "Shop") -> FaceDescription {
    let types = types()
    var description = FaceDescription(
      target: target, version: Version(UInt32(below(9)), 1), summary: text(), types: types, typeSummaries: [:],
      targets: [])
    for name in [target, "\(target).b", "\(target).B", "\(target).x.y"].prefix(1 + below(4)) {
      let actions = pick(FaceDice.names.filter { !$0.hasPrefix("_") }, 1 + below(4)).map { action($0, types) }
      description.targets.append(FaceDescription.Target(name: name, summary: text(), actions: actions))
    }
    // As from a component: what nothing needs is not there.
    description.types = types.needed(by: description.targets.flatMap(\.actions).flatMap(\.forms))
    for name in description.types.names where below(2) == 0 { description.typeSummaries[name] = "\(name) \(text())" }
    return description
  }

  private mutating func types() -> TypeNames {
    while true {
      let names = pick(FaceDice.typeNames, below(5))
      if let types = try? TypeNames(names.map { ($0, "\(type(names, depth: 0))") }) { return types }
    }
  }

  mutating func action(_ name: String, _ types: TypeNames) -> FaceDescription.Action {
    var action = FaceDescription.Action(
      name: name, summary: text(), signature: nil, notes: [:], isRemote: below(2) == 0, tellsProgress: below(4) == 0,
      reads: below(3) == 0)
    if below(8) == 0 { return action }
    var parameters: [String] = []
    for name in pick(FaceDice.names, below(6)) {
      let form = type(types.names, depth: 0)
      let value = below(3) == 0 ? self.value(form, types, depth: 0).flatMap { try? $0.json() } : nil
      parameters.append("\(name): \(form)" + (value.map { " = \($0)" } ?? ""))
      if below(3) == 0 { action.notes[name] = "\(name) \(text())" }
    }
    let reply = below(4) == 0 ? "" : " -> \(type(types.names, depth: 0))"
    // A default may still be none of its type: an empty choice of a list, say.
    action.signature = try? Signature(parsing: "(\(parameters.joined(separator: ", ")))\(reply)", types: types)
    if action.signature == nil { action.notes = [:] }
    return action
  }

  /// A type in the language of signatures.
  mutating func type(_ names: [String], depth: Int) -> TypeForm {
    let core: TypeForm
    switch below(depth < 3 ? 17 : 12) {
    case 9: core = .texts(pick(FaceDice.texts, 1 + below(5)))
    case 10: core = .ints(pick([0, 1, -1, .max, .min, 42], 1 + below(4)))
    case 11, 12: core = names.isEmpty ? .int : .named(names[below(names.count)])
    case 13, 14: core = .list(type(names, depth: depth + 1))
    case 15: core = .map(type(names, depth: depth + 1))
    case 16:
      core = .fields(
        pick(FaceDice.names, below(5)).map { TypeForm.Field(name: $0, type: type(names, depth: depth + 1)) })
    case let basic:
      core = ([.any, .bool, .int, .double, .text, .bytes, .date, .object, .function] as [TypeForm])[basic]
    }
    return below(4) == 0 ? .optional(core) : core
  }

  /// A value of a type as JSON has it; nil where it has none.
  mutating func value(_ form: TypeForm, _ types: TypeNames, depth: Int) -> Value? {
    let resolved = types.resolve(form)
    if resolved.isOptional, below(3) == 0 || depth > 6 { return .null }
    switch resolved.form {
    case .any: return [nil, 1, -2.5, "x", [1, ["a": nil]]][below(5)]
    case .bool: return .bool(below(2) == 0)
    case .int: return .int(Int(truncatingIfNeeded: next()))
    case .double: return .double(Double(below(1000)) / 8)
    case .text: return .text(text())
    case .bytes: return "AAH/"
    case .date: return "2026-11-21T09:30:00Z"
    case .list(let item):
      return .list((0..<(depth > 6 ? 0 : below(3))).compactMap { _ in value(item, types, depth: depth + 1) })
    case .map(let item):
      guard depth < 6, let value = value(item, types, depth: depth + 1) else { return [:] }
      return .map(["key \(text())": value])
    case .fields(let fields):
      var values: Fields = [:]
      for field in fields { values[field.name] = value(field.type, types, depth: depth + 1) }
      return .map(values)
    case .texts(let texts): return .text(texts[below(texts.count)])
    case .ints(let ints): return .int(ints[below(ints.count)])
    default: return resolved.isOptional ? .null : nil
    }
  }

  mutating func text() -> String { FaceDice.texts[below(FaceDice.texts.count)] }
}
