public import ComponentKit

/// Leads the paths of one host part to an action: `//shop/books/:id<int>` to `BookDetail.detail`.
///
/// The parts of a pattern, between its slashes:
/// - `books`: this text, in plain letters and the same case, never percent-encoded;
/// - `:id`: any part, which becomes the parameter `id`;
/// - `:id<int>`: a part that can be read as such; also `<bool>`, `<double>`, `<date>` and `<text>`;
/// - `:id?`, `:id<int>?`: one that may be missing; nothing but more of these stands behind it;
/// - `*path`: all the parts that are left, at least one, joined by slashes; only at the end. A part that has a slash
///   within itself, `a%2Fb`, does not fit, so the text can be taken apart again.
///
/// `/` alone is the empty path.
///
/// **The most specific route goes first**: patterns are compared part by part from the left, a literal goes before an int, then
/// bool, double, date, text, and last a rest, and where all parts are alike a route for one scheme goes before one for any.
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

  /// A route. What is wrong with it shows when it is added.
  public init(
    _ pattern: String, host: String, to target: String, _ action: String, fixed: Fields = [:], scheme: String? = nil,
    query: QueryNames = QueryNames()
  ) {
    self.pattern = pattern
    self.host = host
    self.scheme = scheme.map(Route.lowercased)
    self.target = target
    self.action = action
    self.fixed = fixed
    self.query = query
  }

  /// A route from its text, `//host/pattern` or `scheme://host/pattern`.
  public init(
    parsing text: String, to target: String, _ action: String, fixed: Fields = [:], query: QueryNames = QueryNames()
  ) throws(RouteFault) {
    var reader = try RouteReader(text)
    let (scheme, host) = try reader.readPlace()
    let pattern = reader.rest
    _ = try reader.readPattern(fixed: fixed)
    self.init(pattern, host: host, to: target, action, fixed: fixed, scheme: scheme, query: query)
    try checkNames()
  }

  // Letters of other languages have no place in a scheme; they stay, to be found there.
  private static func lowercased(_ scheme: String) -> String {
    String(decoding: scheme.utf8.map { $0.isUpper ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension Route: CustomStringConvertible {
  /// The text form: `app://shop/books/:id<int>`.
  public var description: String { "\(scheme.map { "\($0):" } ?? "")//\(host)\(pattern)" }
}

// What a route must be.
extension Route {
  /// The compiled pattern of a route that is right.
  func compiled() throws(RouteFault) -> RoutePattern {
    if let scheme, !RouteReader.isScheme(scheme.utf8) {
      throw fault("\(quoted(scheme)) is no scheme: \(RouteReader.schemeRule)")
    }
    if let problem = RouteReader.problem(ofHost: host) { throw fault(problem) }
    try checkNames()
    var reader = try RouteReader(description, from: description.utf8.count - pattern.utf8.count)
    return try reader.readPattern(fixed: fixed)
  }

  private func checkNames() throws(RouteFault) {
    guard ComponentName.isValidTarget(target.utf8) else {
      throw fault("its target \(quoted(target)) has an invalid name: \(ComponentName.rule), with parts joined by dots")
    }
    guard ComponentName.isValid(action.utf8) else {
      throw fault("its action \(quoted(action)) has an invalid name: \(ComponentName.rule)")
    }
    if let problem = query.fault { throw fault(problem) }
  }

  func fault(_ message: String, _ reason: RouteFault.Reason = .invalid) -> RouteFault {
    RouteFault(reason, message, route: description)
  }
}
