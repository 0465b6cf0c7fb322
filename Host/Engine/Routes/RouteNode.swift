/// A place in the table: what the parts of a path so far have led to. It never changes.
final class RouteNode: Sendable {
  /// What can follow, the most specific first.
  let content: Content
  /// How many places at most are visited from here on, whatever the path.
  let reach: Int
  /// Whether a route from here on has a priority.
  let isRanked: Bool

  struct Content: Sendable {
    var literals = SharedMap<RouteNode>()
    /// The highest reach of the literals: a path goes on with one of them at most.
    var literalReach = 0
    var hasRankedLiterals = false
    /// In the order of the forms.
    var parameters: [(form: RouteForm, node: RouteNode)] = []
    /// The routes that take all the parts that are left.
    var rests = RouteEnds()
    /// The routes that end here.
    var ends = RouteEnds()
    /// Those of them that take longer paths as well, where nothing else does.
    var nearest = RouteEnds()

    var isEmpty: Bool {
      literals.isEmpty && parameters.isEmpty && rests.isEmpty && ends.isEmpty && nearest.isEmpty
    }
  }

  init(_ content: Content = Content()) {
    self.content = content
    // Each form that a part can be read as costs the visit of another child. No date is a number or a bool.
    var (dates, others) = (0, 0)
    for (form, node) in content.parameters {
      if form == .date { dates += node.reach } else if form != .text { others += node.reach }
    }
    let texts = content.parameters.last { $0.form == .text }?.node.reach ?? 0
    let surplus = content.ends.surplus + content.rests.surplus + content.nearest.surplus
    reach = 1 + surplus + content.literalReach + max(dates, others) + texts
    isRanked =
      content.hasRankedLiterals || content.parameters.contains { $0.node.isRanked }
      || content.ends.isRanked || content.rests.isRanked
  }
}

// Changed copies.
extension RouteNode {
  /// With one more route, of which one way of reading it is meant, and so many of its parts have led here.
  func adding(_ entry: RouteEntry, _ variant: Int, depth: Int = 0) throws(RouteFault) -> RouteNode {
    var content = content
    let parts = entry.variants[variant].parts
    guard depth < parts.count else {
      try content.ends.add(entry, variant)
      if entry.route.takesLonger { try content.nearest.add(entry, variant) }
      return RouteNode(content)
    }
    switch parts[depth] {
    case .rest: try content.rests.add(entry, variant)
    case .literal(let text):
      let key = TextKey(text)
      let child = content.literals.value(key) ?? RouteNode()
      let grown = try child.adding(entry, variant, depth: depth + 1)
      content.literals = content.literals.setting(grown, for: key)
      content.literalReach = max(content.literalReach, grown.reach)
      content.hasRankedLiterals = content.hasRankedLiterals || grown.isRanked
    case .parameter(let form):
      if let index = content.parameters.firstIndex(where: { $0.form == form }) {
        content.parameters[index].node = try content.parameters[index].node.adding(entry, variant, depth: depth + 1)
      } else {
        let place = content.parameters.firstIndex { $0.form.rawValue > form.rawValue } ?? content.parameters.count
        let child = try RouteNode().adding(entry, variant, depth: depth + 1)
        content.parameters.insert((form, child), at: place)
      }
    }
    return RouteNode(content)
  }

  /// Without one route, of which one way of reading it is meant; nil if nothing is left. What lies beside its path is
  /// visited only where the route was the one by which its place goes furthest, or the only one with a priority.
  func removing(_ entry: RouteEntry, _ variant: Int, depth: Int = 0) -> RouteNode? {
    var content = content
    let parts = entry.variants[variant].parts
    guard depth < parts.count else {
      content.ends.remove(entry)
      content.nearest.remove(entry)
      return content.isEmpty ? nil : RouteNode(content)
    }
    switch parts[depth] {
    case .rest: content.rests.remove(entry)
    case .literal(let text):
      let key = TextKey(text)
      guard let child = content.literals.value(key) else { return self }
      content.literals = content.literals.setting(child.removing(entry, variant, depth: depth + 1), for: key)
      let literals = content.literals
      if child.reach == content.literalReach, !literals.contains({ $0.reach == child.reach }) {
        content.literalReach = 0
        literals.forEach { content.literalReach = max(content.literalReach, $1.reach) }
      }
      if child.isRanked { content.hasRankedLiterals = literals.contains(\.isRanked) }
    case .parameter(let form):
      guard let index = content.parameters.firstIndex(where: { $0.form == form }) else { return self }
      if let left = content.parameters[index].node.removing(entry, variant, depth: depth + 1) {
        content.parameters[index].node = left
      } else {
        content.parameters.remove(at: index)
      }
    }
    return content.isEmpty ? nil : RouteNode(content)
  }

  /// What ends where these parts have led, or takes all that are left.
  func ends(_ parts: ArraySlice<RoutePattern.Part>) -> RouteEnds? {
    guard let part = parts.first else { return content.ends }
    let child: RouteNode? =
      switch part {
      case .rest: nil
      case .literal(let text): content.literals.value(TextKey(text))
      case .parameter(let form): content.parameters.first { $0.form == form }?.node
      }
    return part == .rest ? content.rests : child?.ends(parts.dropFirst())
  }

  /// Without some routes; nil if nothing is left.
  func removing(_ isMeant: (RouteEntry) -> Bool) -> RouteNode? {
    var content = Content()
    content.literals = self.content.literals
    self.content.literals.forEach { key, child in
      let left = child.removing(isMeant)
      if left !== child { content.literals = content.literals.setting(left, for: key) }
      content.literalReach = max(content.literalReach, left?.reach ?? 0)
      content.hasRankedLiterals = content.hasRankedLiterals || left?.isRanked == true
    }
    content.parameters = self.content.parameters.compactMap { form, child in
      child.removing(isMeant).map { (form, $0) }
    }
    content.rests = self.content.rests
    content.rests.remove(isMeant)
    content.ends = self.content.ends
    content.ends.remove(isMeant)
    content.nearest = self.content.nearest
    content.nearest.remove(isMeant)
    return content.isEmpty ? nil : RouteNode(content)
  }
}

extension RouteNode {
  /// Lists the routes, each once: where all the parts of its pattern are there.
  func list(into list: inout [RouteEntry]) {
    list += content.ends.all.filter { $0.variant == 0 }.map(\.entry)
    var literals: [(text: String, node: RouteNode)] = []
    content.literals.forEach { literals.append(($0.text, $1)) }
    literals.sort { $0.text < $1.text }
    for (_, node) in literals { node.list(into: &list) }
    for (_, node) in content.parameters { node.list(into: &list) }
    list += content.rests.all.filter { $0.variant == 0 }.map(\.entry)
  }
}
