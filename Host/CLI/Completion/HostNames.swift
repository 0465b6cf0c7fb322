import ComponentHost

extension Host {
  /// The components, of which only the files' names are read; behind a dot the targets of one, which is loaded.
  func targets(_ typed: String) -> [Candidate] {
    guard let dot = typed.utf8.firstIndex(of: UInt8(ascii: ".")) else { return names.map { Candidate(name: $0) } }
    guard let component = try? load(String(typed[..<dot])) else { return [] }
    return component.targets.map { Candidate(name: $0.name, summary: $0.summary) }
  }

  func actions(of target: String) -> [Candidate] {
    (try? lookUp(target))?.target?.actions.map { Candidate(name: $0.name, summary: $0.summary) } ?? []
  }
}
