import ComponentKit
import TestDice
import Testing

@testable import ComponentHost
@testable import HostCLI

/// What the check says of a changed component is what happens in calls through the face.
@Suite struct DriftPropertyTests {
  @Test(arguments: FaceLanguage.allCases)
  func `a face that fits has no call refused and reads every reply, one that is broken has or does not`(
    language: FaceLanguage
  ) throws {
    var (fitting, broken) = (0, 0)
    for seed in 1...300 {
      var dice = FaceDice(seed: UInt64(seed))
      let old = oneAction(&dice)
      let new = changed(old, &dice)
      let (was, now) = (old.targets[0].actions[0].signature, new.targets[0].actions[0].signature)
      // What a component does not declare can't be tried.
      guard let was, let now, was.reply == nil || now.reply != nil else { continue }
      let drift = FaceBlock(language: language, description: old).drift(to: new)
      let calls = CallModel(language, old, new)
      let failure = try (0..<150).lazy.compactMap { _ in
        try calls.refused(was, now, &dice) ?? calls.unreadable(was, now, &dice)
      }.first
      if drift.breaks { broken += 1 } else { fitting += 1 }
      #expect(
        (failure != nil) == drift.breaks,
        "seed \(seed): \(failure ?? "no failure")\n\(was)\n\(now)\n\(old.types)\n\(new.types)\n\(drift.differences.map(\.text))"
      )
    }
    #expect(fitting > 50 && broken > 50)
  }

  private func oneAction(_ dice: inout FaceDice) -> FaceDescription {
    while true {
      var description = dice.description()
      guard let action = description.targets[0].actions.first, action.signature != nil else { continue }
      description.targets = [FaceDescription.Target(name: "Shop", summary: "", actions: [action])]
      return description
    }
  }

  // One or two places are other ones.
  private func changed(_ old: FaceDescription, _ dice: inout FaceDice) -> FaceDescription {
    while true {
      var new = old
      let definitions = old.types.names.compactMap { name in old.types[name].map { (name, form: $0) } }
      let forms = definitions.map { dice.below(4) == 0 ? changed($0.form, old.types.names, &dice) : $0.form }
      guard let types = try? TypeNames(zip(definitions, forms).map { ($0.0, "\($1)") }) else { continue }
      guard var signature = old.targets[0].actions[0].signature else { return old }
      for place in signature.parameters.indices where dice.below(4) == 0 {
        let parameter = signature.parameters[place]
        signature.parameters[place] = Signature.Parameter(
          name: parameter.name, type: changed(parameter.type, types.names, &dice),
          default: dice.below(3) == 0 ? nil : parameter.default)
      }
      if dice.below(8) == 0, !signature.parameters.isEmpty { signature.parameters.removeLast() }
      if dice.below(8) == 0 {
        signature.parameters.append(
          Signature.Parameter(name: "added", type: dice.type(types.names, depth: 2), default: nil))
      }
      if let reply = signature.reply, dice.below(3) == 0 { signature.reply = changed(reply, types.names, &dice) }
      guard let whole = try? Signature(parsing: "\(signature)", types: types) else { continue }
      new.types = types
      new.targets[0].actions[0].signature = whole
      return new
    }
  }

  private func changed(_ form: TypeForm, _ names: [String], _ dice: inout FaceDice) -> TypeForm {
    switch (form, dice.below(6)) {
    case (_, 0): return dice.type(names, depth: 2)
    case (.optional(let inner), 1): return inner
    case (.optional, _): break
    case (_, 1): return .optional(form)
    default: break
    }
    switch form {
    case .optional(let inner):
      let other = changed(inner, names, &dice)
      return other.isOptionalForm ? other : .optional(other)
    case .list(let item): return .list(changed(item, names, &dice))
    case .map(let item): return .map(changed(item, names, &dice))
    case .int: return [.int, .double, .any, .ints([1])][dice.below(4)]
    case .text: return [.text, .date, .any, .texts(["x"])][dice.below(4)]
    case .texts(let texts):
      return [.text, .texts(Array(texts.dropFirst()) + ["new"]), .texts(texts + ["new"])][dice.below(3)]
    case .ints(let ints):
      return [.int, .double, .ints(Array(ints.dropFirst()) + [7]), .ints(ints + [7])][dice.below(4)]
    case .fields(var fields):
      for place in fields.indices where dice.below(3) == 0 {
        fields[place] = TypeForm.Field(name: fields[place].name, type: changed(fields[place].type, names, &dice))
      }
      if dice.below(4) == 0 { fields = Array(fields.dropFirst()) }
      if dice.below(4) == 0 { fields.append(TypeForm.Field(name: "added", type: dice.type(names, depth: 2))) }
      return dice.below(10) == 0 ? .map(.int) : .fields(fields)
    default: return form
    }
  }
}

extension TypeForm {
  var isOptionalForm: Bool { if case .optional = self { true } else { false } }
}
