import Synchronization

/// How often calls of each kind were made, and how they went.
final class SoakCounts: Sendable {
  enum Kind: String, CaseIterable {
    case waiting, resolved, nested, serial, instance, function, passed, deferred, cancelled, awaited, event, counted,
      url
    case missing
    case asked = "list and refresh"
  }

  private let kinds = Kind.allCases.map { _ in SoakCount() }
  /// Those that have begun, and those that have ended.
  let begun = SoakCount()
  let ended = SoakCount()
  /// How often the counter was told to have counted, and the highest number that it told.
  let added = SoakCount()
  let highest = SoakCount()
  /// The longest time of any call, in nanoseconds, and of one during which a version took over, without and with state.
  let longest = SoakCount()
  let across = [SoakCount(), SoakCount()]
  /// Answers that were failures, as they had to be.
  let failed = SoakCount()
  let changes = SoakCount()
  /// How often a version took over from one that answered, and was told so.
  let replaced = SoakCount()

  func add(_ kind: Kind) { kinds[Kind.allCases.firstIndex(of: kind) ?? 0].add() }

  var running: Int {
    // In this order: what has ended has begun.
    let ended = ended.value
    return begun.value - ended
  }

  var byKind: String {
    zip(Kind.allCases, kinds).map { "\($0.rawValue) \($1.value)" }.joined(separator: ", ")
  }
}

/// A number that several threads raise.
final class SoakCount: Sendable {
  private let number = Atomic(0)
  var value: Int { number.load(ordering: .acquiring) }
  func add(_ more: Int = 1) { number.add(more, ordering: .acquiringAndReleasing) }
  func raise(to least: Int) { number.max(least, ordering: .acquiringAndReleasing) }
}
