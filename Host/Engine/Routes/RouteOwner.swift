import ComponentKit

/// The part that added a route: the route goes with it.
public enum RouteOwner: Sendable, Hashable {
  /// The program that embeds the host.
  case program
  case component(String)
  /// A policy file, by its path.
  case policy(String)
}

extension RouteOwner: CustomStringConvertible {
  public var description: String {
    switch self {
    case .program: "the program"
    case .component(let name): "the component \(quoted(name))"
    case .policy(let path): "the policy file \(quoted(path))"
    }
  }

  /// What it is found by: the same for the same owner only.
  var key: TextKey {
    switch self {
    case .program: TextKey("program")
    case .component(let name): TextKey("component \(name)")
    case .policy(let path): TextKey("policy \(path)")
    }
  }
}
