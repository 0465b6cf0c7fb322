/// The way of a call that has come from other hosts.
public struct CallJourney: Sendable, Equatable {
  /// Through how many hosts it has come.
  public var hops: Int
  /// For which components it was made elsewhere already: for those it never is again, on whatever host.
  public var components: [String]

  /// More hosts no call comes through.
  public static let hopLimit = 8

  public init(hops: Int = 0, components: [String] = []) { (self.hops, self.components) = (hops, components) }
}
