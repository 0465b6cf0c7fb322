public import ComponentKit

/// Leads the paths of one host part to an action: `//shop/books/:id<int>` to `BookDetail.detail`.
///
/// The parts of a pattern, between its slashes:
/// - `books`: this text, in plain letters and the same case, never percent-encoded but for what patterns use themselves:
///   `(){}<>?*` are written as codes, `%28`, and so can `:` and `%` be;
/// - `:id`: any part, which becomes the parameter `id`;
/// - `:id<int>`: a part that can be read as such; also `<bool>`, `<double>`, `<text>` and `<date>`, which is a moment
///   such as `2026-11-21T09:30:00Z`, or a day alone, `2026-11-21`, which is its first moment in UTC;
/// - `:id?`, `:id<int>?`: one that may be missing; nothing but more of these stands behind it;
/// - `(/books/:id)`: what may be missing, wherever it stands; groups lie within each other: `/read(/:id(/page/:page))`;
/// - `*path`: all the parts that are left, at least one, joined by slashes; only at the end. A part that has a slash
///   within itself, `a%2Fb`, does not fit, so the text can be taken apart again.
///
/// Where the action declares a list, `:id` is a list of one, and `*path` a list of its parts.
///
/// `/` alone is the empty path.
///
/// The host part may be `:name` as well: any host part, which becomes the parameter. `app://:target/*path` takes a whole
/// scheme.
///
/// **The most specific route goes first**: patterns are compared part by part from the left, a literal goes before an int, then
/// bool, double, date, text, and last a rest, and where all parts are alike a route for one scheme goes before one for any.
/// A higher priority goes before all of that, also before the action that a path names and a map key, whose priority is 0.
/// Among what has one priority come the words, the action, the other patterns, the key, then patterns that take longer
/// paths, those with most parts first, and last what is for any host part.
public struct Route: Sendable, Equatable {
  public let pattern: String
  /// The host part of the URLs, as it is written there.
  public let host: String
  /// In lower case; nil for any.
  public let scheme: String?
  /// What is called.
  public let target: String
  public let action: String
  /// Parameters that are always the same.
  public let fixed: Fields
  /// What becomes of the names in the query, besides what the policy says.
  public let query: QueryNames
  /// Of two that fit the higher one goes first.
  public let priority: Int
  /// Whether it also takes longer paths, where nothing else does: what is behind is left out.
  public let takesLonger: Bool

  /// A route. What is wrong with it shows when it is added.
  public init(
    _ pattern: String, host: String, to target: String, _ action: String, fixed: Fields = [:], scheme: String? = nil,
    query: QueryNames = QueryNames(), priority: Int = 0, takesLonger: Bool = false
  ) {
    self.pattern = pattern
    self.host = host
    // Letters of other languages have no place in a scheme; they stay, to be found there.
    self.scheme = scheme.map(\.inSmallLetters)
    self.target = target
    self.action = action
    self.fixed = fixed
    self.query = query
    self.priority = priority
    self.takesLonger = takesLonger
  }

  /// A route from its text, `//host/pattern` or `scheme://host/pattern`.
  public init(
    parsing text: String, to target: String, _ action: String, fixed: Fields = [:], query: QueryNames = QueryNames(),
    priority: Int = 0, takesLonger: Bool = false
  ) throws(RouteFault) {
    var reader = try RouteReader(text)
    let (scheme, host) = try reader.readPlace()
    let pattern = reader.rest
    _ = try reader.readPattern(fixed: fixed, hostName: Route.name(ofHost: host))
    self.init(
      pattern, host: host, to: target, action, fixed: fixed, scheme: scheme, query: query, priority: priority,
      takesLonger: takesLonger)
    try checkNames()
  }

  /// The same for one scheme.
  func of(scheme: String) -> Route {
    Route(
      pattern, host: host, to: target, action, fixed: fixed, scheme: scheme, query: query, priority: priority,
      takesLonger: takesLonger)
  }

  /// The parameter that any host part becomes; nil for one host part.
  var hostName: String? { Route.name(ofHost: host) }

  static func name(ofHost host: String) -> String? {
    host.utf8.first == UInt8(ascii: ":") ? String(Substring(host.utf8.dropFirst())) : nil
  }

  /// So large or small a priority may be.
  public static let priorityLimit = 1000
}

extension Route: CustomStringConvertible {
  /// The text form: `app://shop/books/:id<int>`.
  public var description: String { "\(scheme.map { "\($0):" } ?? "")//\(host)\(pattern)" }

  /// What tells it from all others of its owner: a text may be there once for each priority.
  var identity: String { "\(priority) \(self)" }
}

// What a route must be.
extension Route {
  /// The ways to read the pattern of a route that is right, the whole of it first.
  func compiled() throws(RouteFault) -> [RoutePattern] {
    if let scheme, let problem = RouteReader.problem(ofScheme: scheme) { throw fault(problem) }
    if let problem = RouteReader.problem(ofHost: host) { throw fault(problem) }
    try checkNames()
    var reader = try RouteReader(description, from: description.utf8.count - pattern.utf8.count)
    return try reader.readPattern(fixed: fixed, hostName: hostName)
  }

  private func checkNames() throws(RouteFault) {
    guard ComponentName.isValidTarget(target.utf8) else {
      throw fault("its target \(quoted(target)) has an invalid name: \(ComponentName.rule), with parts joined by dots")
    }
    guard ComponentName.isValid(action.utf8) else {
      throw fault("its action \(quoted(action)) has an invalid name: \(ComponentName.rule)")
    }
    if let problem = query.fault { throw fault(problem) }
    guard (-Route.priorityLimit...Route.priorityLimit).contains(priority) else {
      throw fault("its priority \(priority) is not between -\(Route.priorityLimit) and \(Route.priorityLimit)")
    }
  }

  func fault(_ message: String, _ reason: RouteFault.Reason = .invalid) -> RouteFault {
    RouteFault(reason, message, route: description)
  }
}
