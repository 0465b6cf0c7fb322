@_spi(Doors) import ComponentDoors
public import ComponentKit

/// What a host says of one component that it serves in a cluster, by the service protocol of NATS.
public struct ClusterMember: Sendable, Equatable {
  /// The component's name.
  public let name: String
  /// Which host says so.
  public let host: String
  /// Nil where the host would have to load it to know.
  public let version: Version?
  public let summary: String
  /// Its open actions, or one for all of them together; empty where that was not asked.
  public let endpoints: [Endpoint]
  /// Whether each action is told.
  public let tellsActions: Bool

  /// One action that is open, or all of a component together.
  public struct Endpoint: Sendable, Equatable {
    public let target: String
    /// Empty for all of the component.
    public let action: String
    /// How many calls there were, how many of them failed, and how long all took, in nanoseconds.
    public var requests = 0
    public var failures = 0
    public var nanoseconds = 0
  }

  /// Nil where it is no answer of a host in that cluster. Whoever is at the broker may have sent it: what has another form
  /// than it should is none, and what is told as a number counts as one only where it can be one.
  init?(_ said: Value, in cluster: String) {
    guard let name = said["name"]?.text, ClusterMember.isName(name), said["metadata"]?["cluster"]?.text == cluster,
      let host = said["metadata"]?["host"]?.text, ClusterMember.hostLengths.contains(host.utf8.count),
      let version = said["version"]?.text.flatMap({ Version(told: $0) })
    else { return nil }
    (self.name, self.host) = (name, host)
    self.version = version == Version(0) ? nil : version
    let words = said["description"]?.text ?? ""
    summary = words.utf8.count <= ClusterMember.summaryLimit ? words : excerpt(words)
    let start = "\(cluster).call."
    endpoints = (said["endpoints"]?.list ?? []).prefix(ClusterMember.endpointLimit).compactMap {
      Endpoint($0, of: name, start)
    }
    tellsActions = !endpoints.isEmpty && endpoints.allSatisfy { !$0.action.isEmpty }
  }

  /// No component has more actions.
  private static let endpointLimit = 65_536

  static let hostLengths = 1...128
  // In bytes: what is longer is cut.
  private static let summaryLimit = 4096

  static func isName(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && Subject(text) != nil && !text.utf8.contains(UInt8(ascii: "."))
  }
}

extension ClusterMember.Endpoint {
  // "shop.call.1.Reader.showDetail", or "shop.call.*.Reader.>" for all of it.
  fileprivate init?(_ said: Value, of name: String, _ start: String) {
    guard let subject = said["subject"]?.text, subject.utf8.count <= Subject.limit,
      subject.utf8.starts(with: start.utf8)
    else { return nil }
    let parts = subject.utf8.dropFirst(start.utf8.count).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    guard parts.count >= 3, parts[1] == name, let action = parts.last else { return nil }
    target = parts[1..<(parts.count - 1)].joined(separator: ".")
    self.action = action == ">" ? "" : action
    let count = { (key: String) in max(0, said[key]?.int ?? 0) }
    (requests, failures, nanoseconds) = (count("num_requests"), count("num_errors"), count("processing_time"))
  }
}
