import ComponentKit

// The verdict.
extension Staging.Declarations {
  /// Moves everything out if it is whole. Nothing is added any more.
  mutating func close() throws(Refusal) -> Staging.Declarations {
    guard count > 0 else { throw Refusal("no_actions", "it registers no action at all") }
    if let empty = targets.first(where: { $0.actions.isEmpty }) {
      throw Refusal("no_actions", "its target '\(empty.name)' has no action")
    }
    for path in paths { try check(path.target, path.action, "the route \(quoted(path.pattern))") }
    for (name, key) in keys { try check(key.target, key.action, "the map key '\(name)'") }
    try compile()
    try checkVariables()
    return moveOut()
  }

  // What a path says its action must take: no URL of it would ever get through.
  private func checkVariables() throws(Refusal) {
    if paths.isEmpty { return }
    var checks: [String: ParameterCheck] = [:]
    for target in targets {
      for action in target.actions { checks["\(target.name).\(action.name)"] = action.check }
    }
    for path in paths {
      if let misfit = path.misfit(checks["\(path.target).\(path.action)"]) {
        throw Refusal("invalid_route", misfit)
      }
    }
  }

  private func check(_ target: String, _ action: String, _ what: String) throws(Refusal) {
    guard targets.contains(where: { $0.name == target && $0.names.contains(action) }) else {
      throw Refusal("no_such_action", "\(what) leads to \(quoted(action)), an action that '\(target)' does not have")
    }
  }

  // Named types may come after the actions that use them, so signatures are read last.
  private mutating func compile() throws(Refusal) {
    if !definitions.isEmpty {
      do throws(SignatureFault) {
        types = try TypeNames(definitions)
      } catch {
        throw Refusal("invalid_type", "the definition of a type is invalid: \(error)")
      }
    }
    // What the types are laid out as is shared by all that refer to them: each of many actions may refer to all of many types.
    var tables = CheckTableBuilder(types, laysOut: !isDescription)
    for place in targets.indices { try targets[place].compile(types, in: &tables) }
    for place in events.indices where !events[place].type.isEmpty { try events[place].compile(types, in: &tables) }
    let block = tables.build()
    for place in targets.indices {
      for action in targets[place].actions.indices { targets[place].actions[action].finish(block) }
    }
    for place in events.indices { events[place].finish(block) }
  }
}

extension Staging.Event {
  mutating func compile(_ types: TypeNames, in tables: inout CheckTableBuilder) throws(Refusal) {
    do throws(SignatureFault) {
      draft = try EventCheck.Draft(type, types, event: name, in: &tables)
    } catch {
      throw Refusal("invalid_type", "the type of the event '\(name)' is invalid: \(error)")
    }
  }

  mutating func finish(_ block: CheckBlock) { check = exchange(&draft, with: nil).map { EventCheck($0, block) } }
}

extension Staging.Action {
  mutating func compile(_ types: TypeNames, as path: String, in tables: inout CheckTableBuilder) throws(Refusal) {
    let draft: ParameterCheck.Draft
    do throws(SignatureFault) {
      draft = try ParameterCheck.Draft(
        try Signature(parsing: signature, types: types), types, action: path, in: &tables)
    } catch {
      throw Refusal("invalid_signature", "the signature of '\(path)' is invalid: \(error)")
    }
    self.draft = draft
    var unknown: String?
    eachParameterNote(notes) { name, _ in
      if unknown == nil, !draft.signature.parameters.contains(where: { $0.name == name }) { unknown = name }
    }
    if let name = unknown {
      throw Refusal(
        "invalid_notes", "the notes on '\(path)' explain \(quoted(name)), which is not one of its parameters")
    }
  }

  mutating func finish(_ block: CheckBlock) { check = exchange(&draft, with: nil).map { ParameterCheck($0, block) } }

  func checkMediaType(_ types: TypeNames, as path: String) throws(Refusal) {
    do throws(MediaType.Fault) {
      _ = try MediaType(parsing: mediaType)
    } catch {
      throw Refusal("invalid_media_type", "the media type of '\(path)' is invalid: \(error)")
    }
    guard let reply = draft?.signature.reply else { return }
    let form = types.resolve(reply).form
    guard form.mayBeText || form.mayBeBytes else {
      throw Refusal(
        "invalid_media_type",
        "'\(path)' has the media type '\(mediaType)' and replies with \(quoted("\(reply)")), which is neither text nor bytes"
      )
    }
  }
}
