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
    for place in targets.indices { try targets[place].compile(types) }
    for place in events.indices where !events[place].type.isEmpty { try events[place].compile(types) }
  }
}

extension Staging.Event {
  mutating func compile(_ types: TypeNames) throws(Refusal) {
    do throws(SignatureFault) {
      check = try EventCheck(type, types, event: name)
    } catch {
      throw Refusal("invalid_type", "the type of the event '\(name)' is invalid: \(error)")
    }
  }
}

extension Staging.Action {
  mutating func compile(_ types: TypeNames, as path: String) throws(Refusal) {
    let check: ParameterCheck
    do throws(SignatureFault) {
      check = try ParameterCheck(try Signature(parsing: signature, types: types), types, action: path)
    } catch {
      throw Refusal("invalid_signature", "the signature of '\(path)' is invalid: \(error)")
    }
    self.check = check
    var unknown: String?
    eachParameterNote(notes) { name, _ in
      if unknown == nil, !check.signature.parameters.contains(where: { $0.name == name }) { unknown = name }
    }
    if let name = unknown {
      throw Refusal(
        "invalid_notes", "the notes on '\(path)' explain \(quoted(name)), which is not one of its parameters")
    }
  }

  func checkMediaType(_ types: TypeNames, as path: String) throws(Refusal) {
    do throws(MediaType.Fault) {
      _ = try MediaType(parsing: mediaType)
    } catch {
      throw Refusal("invalid_media_type", "the media type of '\(path)' is invalid: \(error)")
    }
    guard let reply = check?.signature.reply else { return }
    let form = types.resolve(reply).form
    guard form.mayBeText || form.mayBeBytes else {
      throw Refusal(
        "invalid_media_type",
        "'\(path)' has the media type '\(mediaType)' and replies with \(quoted("\(reply)")), which is neither text nor bytes"
      )
    }
  }
}
