import ComponentABI
import ComponentKit

// The verdict.
extension Staging {
  /// Whether the registration is whole, after `register` returned that status. Nothing can be added any more.
  func close(status: Int32) throws(Refusal) -> About {
    // A fault has closed it. Else it is not looked at: to copy an optional refusal, the runtime makes its type first.
    if !isOpen, let fault { throw fault }
    isOpen = false
    if status != COMPONENT_OK {
      throw Refusal(
        "register_failed", "its register returned the code \(status)" + (explanation.map { ": \($0)" } ?? ""))
    }
    guard let about else {
      throw Refusal("not_described", "its register did not describe the component", help: "call host->describe first")
    }
    guard count > 0 else { throw Refusal("no_actions", "it registers no action at all") }
    if let empty = targets.first(where: { $0.actions.isEmpty }) {
      throw Refusal("no_actions", "its target '\(empty.name)' has no action")
    }
    for path in paths { try check(path.target, path.action, "the route \(quoted(path.pattern))") }
    for (name, key) in keys { try check(key.target, key.action, "the map key '\(name)'") }
    try compile()
    return about
  }

  /// Drops what a generation has taken: the registration itself stays as long as the process.
  func trim() {
    definitions = []
    paths = []
    targets.trim()
  }

  private func check(_ target: String, _ action: String, _ what: String) throws(Refusal) {
    guard targets.contains(where: { $0.name == target && $0.names.contains(action) }) else {
      throw Refusal("no_such_action", "\(what) leads to \(quoted(action)), an action that '\(target)' does not have")
    }
  }

  // Named types may come after the actions that use them, so signatures are read last.
  private func compile() throws(Refusal) {
    if !definitions.isEmpty {
      do throws(SignatureFault) {
        types = try TypeNames(definitions)
      } catch {
        throw Refusal("invalid_type", "the definition of a type is invalid: \(error)")
      }
    }
    for (place, target) in targets.enumerated() {
      for (index, action) in target.actions.enumerated() where !action.signature.isEmpty {
        do throws(SignatureFault) {
          let signature = try Signature(parsing: action.signature, types: types)
          targets[place].actions[index].check = try ParameterCheck(
            signature, types, action: "\(target.name).\(action.name)")
        } catch {
          throw Refusal(
            "invalid_signature", "the signature of '\(target.name).\(action.name)' is invalid: \(error)")
        }
        let parameters = targets[place].actions[index].check?.signature.parameters ?? []
        var unknown: String?
        eachParameterNote(action.notes) { name, _ in
          if unknown == nil, !parameters.contains(where: { $0.name == name }) { unknown = name }
        }
        if let name = unknown {
          throw Refusal(
            "invalid_notes",
            "the notes on '\(target.name).\(action.name)' explain \(quoted(name)), which is not one of its parameters")
        }
      }
    }
  }
}

extension [Staging.Target] {
  // In one access: the runtime watches over each one to the staging's.
  fileprivate mutating func trim() {
    for index in indices {
      self[index].actions = []
      self[index].names = UniqueNames()
    }
  }
}
