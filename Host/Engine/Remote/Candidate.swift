import ComponentABI
public import ComponentKit
import Synchronization

/// What a URL or a map key may lead to.
public struct Candidate: Sendable, Equatable {
  public let target: String
  public let action: String
  public internal(set) var parameters: Fields
  /// The keys of texts that become what the action declares.
  public internal(set) var loose: [String]
  /// What is said apart from the parameters.
  public internal(set) var hints: Fields
  /// The route that led there; nil where the path itself names the action.
  public let route: Route?
}

/// What a URL may lead to, from the most to the least fitting: a route of just these words, the action that
/// the path names, the other routes, the map key that host and path form.
///
/// What callers from outside may not reach is left out; the host's log is told once nobody else answers either.
struct Candidates {
  private let url: CallURL
  private let host: Host
  private var matches: RouteMatches
  // What was found by looking ahead.
  private var ahead: Result<Candidate?, Failure>?
  /// Why the caller does not get what there is, for the host's own log.
  private(set) var denials: [String] = []
  private var nextMatch: RouteMatch?
  private var stage = Stage.words
  private let trace: ((Step) -> Void)?

  private enum Stage { case words, action, routes, key, end }

  init(_ url: CallURL, _ host: Host, trace: ((Step) -> Void)? = nil) throws(Failure) {
    self.url = url
    self.host = host
    self.trace = trace
    // A component brings its routes along.
    let refusal =
      ComponentName.isValidTarget(url.host.utf8)
      ? host.load(root: ComponentName.root(of: url.host.utf8), trace) : nil
    matches = host.routes.value.matches(scheme: url.scheme, host: url.host, path: url.path)
    nextMatch = matches.next()
    if let refusal { denials.append(refusal) }
  }

  /// Whether there is more to come, if only a failure.
  mutating func hasNext() -> Bool {
    if ahead == nil { ahead = Result { () throws(Failure) in try find() } }
    if case .success(nil) = ahead { return false }
    return true
  }

  mutating func next() throws(Failure) -> Candidate? {
    guard let found = ahead else { return try find() }
    ahead = nil
    return try found.get()
  }

  private mutating func find() throws(Failure) -> Candidate? {
    while true {
      switch stage {
      case .words:
        guard let match = nextMatch, match.isOfWords else {
          stage = .action
          continue
        }
        nextMatch = matches.next()
        if let candidate = try reachable(match) { return candidate }
      case .action:
        stage = .routes
        guard url.path.count == 1 else { continue }
        let candidate = Candidate(
          target: url.host, action: url.path[0], parameters: url.parameters, loose: url.parameters.keys, hints: [:],
          route: nil)
        if isReachable(candidate) { return candidate }
      case .routes:
        guard let match = nextMatch else {
          stage = .key
          continue
        }
        nextMatch = matches.next()
        if let candidate = try reachable(match) { return candidate }
      case .key:
        stage = .end
        guard url.path.count == 1, let key = host.key("\(url.host)_\(url.path[0])", trace) else { continue }
        var candidate = key
        guard isReachable(candidate) else { continue }
        try candidate.take(url.parameters)
        return candidate
      case .end: return nil
      }
    }
  }

  private mutating func reachable(_ match: RouteMatch) throws(Failure) -> Candidate? {
    var candidate = Candidate(
      target: match.route.target, action: match.route.action, parameters: match.parameters,
      loose: match.loose + url.parameters.keys, hints: [:], route: match.route)
    trace?(Step(.route, "\(match.route) of \(match.owner) leads to \(candidate.target).\(candidate.action)"))
    if let refusal = host.load(root: ComponentName.root(of: match.route.target.utf8), trace) { deny(refusal) }
    // First of all: whoever may not reach it does not hear what is wrong with the parameters either.
    guard isReachable(candidate) else { return nil }
    for (key, value) in url.parameters {
      guard candidate.parameters[key] == nil else {
        throw Failure(
          .invalidParameters, "duplicate_parameter", "the parameter \(quoted(key)) is given by the path already",
          details: ["parameter": .text(excerpt(key))]
        ).toOutside
      }
      candidate.parameters[key] = value
    }
    return candidate
  }

  private mutating func isReachable(_ candidate: Candidate) -> Bool {
    let (target, action) = (candidate.target, candidate.action)
    switch host.access(to: target, action) {
    case .open:
      trace?(Step(.action, "\(target).\(action) is open to callers from outside"))
      return true
    case .missing: trace?(Step(.action, "\(excerpt(target)) has no action \(quoted(action))", isObstacle: true))
    case .denied(let objection):
      trace?(Step(.action, "\(target).\(action) can't be reached: \(objection)", isObstacle: true))
      deny("a call from outside to \(target).\(action) was denied: \(objection)")
    }
    return false
  }

  // Several ways may lead to the same.
  private mutating func deny(_ denial: String) { if !denials.contains(denial) { denials.append(denial) } }
}

extension Candidate {
  /// Takes parameters, of which those that are hints become hints.
  mutating func take(_ fields: Fields) throws(Failure) {
    for (key, value) in fields {
      if let known = hints[key] {
        hints[key] = try Candidate.hint(key, value, like: known)
      } else {
        parameters[key] = value
        loose.append(key)
      }
    }
  }

  // A text becomes what the hint's default is.
  private static func hint(_ key: String, _ value: Value, like known: Value) throws(Failure) -> Value {
    guard case .text(let text) = value else { return value }
    let read: Value? =
      switch known {
      case .bool: ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false][text]
      case .int: Int(text).map(Value.int)
      case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
      default: value
      }
    if let read { return read }
    throw Failure(
      .invalidParameters, "mistyped_hint", "the hint \(quoted(key)) must be \(known.kindName), not \(quoted(text))"
    ).toOutside
  }
}

extension RouteMatch {
  /// Whether its pattern has no parameter.
  fileprivate var isOfWords: Bool { parameters.count == route.fixed.count }
}

extension Host {
  /// Sees to it that a component is there, if it can be; what is refused is told, for the host's own log.
  func load(root: String, _ trace: ((Step) -> Void)?) -> String? {
    switch loader.ensure(root) {
    case .loaded(let generation):
      trace?(Step(.component, "\(root) is loaded" + (generation.file.map { " from \($0.path)" } ?? "")))
    case .absent: trace?(Step(.component, "there is no component \(quoted(root))", isObstacle: true))
    case .refused(let refusal):
      trace?(Step(.component, "the component \(quoted(root)) is refused: \(refusal.message)", isObstacle: true))
      return "a call from outside found the component \(quoted(root)) refused: \(refusal.message)"
    }
    return nil
  }

  /// Whether callers from outside may reach an action.
  func access(to target: String, _ action: String) -> Access {
    guard let entry = entry(target, action) else { return .missing }
    if let objection = settings.policy.objection(to: target, action) { return .denied(objection) }
    return entry.pointee.isRemote ? .open : .denied("it is not open to callers from outside")
  }

  enum Access { case open, missing, denied(String) }

  func entry(_ target: String, _ action: String) -> UnsafeMutablePointer<Entry>? {
    var (target, action) = (target, action)
    return target.withUTF8 { target in
      action.withUTF8 { action in
        let (target, action) = (component_text(target), component_text(action))
        guard let entry = loader.core.pointee.table.find(nameHash(target, action), target, action),
          entry.pointee.isLive.load(ordering: .acquiring)
        else { return nil }
        return entry
      }
    }
  }
}
