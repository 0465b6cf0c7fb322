import ComponentHost

// What is known without any component's code being run.
extension Host {
  /// Behind a dot the targets of one component.
  func targets(_ typed: String) -> [Candidate] {
    let name = String(Substring(typed.utf8.prefix { $0 != UInt8(ascii: ".") }))
    return (known(name)?.targets ?? []).map { Candidate(name: $0.name, summary: $0.summary) }
  }

  func actions(of target: String) -> [Candidate] {
    (knownLookUp(target)?.target?.actions ?? []).map { Candidate(name: $0.name, summary: $0.summary) }
  }

  /// The URLs of a target's actions that are open to callers from outside.
  func openActions(of target: String, behind begin: String) -> [Candidate] {
    guard let target = knownLookUp(target)?.target else { return [] }
    return target.actions.filter { isOpen($0, of: target) }.map {
      Candidate(name: begin + $0.name, summary: $0.summary)
    }
  }

  /// The map keys of a component.
  func keys(of name: String) -> [Candidate] {
    (known(name)?.keys ?? []).map { Candidate(name: $0.name, summary: "\($0.target) \($0.action)") }
  }

  /// What a map key's action takes, with the key's hints; nil where there is no such key.
  func parameters(ofKey text: String) -> TypedParameters? {
    guard let holder = knownHolder(ofKey: text) else { return nil }
    let name = holder.component.name + text.dropFirst((holder.alias ?? holder.component.name).count)
    guard let key = holder.component.keys.first(where: { $0.name == name }),
      let found = knownLookUp(key.target, key.action)
    else { return nil }
    return TypedParameters(found, hints: key.hints)
  }
}
