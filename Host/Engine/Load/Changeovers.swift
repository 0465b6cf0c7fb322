import Synchronization

/// How many changes have begun and how many are over by which something that was loaded goes, or another generation takes
/// its place.
///
/// Such a change is made in steps: the routes first, then the actions one by one. Whoever looks at several of these
/// without a lock asks, behind all that it has read, whether a change has begun that was not over before: if none has,
/// what was read belongs together.
struct Changeovers: ~Copyable {
  private let begun = Atomic(0)
  private let over = Atomic(0)

  /// Before the first step. What the steps publish is seen by nobody who does not see this as well.
  func begin() { begun.add(1, ordering: .releasing) }

  /// Behind the last one.
  func end() { over.add(1, ordering: .releasing) }

  /// How many are over; to be read before all else.
  var overCount: Int { over.load(ordering: .acquiring) }

  /// Whether none has begun but those that were over; to be read behind all else.
  func areOver(since count: Int) -> Bool { begun.load(ordering: .acquiring) == count }
}
