import ComponentHost
import ComponentKit

/// What answers in the neighbours' place: by target and action, or for a whole target.
final class Stubs: Sendable {
  private struct Target {
    var actions: [String: StandIn] = [:]
    /// Answers what has no stub of its own.
    var whole: StandIn?

    var isEmpty: Bool { actions.isEmpty && whole == nil }
  }

  private let targets = Guarded<[String: Target]>([:])

  func set(_ target: String, _ action: String, _ standIn: StandIn) {
    change(target) { $0.actions[action] = standIn }
  }

  func set(_ target: String, _ standIn: StandIn) {
    change(target) { $0.whole = standIn }
  }

  func remove(_ target: String, _ action: String) {
    change(target) { $0.actions[action] = nil }
  }

  func remove(_ target: String) {
    change(target) { $0 = Target() }
  }

  func removeAll() {
    let before = targets.withLock { targets in
      defer { targets = [:] }
      return targets
    }
    withExtendedLifetime(before) {}
  }

  // What a stub holds is let go outside the lock.
  private func change(_ target: String, _ body: (inout Target) -> Void) {
    let before = targets.withLock { targets in
      let before = targets[target]
      body(&targets[target, default: Target()])
      if targets[target]?.isEmpty ?? false { targets[target] = nil }
      return before
    }
    withExtendedLifetime(before) {}
  }

  /// What answers a call.
  enum Found {
    case standIn(StandIn)
    /// Only other actions or targets of the neighbour are stubbed: the failure that says so, as if they were all it has.
    case lacking(Failure)
    /// Nothing of the neighbour is stubbed.
    case nobody
  }

  func find(_ target: String, _ action: String) -> Found {
    targets.withLock { targets in
      if let known = targets[target] {
        if let standIn = known.actions[action] ?? known.whole { return .standIn(standIn) }
        let near = nearNames(to: action, among: known.actions.keys)
        return .lacking(
          Stubs.failure("no_such_action", "\(target) has no action '\(action)'", target, action, near))
      }
      let others = targets.keys.filter { $0.root == target.root }
      if others.isEmpty { return .nobody }
      let near = nearNames(to: target, among: others)
      return .lacking(
        Stubs.failure("no_such_target", "\(target.root) has no target '\(target)'", target, action, near))
    }
  }

  // In the words of a host.
  private static func failure(
    _ reason: String, _ message: String, _ target: String, _ action: String, _ near: [String]
  ) -> Failure {
    var details: Fields = ["target": .text(target), "action": .text(action)]
    if !near.isEmpty { details["suggestions"] = .list(near.map(Value.text)) }
    return Failure(.notFound, reason, message, details: details)
  }
}

extension String {
  /// The component that owns a target of this name: the part before the first dot.
  var root: Substring { prefix { $0 != "." } }
}
