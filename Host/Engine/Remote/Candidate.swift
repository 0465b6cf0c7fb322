import ComponentABI
public import ComponentKit

/// What a URL or a map key may lead to.
public struct Candidate: Sendable, Equatable {
  public let target: String
  public let action: String
  public internal(set) var parameters: Fields
  /// What is said apart from the parameters.
  public internal(set) var hints: Fields
  // Nil where all texts are loose, as they mostly are: no list has to be made and searched then.
  private let looseKeys: [String]?
  private let entry: RouteEntry?

  /// The keys of texts that become what the action declares.
  public var loose: [String] { looseKeys ?? parameters.keys }

  /// The route that led there; nil where the path itself names the action.
  public var route: Route? { entry?.route }

  var isRouted: Bool { entry != nil }

  @inline(__always)
  init(target: String, action: String, parameters: Fields = [:], hints: Fields = [:]) {
    self.target = target
    self.action = action
    self.parameters = parameters
    self.hints = hints
    looseKeys = nil
    entry = nil
  }

  /// Where a route leads, with what the path says and the query besides.
  init(_ match: RouteMatch, query: Fields) {
    (target, action, parameters) = (match.route.target, match.route.action, match.parameters)
    hints = [:]
    looseKeys = match.loose + query.keys
    entry = match.entry
  }

  public static func == (a: Candidate, b: Candidate) -> Bool {
    a.target == b.target && a.action == b.action && a.parameters == b.parameters && a.hints == b.hints
      && a.loose == b.loose && a.route == b.route
  }

  /// Lends the parameters to C, those that are loose marked.
  func withBorrowedParameters(_ body: (UnsafeMutableBufferPointer<component_entry>) -> Int32) -> Int32 {
    if let looseKeys { return parameters.withBorrowed(loose: looseKeys, body) }
    return parameters.withBorrowedLoose(body)
  }
}

extension Candidate {
  /// Takes parameters, of which those that are hints become hints.
  mutating func take(_ fields: Fields) throws(Failure) {
    for (key, value) in fields {
      if let known = hints[key] {
        hints[key] = try Candidate.hint(key, value, like: known)
      } else {
        parameters[key] = value
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
