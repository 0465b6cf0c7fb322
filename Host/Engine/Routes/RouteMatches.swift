import ComponentKit

/// The routes for one path, found one after the other as they are asked for, in the order in which they are to be asked.
///
/// It keeps the table as it was when it was made.
package struct RouteMatches: Sequence, IteratorProtocol, Sendable {
  private let host: String
  private let path: [String]
  private var walk: RouteWalk
  // Those for any host part come behind those of their own.
  private var later: RouteWalk?
  // Where a priority may change the order all are found at once.
  private var sorted: ArraySlice<RouteMatch>?
  private var earlierVisits = 0
  /// How many places of the table were visited so far.
  package var visits: Int { earlierVisits + walk.visits }

  init(_ roots: RouteTable.Roots, scheme: String, host: String, path: [String]) {
    self.host = host
    self.path = path
    walk = RouteWalk(roots.own, scheme: scheme, path: path)
    later = roots.any.map { RouteWalk($0, scheme: scheme, path: path) }
    guard roots.own?.isRanked == true || roots.any?.isRanked == true else { return }
    var all: [(place: Int, match: RouteMatch)] = []
    while let match = nextInPlace() { all.append((all.count, match)) }
    all.sort { a, b in
      (-a.match.route.priority, a.match.rank.rawValue, a.place) < (
        -b.match.route.priority, b.match.rank.rawValue, b.place
      )
    }
    sorted = all.map(\.match)[...]
  }

  package mutating func next() -> RouteMatch? { sorted == nil ? nextInPlace() : sorted?.popFirst() }

  private mutating func nextInPlace() -> RouteMatch? {
    while true {
      if let end = walk.next() {
        return end.takeUnretainedValue().match(host, path, isNearest: false)
      }
      if let end = walk.nextNearest() {
        return end.takeUnretainedValue().match(host, path, isNearest: true)
      }
      guard let next = later else { return nil }
      earlierVisits = walk.visits
      (walk, later) = (next, nil)
    }
  }
}

extension RouteEnd {
  fileprivate func match(_ host: String, _ path: [String], isNearest: Bool) -> RouteMatch {
    RouteMatch(self, host: host, path, isNearest: isNearest)
  }
}
