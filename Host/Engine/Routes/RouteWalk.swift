import ComponentKit

/// The ways of one path through the places of a table, one after the other.
struct RouteWalk: Sendable {
  private let scheme: TextKey
  private let path: [String]
  // Keeps all the places that the steps refer to.
  private let root: RouteNode?
  // One for each part of the path that has led somewhere, and one for the place behind the last.
  private var steps: [Step] = []
  private var depth = -1
  // The last part that has a slash within itself; -1 where none has one, nil before it was looked for.
  private var lastSlashed: Int?
  // More routes of the place where the last one was found.
  private var more: Unmanaged<RouteEnd>?
  // What takes longer paths, by how many parts have led there; and the routes of that kind that the path has led to
  // already.
  private var nearest: [(depth: Int, end: Unmanaged<RouteEnd>)] = []
  private var met: [ObjectIdentifier] = []
  private var isSorted = false
  /// How many places of the table were visited so far.
  private(set) var visits = 0

  init(_ root: RouteNode?, scheme: String, path: [String]) {
    self.root = root
    self.scheme = TextKey(scheme)
    self.path = path
    guard let root else { return }
    steps.reserveCapacity(min(path.count, RoutePattern.partLimit) + 1)
    visit(.passUnretained(root))
  }

  /// A visit to a place, and what is known of the part that comes next.
  private struct Step: Sendable {
    // Unmanaged: threads would otherwise wait for each other to count references.
    var node: Unmanaged<RouteNode>
    // What is to be tried next: the literal, the parameters one by one, the rests; or the two ends.
    var turn = 0
    var hash: UInt64?
    // What the part has been read as, a bit for each form: whether it was tried, and whether it could be.
    var tried: UInt8 = 0
    var fits: UInt8 = 0
  }

  /// The next route that takes the whole path.
  mutating func next() -> Unmanaged<RouteEnd>? {
    if let end = more { return found(end) }
    while depth >= 0 {
      let turn = steps[depth].turn
      steps[depth].turn = turn + 1
      let next = steps[depth].node._withUnsafeGuaranteedRef { node in
        depth == path.count ? end(node, turn) : follow(node, turn)
      }
      if let next { return found(next) }
    }
    return nil
  }

  private mutating func found(_ end: Unmanaged<RouteEnd>) -> Unmanaged<RouteEnd> {
    end._withUnsafeGuaranteedRef { end in
      more = end.next.map { .passUnretained($0) }
      if end.entry.route.takesLonger { met.append(ObjectIdentifier(end.entry)) }
    }
    return end
  }

  /// The next route that takes longer paths, once there is no other left: the one that has most parts in common.
  mutating func nextNearest() -> Unmanaged<RouteEnd>? {
    if nearest.isEmpty { return nil }
    if !isSorted {
      // What was found first is the more specific, and comes out first.
      nearest = nearest.enumerated().sorted { ($0.element.depth, -$0.offset) < ($1.element.depth, -$1.offset) }
        .map(\.element)
      isSorted = true
    }
    while let (depth, end) = nearest.popLast() {
      let (entry, next) = end._withUnsafeGuaranteedRef { (ObjectIdentifier($0.entry), $0.next) }
      if let next { nearest.append((depth, .passUnretained(next))) }
      // Read otherwise, its pattern may have taken the path before.
      if met.contains(entry) { continue }
      met.append(entry)
      return end
    }
    return nil
  }

  private mutating func visit(_ node: Unmanaged<RouteNode>) {
    visits += 1
    depth += 1
    if depth < path.count {
      node._withUnsafeGuaranteedRef { node in
        if node.content.nearest.isEmpty { return }
        let ends = node.content.nearest
        for end in [ends.schemes.borrowed(scheme), ends.any.map { .passUnretained($0) }] {
          if let end { nearest.append((depth, end)) }
        }
      }
    }
    if depth < steps.count {
      // What is known of the part holds at every place.
      steps[depth].node = node
      steps[depth].turn = 0
    } else {
      steps.append(Step(node: node))
    }
  }

  // Behind the last part.
  private mutating func end(_ node: RouteNode, _ turn: Int) -> Unmanaged<RouteEnd>? {
    if turn == 0 { return node.content.ends.schemes.borrowed(scheme) }
    depth -= 1
    return node.content.ends.any.map { .passUnretained($0) }
  }

  // Before a part.
  private mutating func follow(_ node: RouteNode, _ turn: Int) -> Unmanaged<RouteEnd>? {
    let count = node.content.parameters.count
    if turn == 0 {
      if !node.content.literals.isEmpty, let child = node.content.literals.borrowed(key) { visit(child) }
      return nil
    }
    if turn <= count {
      if fits(node.content.parameters[turn - 1].form) {
        visit(.passUnretained(node.content.parameters[turn - 1].node))
      }
      return nil
    }
    if turn == count + 1, !node.content.rests.isEmpty, canRest { return node.content.rests.schemes.borrowed(scheme) }
    depth -= 1
    return turn == count + 1 ? nil : node.content.rests.any.map { .passUnretained($0) }
  }

  // The part at this depth as a key; hashed once.
  private var key: TextKey {
    mutating get {
      if let hash = steps[depth].hash { return TextKey(path[depth], hash: hash) }
      let key = TextKey(path[depth])
      steps[depth].hash = key.hash
      return key
    }
  }

  // Whether the part at this depth can be read so; tried once.
  private mutating func fits(_ form: RouteForm) -> Bool {
    if form == .text { return true }
    let bit: UInt8 = 1 << form.rawValue
    if steps[depth].tried & bit == 0 {
      steps[depth].tried |= bit
      if form.value(path[depth]) != nil { steps[depth].fits |= bit }
    }
    return steps[depth].fits & bit != 0
  }

  // Whether the parts from this depth on can be told apart when slashes join them.
  private var canRest: Bool {
    mutating get {
      if lastSlashed == nil { lastSlashed = path.lastIndex { $0.utf8.contains(UInt8(ascii: "/")) } ?? -1 }
      return lastSlashed ?? -1 < depth
    }
  }
}
