import ComponentHost
import ComponentKit
import Synchronization

/// What a door counts: of each action that was called through it, and of its connections.
@_spi(Doors) public final class DoorFigures: Sendable {
  /// How many actions are kept apart.
  static let actionLimit = 4096

  let started = Clock.now
  let accepted = Atomic(0)
  /// Connections for which there was no room.
  let surplus = Atomic(0)
  let calls = Atomic(0)
  /// Calls for which there was no room.
  let busy = Atomic(0)
  let callsGivenUp = Atomic(0)
  let received = Atomic(0)
  let sent = Atomic(0)

  // How many requests became no call, by the reason: those are the door's own words.
  private let refusals = Mutex<[String: Int]>([:])

  private let limits: (calls: Int, threads: Int)
  private let actions = Mutex<[Key: ActionFigures]>([:])
  private let shares = Mutex<[String: TargetShare]>([:])
  private let components = Mutex<Set<String>>([])
  // When it was looked which components there are.
  private let looked = Atomic<Int64>(.min / 2)
  /// Those of all calls that are not kept apart: of what is not registered, or not known yet.
  public let others: ActionFigures

  private struct Key: Hashable {
    let target: String
    let action: String
  }

  public init(callLimit: Int, threadLimit: Int) {
    limits = (callLimit, threadLimit)
    others = ActionFigures("", "", TargetShare(callLimit: callLimit, threadLimit: threadLimit))
  }

  /// Counts a request that was refused.
  func count(_ refusal: String) { refusals.withLock { $0[refusal, default: 0] += 1 } }

  /// How many requests were refused, by the reason.
  var refused: [String: Int] { refusals.withLock { $0 } }

  /// Those of an action, if it is known.
  public func known(_ target: String, _ action: String) -> ActionFigures? {
    actions.withLock { $0[Key(target: target, action: action)] }
  }

  /// Those of an action that is registered, which is kept apart from now on; of all the others where too many are already.
  @discardableResult
  public func learn(_ target: String, _ action: String) -> ActionFigures {
    let share = learnShare(target)
    return actions.withLock { actions in
      let key = Key(target: target, action: action)
      if let known = actions[key] { return known }
      if actions.count >= DoorFigures.actionLimit { return others }
      let new = ActionFigures(target, action, share)
      actions[key] = new
      return new
    }
  }

  private func learnShare(_ target: String) -> TargetShare {
    shares.withLock { shares in
      if let share = shares[target] { return share }
      let share = TargetShare(callLimit: limits.calls, threadLimit: limits.threads)
      // There are no more targets than actions.
      if shares.count < DoorFigures.actionLimit { shares[target] = share }
      return share
    }
  }

  /// From now on these are the components that there are.
  func know(_ names: Set<String>) { components.withLock { $0 = names } }

  /// Looks which components there are, but not more often than once a second; on a thread that may wait for their folders.
  func look(at now: Int64, _ names: () -> Set<String>) {
    let before = looked.load(ordering: .relaxed)
    guard isLookDue(now), looked.compareExchange(expected: before, desired: now, ordering: .relaxed).exchanged
    else { return }
    know(names())
  }

  /// Whether that would look.
  func isLookDue(_ now: Int64) -> Bool { now - looked.load(ordering: .relaxed) >= 1_000_000_000 }

  /// What a call shares that is not kept apart: with the calls of the component that the first part of its URL names, so
  /// that one component's slow calls leave room for another's. Whoever makes names up shares with all who do.
  func share(of part: String) -> TargetShare {
    let root = String(part.prefix { $0 != "." })
    return components.withLock { $0.contains(root) } ? learnShare(root) : others.share
  }

  /// All that are kept apart, sorted, and behind them the others.
  var all: [ActionFigures] {
    let known = actions.withLock { Array($0.values) }
    return known.sorted { ($0.target, $0.action) < ($1.target, $1.action) } + [others]
  }

  /// The same at this moment.
  public var samples: [ActionSample] { all.map(\.sample) }
}
