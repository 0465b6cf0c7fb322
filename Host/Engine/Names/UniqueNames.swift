/// Names of which none comes twice.
struct UniqueNames {
  // Up to so many are compared each with each: a set has to be set up first, and hashes every name.
  private static let fewLimit = 32

  private var few: [String] = []
  private var many: Set<String> = []

  /// False if it is there already.
  mutating func insert(_ name: String) -> Bool {
    guard many.isEmpty else { return many.insert(name).inserted }
    if few.contains(name) { return false }
    few.append(name)
    if few.count > UniqueNames.fewLimit { many = Set(few) }
    return true
  }

  func contains(_ name: String) -> Bool { many.isEmpty ? few.contains(name) : many.contains(name) }
}
