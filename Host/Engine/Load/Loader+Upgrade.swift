import ComponentKit

// What callers have used is not taken from them, where the operator asks for that.
extension Loader {
  /// The next generation, unless calls of what was called, or is observed, would break in it: then it is given back.
  func upgrade(of old: Generation, _ next: Generation) throws(Refusal) -> Generation {
    guard settings.upgrades == .compatible else { return next }
    let used = FaceDescription(old.name, of: LoadedComponent(old), onlyUsed: true)
    let drift = Drift(from: used, to: FaceDescription(old.name, of: LoadedComponent(next)), for: .any)
    guard drift.breaks else { return next }
    discard(next)
    throw Refusal.notCompatible(drift.differences.filter(\.breaks)).ofCode(of: next)
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
