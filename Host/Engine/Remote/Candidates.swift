import ComponentABI
import ComponentKit
import Synchronization

/// What a URL may lead to, in the one order that there is: a route of just these words, the action that the path names,
/// the other routes that take the whole path, the map key that host and path form, routes that take longer paths, routes
/// of any host part. A route with a priority goes before all of these, or behind them. A key that has its action's name
/// goes with the action, which then gets the key's hints.
///
/// What callers from outside may not reach is left out; the host's log is told if nothing else answers either.
///
/// Not copyable: the compiler would otherwise copy it each time it is made.
struct Candidates: ~Copyable {
  private(set) var opening: Opening
  // Not counted: a host is never freed.
  private unowned(unsafe) let host: Host
  // Nil where the host part has no routes.
  private let matches: Matches?
  // The action that the path names, if it was there already.
  private let named: UnsafeMutablePointer<Entry>?
  private let mayBeKey: Bool
  private var ahead = Ahead.unknown
  /// Why the caller does not get what there is, for the host's own log.
  private(set) var denials = Denials()
  /// Whether the URL is none of ours, but goes to a program of the system.
  private(set) var isOut = false
  private var nextMatch: RouteMatch?
  private var stage = Stage.words
  // How many changes of what is loaded were over before the search.
  private let changeovers: Int
  private var isFirst = true
  // Whether a route was met that is another generation's than its action.
  private var isHalf = false
  /// Whether it was begun anew, because something was replaced or taken out meanwhile.
  private(set) var hasBegunAnew = false
  private let isForeign: Bool
  /// How often it was begun anew, and what it is done for.
  private(set) var rounds: Rounds
  private let trace: ((Step) -> Void)?

  /// Behind a reference, so that a URL which fits no route is not moved about with room for them.
  private final class Matches {
    private var all: RouteMatches

    init(_ all: RouteMatches) { self.all = all }

    func next() -> RouteMatch? { all.next() }
  }

  private enum Stage { case words, action, routes, key, others, end }

  // What was found by looking ahead.
  private enum Ahead {
    case unknown
    case found(Candidate?)
    case failed(Failure)
  }

  /// - Parameters:
  ///   - patience: how long to wait while another thread loads what answers; here, and in each step from here.
  ///   - isForeign: whether the URL's scheme is one that goes to a program of the system.
  ///   - rounds: how often the way of the call that it is done for was gone anew before.
  init(
    _ opening: Opening, _ host: __shared Host, _ patience: Patience, isForeign: Bool = false,
    _ rounds: Rounds = Rounds(),
    trace: ((Step) -> Void)? = nil
  ) {
    changeovers = host.loader.changeovers.overCount
    var named = Candidates.named(opening.url, host, patience)
    if let entry = named, host.isHeld(entry, for: patience) { named = nil }
    // Loading a component adds its routes. A component whose action is in the table is loaded already, so it is not
    // asked for under the loader's lock.
    if named == nil || trace != nil, ComponentName.isValidTarget(opening.url.host.utf8) {
      let root = ComponentName.root(of: opening.url.host.utf8)
      if let objection = Candidates.objection(to: root, opening.manner, host) {
        trace?(Step(.component, "\(root) is not looked for: \(objection)", isObstacle: true))
        if host.loader.isPresent(root) {
          let action = opening.url.path.joined(separator: "/")
          denials.add(Host.denial(of: opening.url.host, excerpt(action), objection))
        }
      } else {
        do throws(Failure) {
          if let refusal = try host.load(root: root, patience, trace) {
            // By a longer path it is a route of its own that would lead on, which nobody knows now.
            let action = opening.url.path.count == 1 ? opening.url.path[0] : nil
            denials.add(refusal, of: root, hides: host.settings.policy.hides(opening.url.host, action))
          }
        } catch {
          (ahead, stage) = (.failed(error), .end)
        }
      }
    }
    if let origin = opening.origin, origin.majorVersion != nil, stage != .end, !denials.isForNow,
      let failure = host.absence(of: ComponentName.root(of: opening.url.host.utf8), for: origin, named)
    {
      for denial in denials.words { host.settings.report(Report(.denied, denial)) }
      (ahead, stage) = (.failed(failure), .end)
    }
    if !opening.manner.contains(.byName), let roots = Candidates.roots(of: opening.url.host, named, host, patience) {
      let found = Matches(
        RouteMatches(roots, scheme: opening.url.scheme, host: opening.url.host, path: opening.url.path))
      nextMatch = found.next()
      matches = found
    } else {
      (matches, nextMatch) = (nil, nil)
    }
    if isForeign, stage != .end {
      if !opening.url.isCall || !Candidates.hasRoute(of: opening.url, host, patience) {
        isOut = true
      } else if let refusal = host.settings.policy.refusal(ofScheme: opening.url.scheme) {
        (ahead, stage) = (.failed(refusal.toOutside), .end)
      }
    }
    mayBeKey = Candidates.mayBeKey(opening.url, host, named)
    (self.opening, self.host, self.named, self.trace) = (opening, host, named, trace)
    (self.isForeign, self.rounds) = (isForeign, rounds)
  }

