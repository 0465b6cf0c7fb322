import ComponentHost
import ComponentKit
import Synchronization

/// What answers in the neighbours' place: by target and action, or for a whole target.
final class Stubs: Sendable {
  private struct Target {
    var actions: [String: StandIn] = [:]
    /// Answers what has no stub of its own.
    var whole: StandIn?

    var isEmpty: Bool { actions.isEmpty && whole == nil }
  }

  private let targets = Mutex<[String: Target]>([:])

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

  /// Who answers; nil where nobody does.
  func find(_ target: String, _ action: String) -> StandIn? {
    targets.withLock { targets in
      targets[target].flatMap { $0.actions[action] ?? $0.whole }
    }
  }

  /// The failure of a call to a neighbour of which only other actions or targets are stubbed, as if that were all it
  /// has; nil where nothing of it is stubbed.
  func notFound(_ target: String, _ action: String) -> Failure? {
    let root = target.root
    let known: (actions: [String]?, targets: [String]) = targets.withLock { targets in
      (targets[target].map { Array($0.actions.keys) }, targets.keys.filter { $0.root == root })
    }
    if known.targets.isEmpty { return nil }
    let near: [String]
    let message: String
    if let actions = known.actions {
      message = "\(target) has no action '\(action)'"
      near = nearNames(to: action, among: actions)
    } else {
      message = "\(root) has no target '\(target)'"
      near = nearNames(to: target, among: known.targets)
    }
    var details: Fields = ["target": .text(target), "action": .text(action)]
    if !near.isEmpty { details["suggestions"] = .list(near.map(Value.text)) }
    return Failure(.notFound, known.actions == nil ? "no_such_target" : "no_such_action", message, details: details)
  }
}

extension String {
  /// The component that owns a target of this name: the part before the first dot.
  var root: Substring { prefix { $0 != "." } }
}
