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
}