  private var url: CallURL { opening.url }

  /// Ends the search; the URL is handed on, not copied.
  mutating func endWithURL() -> CallURL { exchange(&opening.url, with: CallURL(scheme: "", host: "")) }

  /// Where the URL leads if the action that its path names is all that can answer, and its query says just what that
  /// declares: so it is with most, and no candidate has to be made for them.
  ///
  /// - Parameter host: the search's own, which is counted less often where it is given.
  mutating func plain(_ host: Host) -> PlainWay? {
    guard let named, stage == .words, nextMatch == nil, !mayBeKey, !isForeign, opening.origin?.hints == nil,
      opening.added == nil || url.parameters.isEmpty, Query.isPlain(url.parameters, for: named.pointee.check, host),
      isReachable(url.host, url.path[0], named, host), !mayBeOthers(host)
    else { return nil }
    return PlainWay(entry: named, manner: opening.manner, added: opening.added)
  }

  /// Whether there is more to come, if only a failure.
  mutating func hasNext(_ patience: Patience) -> Bool {
    // Most URLs fit one action and nothing else.
    if stage == .routes, nextMatch == nil, !mayBeKey { return false }
    if case .unknown = ahead {
      do throws(Failure) { ahead = .found(try find(patience)) } catch { ahead = .failed(error) }
    }
    if case .found(nil) = ahead { return mayBeOthers }
    return true
  }

  /// Whether something was replaced or taken out since the search began, or just is, so that what it has read may belong to
  /// two generations, or to none any more.
  var mayBeOthers: Bool { mayBeOthers(host) }

  private func mayBeOthers(_ host: Host) -> Bool { isHalf || !host.loader.changeovers.areOver(since: changeovers) }

  mutating func next(_ patience: Patience) throws(Failure) -> Candidate? {
    defer { ahead = .unknown }
    switch ahead {
    case .unknown: return try find(patience)
    case .found(let candidate): return candidate
    case .failed(let failure): throw failure
    }
  }

  // What was replaced or taken out during the search may have been found by half: a route of one generation, and an
  // action of another. So it counts only where nothing was meanwhile.
  private mutating func find(_ patience: Patience) throws(Failure) -> Candidate? {
    while true {
      let found = Result { () throws(Failure) in try seek(patience) }
      guard isFirst, !isOut, mayBeOthers, !rounds.areOver, !host.loader.isClosed
      else {
        isFirst = false
        return try found.get()
      }
      try rounds.next(patience)
      self = Candidates(opening, host, patience, isForeign: isForeign, rounds, trace: trace)
      hasBegunAnew = true
      if case .failed(let failure) = ahead { throw failure }
    }
  }

  private mutating func seek(_ patience: Patience) throws(Failure) -> Candidate? {
    if isOut { return nil }
    while true {
      switch stage {
      case .words:
        guard let match = nextMatch, match.precedesAction else {
          stage = .action
          continue
        }
        nextMatch = matches?.next()
        if let candidate = try reachable(match, patience) { return candidate }
      case .action:
        stage = .routes
        guard url.path.count == 1 else { continue }
        let (target, action) = (url.host, url.path[0])
        let entry = if let named { named } else { try host.settledEntry(target, action, patience) }
        if isReachable(target, action, entry, host) {
          // A call by name that has hints of its own has no others.
          if mayBeKey, opening.origin?.hints == nil, let candidate = try key(patience, ofAction: true) {
            return candidate
          }
          return try Candidate(target: target, action: action, Query(opening, for: entry?.pointee.check, host))
            .answered(by: entry)
        }
      case .routes:
        guard let match = nextMatch, match.precedesKey else {
          stage = .key
          continue
        }
        nextMatch = matches?.next()
        if let candidate = try reachable(match, patience) { return candidate }
      case .key:
        stage = .others
        if mayBeKey, !opening.manner.contains(.byName), let candidate = try key(patience, ofAction: false) {
          return candidate
        }
      case .others:
        guard let match = nextMatch else {
          stage = .end
          continue
        }
        nextMatch = matches?.next()
        if let candidate = try reachable(match, patience) { return candidate }
      case .end: return nil
      }
    }
  }

