import ComponentKit

/// Why a component could not start although nothing is wrong with itself: what it needs does not.
final class RefusedNeeds: Sendable, Equatable {
  /// What it has declared.
  let needs: [Need]
  /// Nil where one of them is not there.
  let cause: Cause?

  enum Cause: Sendable, Equatable {
    /// What is at the bottom of it.
    case root(Root)
    /// Its needs lead back to it: the members in their order, the first one once more behind the last.
    case circle([String])
  }

  /// A component that is refused for something else, in which words, and when that may be over.
  struct Root: Sendable, Equatable {
    let name: String
    let message: String
    let retry: Refusal.Retry
  }

  init(_ needs: [Need], _ cause: Cause?) { (self.needs, self.cause) = (needs, cause) }

  static func == (one: RefusedNeeds, other: RefusedNeeds) -> Bool {
    one.needs == other.needs && one.cause == other.cause
  }
}

extension Refusal {
  /// Where it was refused for its needs.
  var needs: RefusedNeeds? { if case .whenNeedsStart(let needs) = retry { needs } else { nil } }

  /// When it may be over: where it was refused for its needs, when what is at the bottom of that may be.
  var bottom: Retry { if case .root(let root) = needs?.cause { root.retry } else { retry } }
}
