import ComponentKit

/// Which targets are called on other hosts where they are not in the folders of this one, and which events are told on others and
/// heard from them.
public struct ElsewherePolicy: Sendable, Equatable {
  public var targets = Names.none
  /// Whether a call waits for a connection, until its deadline, where there is none just then; else it fails at once.
  public var waits = false
  /// Which events cross; the host's own never do.
  public var events = Names.none

  public enum Names: Sendable, Equatable {
    case none
    case all
    /// Each with all below it.
    case some([String])
  }

  public init(_ targets: Names = .none, waits: Bool = false, events: Names = .none) {
    (self.targets, self.waits, self.events) = (targets, waits, events)
  }

  func covers(_ target: String) -> Bool { targets.covers(target) }

  func coversEvent(_ event: String) -> Bool { EventName.isComponents(event) && events.covers(event) }
}

extension ElsewherePolicy {
  /// What a policy's JSON says: names, or "*" for all, or an object that has them as `targets`.
  init(_ file: PolicyObject, _ key: String) throws(PolicyFault) {
    self.init()
    guard let value = file[key] else { return }
    guard value.map != nil, let object = try file.object(key) else {
      targets = try ElsewherePolicy.targets(file, key)
      return
    }
    try object.allow(["targets", "waits", "events"])
    guard object["targets"] != nil || object["events"] != nil else {
      throw object.fault("needs the key 'targets' or 'events'")
    }
    if object["targets"] != nil { targets = try ElsewherePolicy.targets(object, "targets") }
    if object["events"] != nil { events = try ElsewherePolicy.names(object, "events", "a list of events' names") }
    waits = try object.bool("waits") ?? false
  }

  private static func targets(_ object: PolicyObject, _ key: String) throws(PolicyFault) -> Names {
    try names(object, key, "a list of targets' names")
  }

  private static func names(_ object: PolicyObject, _ key: String, _ words: String) throws(PolicyFault) -> Names {
    guard let text = object[key]?.text else { return .some(try object.names(key) ?? []) }
    if text == "*" { return .all }
    throw object.fault(key, "must be \(words), or \"*\" for all")
  }
}

extension ElsewherePolicy.Names {
  fileprivate func covers(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let names): names.contains { Policy.covers($0, name) }
    }
  }
}
