/// Which components run in processes of their own.
public enum Isolation: Sendable, Equatable {
  case none
  case all
  case some(Set<String>)

  public func covers(_ component: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let names): names.contains(component)
    }
  }

  /// What either of two asks for.
  public func union(_ other: Isolation) -> Isolation {
    switch (self, other) {
    case (.all, _), (_, .all): .all
    case (.none, let other), (let other, .none): other
    case (.some(let names), .some(let others)): .some(names.union(others))
    }
  }
}

extension Settings {
  /// Whether a component runs in a process of its own, by what the program says or its policy, or to be confined.
  public func isolates(_ component: String) -> Bool {
    isolation.covers(component) || policy.isolation.covers(component) || isolatesToConfine(component)
  }
}
