import ComponentABI
import ComponentKit

/// What the host itself publishes.
enum HostNews: Int, CaseIterable {
  case added, changed, removed, loaded, replaced, refused, retired

  var name: String {
    switch self {
    case .added: COMPONENT_EVENT_ADDED
    case .changed: COMPONENT_EVENT_CHANGED
    case .removed: COMPONENT_EVENT_REMOVED
    case .loaded: COMPONENT_EVENT_LOADED
    case .replaced: COMPONENT_EVENT_REPLACED
    case .refused: COMPONENT_EVENT_REFUSED
    case .retired: COMPONENT_EVENT_RETIRED
    }
  }

  init?(_ name: String) {
    guard let event = HostNews.allCases.first(where: { $0.name == name }) else { return nil }
    self = event
  }

  /// Whether one of these names is of what becomes of files, for which the folders are looked at.
  static func areOfFiles(_ names: some Sequence<String>) -> Bool {
    names.contains { [HostNews.added.name, changed.name, removed.name].contains($0) }
  }
}

extension Host {
  /// The names of the events that a host itself publishes.
  package static var ownEvents: [String] { HostNews.allCases.map(\.name) }
}

extension Events {
  /// Publishes what has become of a component. It waits for nobody and runs no foreign code, so it may be done under a lock:
  /// then its order is that of what happened.
  func tell(_ event: HostNews, _ component: String, generation: Int? = nil, because refusal: Refusal? = nil) {
    let topic = own[event.rawValue]
    guard topic.isObserved else { return }
    var fields: Fields = ["name": .text(component)]
    if let generation { fields["generation"] = .int(generation) }
    if let refusal {
      fields["reason"] = .text(refusal.reason)
      fields["message"] = .text(refusal.message)
    }
    Value.map(fields).withBorrowed { topic.publish($0.pointee) }
  }
}
