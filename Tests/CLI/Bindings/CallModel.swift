import ComponentKit
import TestDice
import Testing

@testable import ComponentHost
@testable import HostCLI

/// What a face sends and can read, and what a host lets through.
struct CallModel {
  private let language: FaceLanguage
  private let old: FaceDescription
  private let new: FaceDescription
  private let swift: SwiftFace

  init(_ language: FaceLanguage, _ old: FaceDescription, _ new: FaceDescription) {
    self.language = language
    self.old = old
    self.new = new
    swift = SwiftFace(old)
  }

  /// Why the host refuses a call that the face can make; nil where this one gets through.
  func refused(_ was: Signature, _ now: Signature, _ dice: inout FaceDice) throws -> String? {
    var parameters: Fields = [:]
    for (parameter, use) in zip(was.parameters, swift.types.actions[0][0].parameters) {
      let isSent = language == .swift && parameter.default.map { swift.literal.expression($0, use) != nil } == true
      let isOptional = parameter.default != nil || old.types.resolve(parameter.type).isOptional
      if isOptional, dice.below(2) == 0 {
        // Left out by the caller: a face in Swift sends its default.
        if isSent, let value = parameter.default, !value.isNull { parameters[parameter.name] = value }
      } else {
        parameters[parameter.name] = value(parameter.type, old.types, &dice, isThere: true)
      }
    }
    let check = try ParameterCheck(now, new.types, action: "Shop.run")
    return parameters.withBorrowed(loose: [], fromJSON: false) { entries in
      if case .failed(let failure)? = check.check(UnsafeBufferPointer(entries)) { return failure.message }
      return nil
    }
  }

  /// A reply that the component can give and the face can't read; nil where it can read this one.
  func unreadable(_ was: Signature, _ now: Signature, _ dice: inout FaceDice) -> String? {
    guard let wanted = was.reply, let given = now.reply else { return nil }
    let reply = value(given, new.types, &dice, isThere: false)
    return reads(reply, wanted, isMember: false) ? nil : "can't read \(reply)"
  }

  // A value of exactly that form; what is absent is left out.
  private func value(
    _ form: TypeForm, _ types: TypeNames, _ dice: inout FaceDice, isThere: Bool, depth: Int = 0
  ) -> Value {
    let resolved = types.resolve(form)
    if resolved.isOptional, !isThere, depth > 6 || dice.below(2) == 0 { return .null }
    switch resolved.form {
    case .any: return [nil, true, 1, -2.5, "x", [1], ["a": 1]][dice.below(7)]
    case .bool: return .bool(dice.below(2) == 0)
    case .int: return .int(dice.below(100))
    case .double: return .double(Double(dice.below(100)) / 8)
    case .text: return .text(dice.text())
    case .bytes: return .bytes([1, 2])
    case .date: return "2026-11-21T09:30:00Z"
    case .object: return .object(Object(Thing()))
    case .function: return .function(Function { _ in nil })
    case .list(let item):
      return .list(
        (0..<(depth > 6 ? 0 : dice.below(3))).map { _ in value(item, types, &dice, isThere: false, depth: depth + 1) })
    case .map(let item):
      let keys = depth > 6 ? [] : dice.pick(["a", "b", "id"], dice.below(3))
      return .map(Fields(keys.map { ($0, value(item, types, &dice, isThere: false, depth: depth + 1)) }))
    case .fields(let fields):
      var values: Fields = [:]
      for field in fields {
        let value = value(field.type, types, &dice, isThere: false, depth: depth + 1)
        if !value.isNull || !types.resolve(field.type).isOptional { values[field.name] = value }
      }
      return .map(values)
    case .texts(let texts): return .text(texts[dice.below(texts.count)])
    case .ints(let ints): return .int(ints[dice.below(ints.count)])
    case .named, .optional, .values: return .null
    }
  }

  // As the kit decodes.
  private func reads(_ value: Value?, _ form: TypeForm, isMember: Bool) -> Bool {
    let resolved = old.types.resolve(form)
    if resolved.isOptional, value ?? .null == .null { return true }
    guard let value else { return false }
    switch resolved.form {
    case .any: return true
    case .bool: return value.bool != nil
    case .int: return value.int != nil || value.double.flatMap { Int(exactly: $0) } != nil
    case .double: return value.double != nil
    case .text: return value.text != nil
    case .bytes: return value.bytes != nil
    case .date: return value.text.flatMap { Timestamp($0) } != nil
    case .object: return value.object != nil
    case .function: return value.function != nil
    case .list(let item): return value.list?.allSatisfy { reads($0, item, isMember: false) } == true
    case .map(let item): return value.map?.allSatisfy { reads($0.value, item, isMember: false) } == true
    case .fields(let fields):
      guard let map = value.map else { return false }
      return fields.allSatisfy { reads(map[$0.name], $0.type, isMember: true) }
    case .texts(let texts): return value.text.map { texts.contains($0) } == true
    case .ints(let ints): return value.int.map { ints.contains($0) } == true
    case .named, .optional, .values: return false
    }
  }
}
