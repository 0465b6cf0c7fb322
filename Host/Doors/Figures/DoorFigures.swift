import ComponentHost
import ComponentKit
import Synchronization

/// What a door counts: of each action that was called through it, and of its connections.
final class DoorFigures: Sendable {
  /// How many actions are kept apart.
  static let actionLimit = 4096

  let started = Clock.now
  let accepted = Atomic(0)
  /// Connections for which there was no room.
  let surplus = Atomic(0)
  /// Requests that were no calls: refused as they are written, or questions about the door.
  let malformed = Atomic(0)
  let calls = Atomic(0)
  /// Calls for which there was no room.
  let busy = Atomic(0)
  let callsGivenUp = Atomic(0)
  let received = Atomic(0)
  let sent = Atomic(0)

  private let limits: (calls: Int, threads: Int)
  private let actions = Mutex<[Key: ActionFigures]>([:])
  private let shares = Mutex<[String: TargetShare]>([:])
  /// Those of all calls that are not kept apart: of what is not registered, or not known yet.
  let others: ActionFigures

  private struct Key: Hashable {
    let target: String
    let action: String
  }

  init(callLimit: Int, threadLimit: Int) {
    limits = (callLimit, threadLimit)
    others = ActionFigures("", "", TargetShare(callLimit: callLimit, threadLimit: threadLimit))
  }

  /// Those of an action, if it is known.
  func known(_ target: String, _ action: String) -> ActionFigures? {
    actions.withLock { $0[Key(target: target, action: action)] }
  }

  /// Those of an action that is registered, which is kept apart from now on; of all the others where too many are already.
  @discardableResult
  func learn(_ target: String, _ action: String) -> ActionFigures {
    let share = shares.withLock { shares in
      if let share = shares[target] { return share }
      let share = TargetShare(callLimit: limits.calls, threadLimit: limits.threads)
      // There are no more targets than actions.
      if shares.count < DoorFigures.actionLimit { shares[target] = share }
      return share
    }
    return actions.withLock { actions in
      let key = Key(target: target, action: action)
      if let known = actions[key] { return known }
      if actions.count >= DoorFigures.actionLimit { return others }
      let new = ActionFigures(target, action, share)
      actions[key] = new
      return new
    }
  }

  /// All that are kept apart, sorted, and behind them the others.
  var all: [ActionFigures] {
    let known = actions.withLock { Array($0.values) }
    return known.sorted { ($0.target, $0.action) < ($1.target, $1.action) } + [others]
  }
}
