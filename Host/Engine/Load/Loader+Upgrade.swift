import ComponentKit

// What callers have used is not taken from them, where the operator asks for that.
extension Loader {
  /// Whether the next generation may take the place of one: judged before it begins, by what was used until then, and once
  /// more where nothing is used for the first time any more.
  struct Upgrade {
    private let old: Generation
    private let next: Generation
    private var judged: Generation.Use

    /// Fails where calls of what was called, or is observed, would break in the next one.
    fileprivate init(_ old: Generation, _ next: Generation) throws(Refusal) {
      (self.old, self.next) = (old, next)
      judged = old.used
      try judge()
    }

    /// Has no action of the one before be called for the first time any more, until `reopen`, or until it is replaced. Fails
    /// where what was used meanwhile would break.
    mutating func close() throws(Refusal) {
      while let used = old.closeUse(unlessOtherThan: judged) {
        judged = used
        try judge()
      }
    }

    func reopen() { old.openUse() }

    private func judge() throws(Refusal) {
      let used = FaceDescription(old.name, of: LoadedComponent(old), onlyUsed: true)
      let drift = Drift(
        from: used, of: FaceDescription(old.name, of: LoadedComponent(old)),
        to: FaceDescription(old.name, of: LoadedComponent(next)), for: .any)
      if drift.breaks { throw Refusal.notCompatible(drift.differences.filter(\.breaks)) }
    }
  }

  /// Nil where nobody asks for compatible upgrades. Where it is refused the next generation was given back.
  func upgrade(of old: Generation, _ next: Generation) throws(Refusal) -> Upgrade? {
    guard settings.upgrades == .compatible else { return nil }
    do throws(Refusal) {
      return try steps(of: old.name).step("compare") { () throws(Refusal) in try Upgrade(old, next) }
    } catch {
      discard(next)
      throw error.ofCode(of: next)
    }
  }
}

extension Refusal {
  // So many differences are told; the rest is counted.
  private static let toldDifferences = 3

  fileprivate static func notCompatible(_ differences: [Difference]) -> Refusal {
    var parts = differences.prefix(toldDifferences).map(\.text)
    if differences.count > toldDifferences { parts.append("and \(differences.count - toldDifferences) more") }
    return Refusal(
      "not_compatible", "it would break what callers use: \(parts.joined(separator: "; "))",
      help: "keep that in the new version, or take the component out first: what is put there then replaces nothing")
  }
}
