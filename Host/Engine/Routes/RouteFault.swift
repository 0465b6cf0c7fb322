import ComponentKit

/// Why a route can't be, or can't be added.
public struct RouteFault: Error, Sendable, Equatable {
  /// Words for programs; more may come.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The route is wrong in itself.
    public static let invalid = Reason(rawValue: "invalid_route")
    /// A component's route lies outside of its own targets.
    public static let foreign = Reason(rawValue: "foreign_route")
    /// Another route has the same shape.
    public static let conflict = Reason(rawValue: "conflicting_routes")
    /// There would be paths for which too many routes have to be tried.
    public static let ambiguous = Reason(rawValue: "ambiguous_routes")
    /// A component has as many routes as one may have.
    public static let tooMany = Reason(rawValue: "too_many_routes")
  }

  public let reason: Reason
  /// One clause or two for people: what is wrong and what to do. Names in it are safe to print.
  public let message: String
  /// The route's text form, as it was given; nil where the message names the routes.
  public let route: String?
  /// The character of the text form where it is wrong, counted from 1; every Unicode scalar is one.
  public let column: Int?

  /// Whose route is there already that is as specific.
  let rival: RouteOwner?

  init(
    _ reason: Reason, _ message: String, route: String? = nil, column: Int? = nil, rival: RouteOwner? = nil
  ) {
    self.rival = rival
    self.reason = reason
    self.message = message
    self.route = route
    self.column = column
  }
}

extension RouteFault.Reason: CustomStringConvertible {
  public var description: String { rawValue }
}

extension RouteFault: CustomStringConvertible {
  /// `the route '//shop/books/:1', column 14: …`.
  public var description: String {
    guard let route else { return message }
    return "the route \(quoted(route))\(column.map { ", column \($0)" } ?? ""): \(message)"
  }
}
