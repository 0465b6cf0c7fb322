import ComponentKit

// Routes and map keys.
extension Drift {
  mutating func compareWays(_ old: FaceDescription.Target, _ new: FaceDescription.Target) {
    if old.ways.isEmpty, new.ways.isEmpty { return }
    var index = WayIndex(new.ways)
    let (before, ends) = (WayIndex(old.ways), WayEnds(old, new))
    for (way, now) in zip(old.ways, index.partners(of: old.ways)) where ends.isKnown(way.action) {
      if let now {
        let isFirst = before.first(named: way)?.action == way.action
        compare(way, now, first: isFirst ? index.first(named: way) : nil, ends)
      } else if let heirs = index.heirs(of: way, to: old.name) {
        let names = heirs.map(\.title).joined(separator: " and ")
        let take = heirs.count == 1 ? "takes" : "take"
        add(way, .routeChanged, old.name, "\(way.title) is gone, but \(names) \(take) its URLs")
        for heir in heirs { compare(way, heir, first: nil, ends) }
      } else {
        add(way, way.kind == .route ? .routeGone : .keyGone, breaks: true, old.name, "\(way.title) is gone")
      }
    }
    for way in index.untaken { add(way, way.kind == .route ? .routeNew : .keyNew, new.name, "\(way.title) is new") }
  }

  // `first` is what its URLs come to now, of those that came to it.
  private mutating func compare(_ was: FaceWay, _ now: FaceWay, first: FaceWay?, _ ends: WayEnds) {
    let kind: Difference.Kind = was.kind == .route ? .routeChanged : .keyChanged
    if was.action != now.action {
      return add(was, kind, breaks: true, ends.target, "\(was.title) now leads to \(ends.target).\(now.action)")
    }
    if let first, first.action != was.action {
      let place = "with the priority \(first.priority) to \(ends.target).\(first.action)"
      add(was, kind, breaks: true, ends.target, "\(was.title) also leads \(place) now, which goes first")
    }
    let given = was.kind == .route ? changesGiven(was, now, ends) : was.hinted(in: now, ends)
    for (message, breaks) in given + was.renamed(in: now) + was.told(in: now) {
      add(was, kind, breaks: breaks, ends.target, "\(was.title) \(message)")
    }
  }

  // What a route gives itself a URL can't say, and what it gives no longer a URL of before does not say.
  private func changesGiven(_ was: FaceWay, _ now: FaceWay, _ ends: WayEnds) -> [FaceWay.Change] {
    if was.fields == now.fields { return [] }
    let lost = was.fields.keys.filter { now.fields[$0] == nil }
    let needed = lost.filter { name in
      guard let parameter = ends.now(was.action)?.parameters.first(where: { $0.name == name }) else { return false }
      return parameter.default == nil && !component.types.resolve(parameter.type).isOptional
    }
    let taken = now.fields.keys.filter { name in
      was.fields[name] == nil && ends.mayHaveBeenGiven(name, to: was.action)
    }
    let isMore =
      lost.count > needed.count
      || now.fields.contains { !taken.contains($0.key) && was.fields[$0.key] != $0.value }
    return needed.map { ("no longer gives \(quoted($0)), which \(ends.target).\(was.action) requires", true) }
      + taken.map { ("now gives \(quoted($0)) itself, and refuses URLs that say it", true) }
      + (isMore ? [("now gives other parameters", false)] : [])
  }

  private mutating func add(
    _ way: FaceWay, _ kind: Difference.Kind, breaks: Bool = false, _ target: String, _ message: String
  ) {
    add(kind, breaks: breaks, target, way.action, message: message)
  }
}

/// What the actions take that the ways of a target lead to, before and now.
private struct WayEnds {
  let target: String
  private let before: [String: FaceDescription.Action]
  private let later: [String: FaceDescription.Action]

  init(_ old: FaceDescription.Target, _ new: FaceDescription.Target) {
    target = old.name
    before = Dictionary(old.actions.map { ($0.name, $0) }) { first, _ in first }
    later = Dictionary(new.actions.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Whether callers know the action. What leads to another one only says what goes before what.
  func isKnown(_ action: String) -> Bool { before[action] != nil }

  /// Nil where it does not say.
  func now(_ action: String) -> Signature? { later[action]?.signature }

  /// Whether it said that the action takes that parameter.
  func declared(_ parameter: String, by action: String) -> Bool {
    before[action]?.signature != nil && mayHaveBeenGiven(parameter, to: action)
  }

  /// Whether a call could have that parameter before: an action that does not say what it takes takes anything.
  func mayHaveBeenGiven(_ parameter: String, to action: String) -> Bool {
    guard let signature = before[action]?.signature else { return true }
    return signature.parameters.contains { $0.name == parameter }
  }
}

// What a URL was understood to say and no longer is breaks a way: its callers are URLs in mails and pages.
extension FaceWay {
  fileprivate typealias Change = (message: String, breaks: Bool)

  /// The hints of a key: a caller may give each, of the kind that its default has.
  fileprivate func hinted(in now: FaceWay, _ ends: WayEnds) -> [Change] {
    if fields == now.fields { return [] }
    let taken = now.fields.keys.filter { fields[$0] == nil && ends.declared($0, by: action) }
    if !taken.isEmpty {
      let names = taken.map(quoted).joined(separator: " and ")
      let what = taken.count == 1 ? "a hint" : "hints"
      return [("now takes \(names) as \(what), no longer as what \(ends.target).\(action) takes", true)]
    }
    let lost = fields.keys.filter { now.fields[$0] == nil }
    if !lost.isEmpty { return [("no longer has the hint \(lost.map(quoted).joined(separator: " or "))", true)] }
    let changes = fields.compactMap { name, value -> Change? in
      guard let other = now.fields[name], !other.takesHints(of: value) else { return nil }
      let kind = value.isNull ? "any value" : value.kindName.withArticle
      return ("takes \(other.kindName.withArticle) as the hint \(quoted(name)), no longer \(kind)", true)
    }
    return changes.isEmpty ? [("now has other hints", false)] : changes
  }

  fileprivate func renamed(in now: FaceWay) -> [Change] {
    let (old, new) = (query.renames, now.query.renames)
    let changes = old.sorted { $0.key < $1.key }.compactMap { name, parameter -> Change? in
      guard let other = new[name] else { return ("no longer renames \(quoted(name))", true) }
      return other == parameter ? nil : ("now renames \(quoted(name)) to \(quoted(other))", true)
    }
    let added = new.keys.filter { old[$0] == nil }.sorted()
    return changes + added.map { ("now renames \(quoted($0)) to \(quoted(new[$0] ?? ""))", false) }
  }

  /// The rest of what a route says.
  fileprivate func told(in now: FaceWay) -> [Change] {
    var changes: [Change] = []
    if query.foldsCase != now.query.foldsCase {
      changes.append(
        query.foldsCase == true
          ? ("no longer takes names in any case", true) : ("now takes names in any case", false))
    }
    if takesLonger != now.takesLonger {
      changes.append(
        takesLonger ? ("no longer takes longer paths", true) : ("now takes longer paths as well", false))
    }
    if priority != now.priority { changes.append(("now has the priority \(now.priority)", false)) }
    return changes
  }
}

extension Value {
  /// Whether a hint with this default takes what one with another default takes.
  fileprivate func takesHints(of other: Value) -> Bool {
    switch (self, other) {
    case (.null, _), (.double, .int): true
    default: kindName == other.kindName
    }
  }
}
