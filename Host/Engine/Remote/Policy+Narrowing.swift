import ComponentKit

extension Policy {
  /// Takes away from it what further rules take away: of schemes and allowed targets what both have stays, what either
  /// denies is denied.
  ///
  /// - Parameters:
  ///   - schemes: in lower case; nil for any.
  ///   - allowed: targets that may be reached, each with all below it; nil for any.
  package mutating func narrow(schemes: Set<String>?, allowed: [String]?, denied: [String]) {
    if let schemes { self.schemes = self.schemes?.intersection(schemes) ?? schemes }
    if let allowed {
      allowedTargets =
        allowedTargets.map { own in
          // Of two of which one covers the other, both have the narrower one.
          own.filter { name in allowed.contains { Policy.covers($0, name) } }
            + allowed.filter { name in own.contains { Policy.covers($0, name) && $0 != name } }
        } ?? allowed
    }
    deniedTargets += denied
  }
}
