import ComponentKit

// What components say of themselves, for who shows all of them and waits for none that hangs.
extension Host {
  /// What each component says of itself, as `descriptions` tells it. One that has to be loaded for that and takes too long is
  /// left out: its load goes on, and `refused` hears so. One of which the policy lets callers from outside reach nothing is left
  /// out as well, and not loaded.
  ///
  /// - Parameters:
  ///   - limit: how long the load of one may take; once it took that long nobody waits for it again.
  ///   - all: how long to wait in all.
  public func descriptions(
    within limit: Duration, all: Duration, refused: (_ name: String, _ refusal: Refusal) -> Void = { _, _ in }
  ) -> [LoadedComponent] {
    let names = names.filter { settings.policy.objection(toAllOf: $0) == nil }
    let said = said(by: names, within: limit, all: all)
    var (all, unknown): ([LoadedComponent], [(name: String, refusal: Refusal)]) = ([], [])
    for name in names {
      switch said[name] {
      case .success(let component?)?: all.append(component)
      case .failure(let refusal)?: unknown.append((name, refusal))
      case .success(nil)?, nil: continue
      }
    }
    tell(unknown, refused)
    return all
  }

  /// What components of these names say of themselves, or why that is not known.
  package func said(
    by names: [String], within limit: Duration, all: Duration
  ) -> [String: Result<LoadedComponent?, Refusal>] {
    var said: [String: Result<LoadedComponent?, Refusal>] = [:]
    for (name, known) in zip(names, allKnown(names)) { if let known { said[name] = .success(known) } }
    let others = names.filter { said[$0] == nil }
    if others.isEmpty { return said }
    return said.merging(loader.describedBeside.load(others, self, within: limit, all: all)) { known, _ in known }
  }
}