  private mutating func reachable(_ match: RouteMatch, _ patience: Patience) throws(Failure) -> Candidate? {
    let (target, action) = (match.route.target, match.route.action)
    trace?(
      Step(
        .route, "\(match.route) of \(match.owner) leads to \(target).\(action)\(match.standing(host.settings.policy))"))
    let root = ComponentName.root(of: match.route.target.utf8)
    // The host part's own component was looked for before, and told; but here it is meant to be there.
    let isTold = root == ComponentName.root(of: url.host.utf8)
    let tells = trace.map { trace in { (step: Step) in if !isTold || step.isAbsence { trace(step.meant) } } }
    let refusal: Refusal?
    if let known = denials.unfinished?[root] {
      refusal = known
    } else if let objection = Candidates.objection(to: root, opening.manner, host) {
      trace?(Step(.target, "\(target).\(action) can't be reached: \(objection)", isObstacle: true))
      denials.add(Host.denial(of: target, action, objection))
      return nil
    } else {
      refusal = try host.load(root: root, patience, tells)
    }
    if let refusal { denials.add(refusal, of: root, hides: host.settings.policy.hides(target, action)) }
    // Access is judged before the parameters: a caller who may not reach the action must not hear what is wrong with
    // them.
    let entry = try host.settledEntry(target, action, patience)
    // A component's routes are there a moment before its actions are. What is refused may stay so for as long as this waits.
    if refusal == nil, case .component = match.owner,
      entry?.pointee.generation._withUnsafeGuaranteedRef({ $0.number }) != match.entry.generation
    {
      isHalf = true
    }
    guard isReachable(target, action, entry, host, by: match) else { return nil }
    return try Candidate(
      match, Query(opening, for: entry?.pointee.check, by: match.route, given: match.parameters, host)
    ).answered(by: entry)
  }

  // What the map key leads to that host and path form, if that can be reached: to the very action that the path names, or
  // to another.
  @inline(never)
  private mutating func key(_ patience: Patience, ofAction: Bool) throws(Failure) -> Candidate? {
    let text = "\(url.host)_\(url.path[0])"
    let denied = deniedKeys(text)
    for (name, objection) in denied {
      denials.add("a call from outside by the map key \(quoted(text)) of \(name) was denied: \(objection)")
    }
    let (found, steps) =
      try trace == nil ? (host.key(text, patience, known: { known($0) }), []) : explained(text, denied, patience)
    // Where it leads elsewhere it is not its turn yet, or was before.
    guard (found?.leads(to: url.host, url.path[0]) ?? false) == ofAction else { return nil }
    if let trace { for step in steps { trace(step) } }
    guard let candidate = found else { return nil }
    let entry = try host.settledEntry(candidate.target, candidate.action, patience)
    if !ofAction, !isReachable(candidate.target, candidate.action, entry, host) { return nil }
    return try Candidate(
      candidate, Query(opening, for: entry?.pointee.check, hints: candidate.hints, host)
    ).answered(by: entry)
  }

  // What a map key stands for, with the steps that lead there.
  private func explained(
    _ text: String, _ denied: [(name: String, objection: String)], _ patience: Patience
  ) throws(Failure) -> (Candidate?, [Step]) {
    var steps = denied.map {
      Step(.key, "a map key \(quoted(text)) of \($0.name) can't be reached: \($0.objection)", isObstacle: true)
    }
    let found = try host.key(text, patience, known: { known($0) }, { steps.append($0) }) { miss in
      guard case .alias(_, of: let name, _) = miss, !denied.contains(where: { $0.name == name }) else { return }
      steps.append(Step(.key, "\(quoted(text)) is no map key: \(miss)", isObstacle: true))
    }
    return (found, steps)
  }

  // The components besides that of the host part that a map key may belong to, and of which nothing may be reached.
  private func deniedKeys(_ text: String) -> [(name: String, objection: String)] {
    if opening.manner.contains(.owner) || !host.loader.core.pointee.looksAtNames { return [] }
    let own = ComponentName.root(of: url.host.utf8)
    return host.components(ofKey: text).filter { $0 != own && host.loader.isPresent($0) }.compactMap { name in
      Candidates.objection(to: name, opening.manner, host).map { (name, $0) }
    }
  }

  // What is known of a component that may have a map key, without asking for it.
  private func known(_ component: String) -> Loader.Found? {
    if let refusal = denials.unfinished?[component] { return .refused(refusal) }
    return Candidates.objection(to: component, opening.manner, host) == nil ? nil : .absent(nil)
  }

  private mutating func isReachable(
    _ target: String, _ action: String, _ entry: UnsafeMutablePointer<Entry>?, _ host: Host,
    by match: RouteMatch? = nil
  ) -> Bool {
    switch host.access(to: entry, target, action) {
    case .denied where opening.manner.contains(.owner): return true
    case .open:
      trace?(Step(.action, "\(target).\(action) is open to callers from outside"))
      return true
    // That its component is not there has been told.
    case .missing:
      // To say what is missing of a component is to load it.
      if let trace, Candidates.objection(to: ComponentName.root(of: target.utf8), opening.manner, host) == nil,
        let step = host.absence(of: target, action)
      {
        trace(match == nil ? step : step.meant)
      }
    case .denied(let objection):
      trace?(Step(.action, "\(target).\(action) can't be reached: \(objection)", isObstacle: true))
      denials.add(Host.denial(of: target, action, objection))
    }
    return false
  }
}
