/// Why a route can't be, or can't be added.
public struct RouteFault: Error, Sendable, Equatable {
  /// Words for programs; more may come.
  public enum Reason: String, Sendable {
    /// The route is wrong in itself.
    case invalid = "invalid_route"
    /// A component's route lies outside of its own targets.
    case foreign = "foreign_route"
    /// Another route has the same shape.
    case conflict = "conflicting_routes"
    /// There would be paths for which too many routes have to be tried.
    case ambiguous = "ambiguous_routes"
  }

  public let reason: Reason
  /// One clause or two for people: what is wrong and what to do. Names in it are safe to print.
  public let message: String
  /// The route's text form, as it was given; nil where the message names the routes.
  public let route: String?
  /// The character of the text form where it is wrong, counted from 1; every Unicode scalar is one.
  public let column: Int?

  init(_ reason: Reason, _ message: String, route: String? = nil, column: Int? = nil) {
    self.reason = reason
    self.message = message
    self.route = route
    self.column = column
  }
}

extension RouteFault: CustomStringConvertible {
  /// `the route '//shop/books/:1', column 14: …`.
  public var description: String {
    guard let route else { return message }
    return "the route \(quoted(route))\(column.map { ", column \($0)" } ?? ""): \(message)"
  }
}
