import ComponentHost

extension Host {
  /// Behind a dot the targets of one component, which is loaded.
  func targets(_ typed: String) -> [Candidate] {
    let name = String(Substring(typed.utf8.prefix { $0 != UInt8(ascii: ".") }))
    guard let component = try? load(name) else { return [] }
    return component.targets.map { Candidate(name: $0.name, summary: $0.summary) }
  }

  func actions(of target: String) -> [Candidate] {
    (try? lookUp(target))?.target?.actions.map { Candidate(name: $0.name, summary: $0.summary) } ?? []
  }

  /// The URLs of a target's actions that are open to callers from outside.
  func openActions(of target: String, behind begin: String) -> [Candidate] {
    let actions = (try? lookUp(target))?.target?.actions ?? []
    return actions.filter(\.isRemote).map { Candidate(name: begin + $0.name, summary: $0.summary) }
  }

  /// The map keys of a component, which is loaded.
  func keys(of name: String) -> [Candidate] {
    (try? load(name))?.keys.map { Candidate(name: $0.name, summary: "\($0.target) \($0.action)") } ?? []
  }
}
