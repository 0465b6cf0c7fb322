import ComponentKit

/// Which targets are called on other hosts where they are not in the folders of this one.
public struct ElsewherePolicy: Sendable, Equatable {
  public var targets = Targets.none
  /// Whether a call waits for a connection, until its deadline, where there is none just then; else it fails at once.
  public var waits = false

  public enum Targets: Sendable, Equatable {
    case none
    case all
    /// Each with all below it.
    case some([String])
  }

  public init(_ targets: Targets = .none, waits: Bool = false) { (self.targets, self.waits) = (targets, waits) }

  func covers(_ target: String) -> Bool {
    switch targets {
    case .none: false
    case .all: true
    case .some(let names): names.contains { Policy.covers($0, target) }
    }
  }
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
    try object.allow(["targets", "waits"])
    guard object["targets"] != nil else { throw object.fault("needs the key 'targets'") }
    targets = try ElsewherePolicy.targets(object, "targets")
    waits = try object.bool("waits") ?? false
  }

  private static func targets(_ object: PolicyObject, _ key: String) throws(PolicyFault) -> Targets {
    guard let text = object[key]?.text else { return .some(try object.names(key) ?? []) }
    if text == "*" { return .all }
    throw object.fault(key, "must be a list of targets' names, or \"*\" for all")
  }
}
