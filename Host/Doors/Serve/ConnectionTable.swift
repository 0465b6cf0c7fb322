import ComponentKit
import Synchronization

/// All connections of a door, each at a place that it keeps.
///
/// The object of a connection that has ended serves the next one that is accepted: an event that comes late for the one
/// before finds it, and sees by its age that it is not meant.
final class ConnectionTable: @unchecked Sendable {
  // Sendable: objects are added by the thread that leads, behind the count that others read, and are never taken away.
  private let all: UnsafeMutablePointer<Unmanaged<Connection>?>
  private let made = Atomic(0)
  private let free: Mutex<[Int]>
  let limit: Int
  /// How many there are.
  let count = Atomic(0)

  init(limit: Int) {
    self.limit = limit
    all = .allocate(capacity: limit)
    all.initialize(repeating: nil, count: limit)
    free = Mutex([])
  }

  deinit {
    for place in 0..<limit { all[place]?.release() }
    all.deallocate()
  }

  /// The one at a place, whether it is open or not; nil where none ever was.
  subscript(place: Int) -> Connection? {
    guard place >= 0, place < made.load(ordering: .acquiring) else { return nil }
    return all[place]?.takeUnretainedValue()
  }

  /// How many places have ever been used.
  var places: Int { made.load(ordering: .acquiring) }

  /// One that is not used; nil where all are. Only for the thread that leads.
  func take(_ make: (Int) -> Connection) -> Connection? {
    if let place = free.withLock({ $0.popLast() }) {
      count.wrappingAdd(1, ordering: .relaxed)
      return self[place]
    }
    let place = made.load(ordering: .relaxed)
    guard place < limit else { return nil }
    let connection = make(place)
    all[place] = Unmanaged.passRetained(connection)
    made.store(place + 1, ordering: .releasing)
    count.wrappingAdd(1, ordering: .relaxed)
    return connection
  }

  /// A connection has ended.
  func giveBack(_ place: Int) {
    free.withLock { $0.append(place) }
    count.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }
}
