public import ComponentKit

/// An event that has crossed a cluster.
public struct ClusterEvent: Sendable {
  public let event: String
  /// Which host has told it.
  public let host: String
  public let value: Value
}

extension ClusterClient {
  /// Hears events that cross the cluster, from now on and as often as a broker is reached.
  ///
  /// - Parameters:
  ///   - names: which ones; all where there are none.
  ///   - heard: hears, on the connection's thread, each event, or nil for what is none: it must wait for nothing.
  /// - Returns: false where a name can't be an event's.
  public func hear(_ names: [String], _ heard: @escaping @Sendable (ClusterEvent?) -> Void) -> Bool {
    let start = "\(settings.name).event."
    var patterns: [SubjectPattern] = []
    for name in names {
      guard let subject = Subject(start + name) else { return false }
      SubjectPattern(subject.text).map { patterns.append($0) }
    }
    if names.isEmpty, let all = SubjectPattern(start + ">") { patterns.append(all) }
    link.post { [patterns] link in
      for pattern in patterns {
        _ = link.subscribe(pattern) { delivery in heard(ClusterEvent(delivery, start)) }
      }
    }
    return true
  }
}

extension ClusterEvent {
  fileprivate init?(_ delivery: Delivery, _ start: String) {
    guard !delivery.isCut, delivery.subject.utf8.starts(with: start.utf8),
      let headers = try? MessageHeaders(delivery.headers), let host = (try? headers.value(.host)) ?? nil,
      ClusterMember.hostLengths.contains(host.utf8.count),
      let value = delivery.payload.isEmpty ? .null : try? Value(json: delivery.payload)
    else { return nil }
    event = String(Substring(delivery.subject.utf8.dropFirst(start.utf8.count)))
    (self.host, self.value) = (host, value)
  }
}
