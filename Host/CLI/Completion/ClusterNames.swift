import ComponentCluster
import ComponentHost
import ComponentKit

/// What there is in a cluster, for the completion of a line that is for it. Where nobody says it, there is nothing.
struct ClusterNames {
  private let cluster: ClusterReach

  // A person waits for it.
  private static let patience = ClusterClient.Patience(
    first: .milliseconds(250), pause: .milliseconds(30), all: .milliseconds(350))
  private static let time = Duration.milliseconds(250)

  init(_ cluster: ClusterReach) { self.cluster = cluster }

  /// The components, and behind a dot the targets of one.
  func targets(_ typed: String) -> [Candidate] {
    guard typed.utf8.contains(UInt8(ascii: ".")) else {
      guard let services = try? cluster.client().gather(.presence, ClusterNames.patience).services else { return [] }
      return Set(services.map(\.name)).sorted().map { Candidate(name: $0) }
    }
    let name = String(Substring(typed.utf8.prefix { $0 != UInt8(ascii: ".") }))
    return (component(name, nil, nil)?.targets ?? []).map { Candidate(name: $0.name, summary: $0.summary) }
  }

  func actions(of target: String) -> [Candidate] {
    let component = component(ComponentName.root(of: target.utf8), target, nil)
    let found = component?.targets.first { $0.name == target }
    return (found?.actions ?? []).map { Candidate(name: $0.name, summary: $0.summary) }
  }

  func lookUp(_ target: String, _ action: String) -> LookUp? {
    try? cluster.lookUp(target, action, within: ClusterNames.time)
  }

  private func component(_ name: String, _ target: String?, _ action: String?) -> LoadedComponent? {
    guard let client = try? cluster.client() else { return nil }
    let services = client.gather(.presence, of: name, ClusterNames.patience).services
    guard let best = services.first,
      let said = try? client.describe(
        name, target: target, action: action, major: best.version?.major ?? 0, within: ClusterNames.time)
    else { return nil }
    return ClusterReach.found(said, name, nil)?.component ?? ClusterReach.found(said, target ?? name, nil)?.component
  }
}
