import ComponentHost
import ComponentKit

/// The calls by which an action is tried, made from what its component says of it. A seed gives the same ones again.
struct MadeCalls {
  let target: String
  let action: LoadedAction
  private let types: TypeNames
  private let seed: UInt64

  init(_ target: String, _ action: LoadedAction, _ types: TypeNames, seed: UInt64) {
    self.target = target
    self.action = action
    self.types = types
    self.seed = seed
  }

  /// One call: what is special about it, and its parameters.
  struct Made {
    let about: String
    let parameters: Fields
  }

  private func values(_ about: String) -> MadeValues {
    MadeValues(types: types, dice: CheckDice(seed: seed, target, action.name, about))
  }

  /// Parameters that fit; another number gives others.
  func right(_ number: Int) -> Fields {
    guard let form = action.form else { return [:] }
    var values = values("right \(number)")
    var fields = Fields()
    for parameter in form.parameters {
      // What may be left out is there every other time.
      let isRequired = parameter.default == nil && !types.resolve(parameter.type).isOptional
      if !isRequired, number % 2 == 0 { continue }
      fields[parameter.name] = values.right(parameter.type)
    }
    return fields
  }

  /// All that are made once each, in their order. They are made one by one: some are large.
  func each(_ body: (Made) -> Bool) {
    func goesOn(_ about: String, _ parameters: @autoclosure () -> Fields) -> Bool {
      body(Made(about: about, parameters: parameters()))
    }
    guard goesOn("no parameters", [:]) else { return }
    guard let form = action.form else { return undescribed(body) }
    for number in 0..<4 where !goesOn("right parameters", right(number)) { return }
    for parameter in form.parameters {
      let name = parameter.name
      var whole = right(1)
      var less = whole
      less[name] = nil
      guard goesOn("without '\(name)'", less) else { return }
      var values = values(name)
      for value in values.wrong(parameter.type) {
        whole[name] = value
        guard goesOn("'\(name)' is \(MadeCalls.article(value))", whole) else { return }
      }
      for (about, value) in values.huge(parameter.type) {
        whole[name] = value
        guard goesOn("'\(name)' is \(about)", whole) else { return }
      }
      if let deep = values.deep(parameter.type) {
        whole[name] = deep
        guard goesOn("'\(name)' is nested deep", whole) else { return }
      }
    }
    var more = right(1)
    more["no_such_parameter"] = 1
    _ = goesOn("a parameter that it does not declare", more)
  }

  // What an action gets that does not say what it takes.
  private func undescribed(_ body: (Made) -> Bool) {
    let huge = Value.text(String(repeating: "x", count: MadeValues.hugeSize))
    let deep = (0..<Value.depthLimit - 2).reduce(1 as Value) { value, _ in .list([value]) }
    let all: [(String, Fields)] = [
      ("any parameters", ["id": 1, "name": "Ann", "value": ["a": [1, 2.5, nil]]]),
      ("many parameters", Fields((0..<1000).map { ("parameter\($0)", .int($0)) })),
      ("1 MiB of text", ["text": huge]), ("nested deep", ["value": deep]),
      ("the largest int", ["id": .int(.max)]), ("null", ["id": nil]),
    ]
    for (about, parameters) in all where !body(Made(about: about, parameters: parameters)) { return }
  }

  private static func article(_ value: Value) -> String {
    switch value {
    case .int, .object: "an \(value.kindName)"
    case .null, .text, .bytes: value.kindName
    default: "a \(value.kindName)"
    }
  }
}
