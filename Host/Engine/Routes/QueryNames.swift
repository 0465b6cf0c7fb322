package import ComponentKit

/// What becomes of the names in a URL's query. A name that the action declares is left as it is.
public struct QueryNames: Sendable, Equatable {
  /// What the query calls otherwise than the action: `["pageindex": "currentIndex"]`. What a name is renamed to may be
  /// renamed in its turn, until it is one that the action declares; so two that are renamed to each other are two names for
  /// the same, of which an action may declare either.
  public var renames: [String: String]
  /// Whether a name is also taken that differs from a declared one, or from one that is renamed, by capital letters only.
  /// Nil where that is left open: a route then does as the policy says, and a policy does not fold.
  public var foldsCase: Bool?

  public init(renames: [String: String] = [:], foldsCase: Bool? = nil) {
    self.renames = renames
    self.foldsCase = foldsCase
  }

  /// Whether nothing becomes of a name.
  var isEmpty: Bool { renames.isEmpty && foldsCase != true }

  /// What a name is called instead; nil where it is not renamed.
  func renamed(_ name: String, foldsCase: Bool) -> String? {
    if let new = renames[name] { return new }
    if !foldsCase { return nil }
    // Of two that are alike neither is meant.
    let alike = renames.filter { $0.key.isAlike(name) }
    return alike.count == 1 ? alike.first?.value : nil
  }

  /// What a URL's query calls otherwise, sorted.
  package var renamed: Fields { Fields(renames.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) }) }

  /// What is wrong with what is renamed; nil where nothing is.
  var fault: String? {
    for (old, new) in renames.sorted(by: { $0.key < $1.key }) {
      if old.isEmpty { return "it renames a parameter without a name: write the one that URLs have" }
      if old.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || "[]".utf8.contains($0) }) {
        return "it renames \(quoted(old)), a name that no query has: of a list it is the name without '[]'"
      }
      guard SignatureName.isName(new) else {
        return "it renames \(quoted(old)) to \(quoted(new)), which is no parameter's name: letters, digits and '_'"
      }
      if old == new { return "it renames \(quoted(old)) to itself" }
      if foldsCase == true, let other = renames.keys.sorted().first(where: { $0 > old && $0.isAlike(old) }) {
        return "it renames both \(quoted(old)) and \(quoted(other)), which are the same where case is folded"
      }
    }
    return nil
  }
}

extension [QueryNames] {
  /// What a name is called in the end: it is renamed until nothing renames it any more, or `isMeant` says that this is
  /// the one. Of two rules for it the first counts. A name that comes back to itself is the same as all those on the way
  /// there: where none of them is meant it is left as it is.
  func name(for name: String, foldsCase: Bool, until isMeant: (String) -> Bool) -> String {
    var way = [name]
    while let last = way.last, !isMeant(last),
      let next = lazy.compactMap({ $0.renamed(last, foldsCase: foldsCase) }).first
    {
      if way.contains(next) { return name }
      way.append(next)
    }
    return way.last ?? name
  }
}

extension String {
  /// Whether two names differ by capital letters at most. The names of parameters are plain letters.
  func isAlike(_ other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0 ^ $1 == 0x20 && ($0 & ~0x20).isUpper }
  }
}
