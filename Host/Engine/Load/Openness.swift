import ComponentKit

/// What another user could change of a file and of the folders that lead to it: all of it, so that it can be mended at
/// once.
struct Openness {
  /// One file or folder: what it is to the file that is judged, as in "its folder".
  private struct Part {
    let name: String
    let path: String
    let distrust: Distrust
  }

  private var parts: [Part] = []

  /// Adds the folders on a way.
  mutating func add(_ way: Way) {
    for fault in way.faults { add("the folder \(quoted(fault.folder)) on the way to it", fault.folder, fault.distrust) }
  }

  /// Adds a file or folder, if it is distrusted.
  mutating func add(_ name: String, _ path: String, _ distrust: Distrust?) {
    if let distrust { parts.append(Part(name: name, path: path, distrust: distrust)) }
  }

  /// What is wrong, a clause for each.
  var clauses: [String] { parts.map { "\($0.name) is not trusted: \($0.distrust)" } }

  /// Why the file is refused; nil where nobody else could change it.
  func refusal(of file: String) -> Refusal? {
    if parts.isEmpty { return nil }
    return Refusal(
      "not_trusted", clauses.joined(separator: "; "),
      help: "\(Distrust.help(parts.map { ($0.path, $0.distrust) })), or --trust-any", file: file)
  }
}
