import ComponentKit

/// The routes for one path, found one after the other as they are asked for.
///
/// It keeps the table as it was when it was made.
package struct RouteMatches: Sequence, IteratorProtocol, Sendable {
  private let scheme: TextKey
  private let path: [String]
  // Keeps all the places that the steps refer to.
  private let root: RouteNode?
  // One for each part of the path that has led somewhere, and one for the place behind the last.
  private var steps: [Step] = []
  private var depth = -1
  // The last part that has a slash within itself; -1 where none has one, nil before it was looked for.
  private var lastSlashed: Int?
  /// How many places of the table were visited so far.
  package private(set) var visits = 0

  init(_ root: RouteNode?, scheme: String, path: [String]) {
    self.root = root
    self.scheme = TextKey(scheme)
    self.path = path
    guard let root else { return }
    steps.reserveCapacity(Swift.min(path.count, RoutePattern.partLimit) + 1)
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

  package mutating func next() -> RouteMatch? {
    while depth >= 0 {
      let turn = steps[depth].turn
      steps[depth].turn = turn + 1
      let found = steps[depth].node._withUnsafeGuaranteedRef { node in
        depth == path.count ? end(node, turn) : follow(node, turn)
      }
      if let found { return RouteMatch(found.takeUnretainedValue(), path) }
    }
    return nil
  }

  private mutating func visit(_ node: Unmanaged<RouteNode>) {
    visits += 1
    depth += 1
    if depth < steps.count {
      // What is known of the part holds at every place.
      steps[depth].node = node
      steps[depth].turn = 0
    } else {
      steps.append(Step(node: node))
    }
  }

  // Behind the last part.
  private mutating func end(_ node: RouteNode, _ turn: Int) -> Unmanaged<RouteEntry>? {
    if turn == 0 { return node.content.ends.schemes.borrowed(scheme) }
    depth -= 1
    return node.content.ends.any.map { .passUnretained($0) }
  }

  // Before a part.
  private mutating func follow(_ node: RouteNode, _ turn: Int) -> Unmanaged<RouteEntry>? {
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
