package import ComponentKit

/// What becomes of the names in a URL's query. A name that the action declares is left as it is.
public struct QueryNames: Sendable, Equatable {
  /// What the query calls otherwise than the action: `["pageindex": "currentIndex"]`. What a name is renamed to may be
  /// renamed in its turn, until it is one that the action declares; so two that are renamed to each other are two names for
  /// the same, of which an action may declare either. There may be `renameLimit` of them.
  public var renames: [String: String] { didSet { settle() } }
  /// Whether a name is also taken that differs from a declared one, or from one that is renamed, by capital letters only.
  /// Nil where that is left open: a route then does as the policy says, and a policy does not fold.
  public var foldsCase: Bool? { didSet { settle() } }
  // Nil where nothing is renamed.
  private var settled: Settled?

  /// What is found out once, and not for each URL.
  private final class Settled: Sendable {
    let names: NameIndex
    let fault: String?

    init(_ names: NameIndex, _ fault: String?) { (self.names, self.fault) = (names, fault) }
  }

  /// A policy, or a route, renames at most so many names: a URL goes through them for what it says in vain.
  public static let renameLimit = 1024

  public init(renames: [String: String] = [:], foldsCase: Bool? = nil) {
    self.renames = renames
    self.foldsCase = foldsCase
    settle()
  }

  private mutating func settle() {
    if renames.isEmpty { return settled = nil }
    let names = renames.keys.sorted()
    settled = Settled(NameIndex(names), fault(names))
  }

  public static func == (a: QueryNames, b: QueryNames) -> Bool { a.renames == b.renames && a.foldsCase == b.foldsCase }

  /// Whether nothing becomes of a name.
  var isEmpty: Bool { renames.isEmpty && foldsCase != true }

  /// What a name is called instead; nil where it is not renamed.
  func renamed(_ name: String, foldsCase: Bool) -> String? {
    guard let settled else { return nil }
    return renames[name] ?? (foldsCase ? settled.names.alike(name).flatMap { renames[$0] } : nil)
  }

  /// The names that are called otherwise, sorted.
  var said: [String] { settled?.names.names ?? [] }

  /// What a URL's query calls otherwise, sorted.
  package var renamed: Fields { Fields(said.compactMap { name in renames[name].map { (name, .text($0)) } }) }

  /// What is wrong with what is renamed; nil where nothing is.
  var fault: String? { settled?.fault }

  private func fault(_ names: [String]) -> String? {
    guard names.count <= QueryNames.renameLimit else {
      return "it renames \(names.count) names, and \(QueryNames.renameLimit) are the most"
    }
    let alike = foldsCase == true ? Dictionary(grouping: names) { ByteKey($0.inSmallLetters) } : [:]
    for old in names {
      let new = renames[old] ?? ""
      if old.isEmpty { return "it renames a parameter without a name: write the one that URLs have" }
      if old.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || "[]".utf8.contains($0) }) {
        return "it renames \(quoted(old)), a name that no query has: of a list it is the name without '[]'"
      }
      guard SignatureName.isName(new) else {
        return "it renames \(quoted(old)) to \(quoted(new)), which is no parameter's name: letters, digits and '_'"
      }
      if old == new { return "it renames \(quoted(old)) to itself" }
      if let other = alike[ByteKey(old.inSmallLetters)]?.first(where: { $0 > old }) {
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
    var last = name
    // A circle is met by one that waits on the way, each time twice as far on.
    var (waiting, steps, patience) = (name, 0, 1)
    while !isMeant(last), let next = renamed(last, foldsCase: foldsCase) {
      if next.hasBytes(of: waiting) { return name }
      last = next
      steps += 1
      if steps == patience { (waiting, steps, patience) = (next, 0, patience * 2) }
    }
    return last
  }

  fileprivate func renamed(_ name: String, foldsCase: Bool) -> String? {
    for rules in self { if let new = rules.renamed(name, foldsCase: foldsCase) { return new } }
    return nil
  }
}

/// Which names come to one that is meant by being renamed. Each is followed once, whatever is asked.
struct RenameWalk {
  private let rules: [QueryNames]
  private let foldsCase: Bool
  private let isMeant: (String) -> Bool
  private var known: [ByteKey: Bool] = [:]

  init(_ rules: [QueryNames], foldsCase: Bool, to isMeant: @escaping (String) -> Bool) {
    (self.rules, self.foldsCase, self.isMeant) = (rules, foldsCase, isMeant)
  }

  /// Whether a name is meant itself, or comes to one that is.
  mutating func leads(_ name: String) -> Bool {
    var way: [ByteKey] = []
    var last = name
    while known[ByteKey(last)] == nil {
      let isEnd = isMeant(last)
      // As long as nothing else is known: a circle in which none is meant leads nowhere.
      known[ByteKey(last)] = isEnd
      way.append(ByteKey(last))
      guard !isEnd, let next = rules.renamed(last, foldsCase: foldsCase) else { break }
      last = next
    }
    guard known[ByteKey(last)] == true else { return false }
    for name in way { known[name] = true }
    return true
  }
}
