import ComponentKit

// Routes and map keys.
extension Drift {
  mutating func compareWays(_ old: FaceDescription.Target, _ new: FaceDescription.Target) {
    for way in old.ways {
      guard let now = new.ways.first(where: { $0.isSame(way) }) else {
        add(way, way.kind == .route ? .routeGone : .keyGone, breaks: true, old.name, "\(way.title) is gone")
        continue
      }
      compare(way, now, of: old.name)
    }
    for way in new.ways where !old.ways.contains(where: { $0.isSame(way) }) {
      add(way, way.kind == .route ? .routeNew : .keyNew, new.name, "\(way.title) is new")
    }
  }

  private mutating func compare(_ was: FaceWay, _ now: FaceWay, of target: String) {
    let kind: Difference.Kind = was.kind == .route ? .routeChanged : .keyChanged
    if was.action != now.action {
      return add(was, kind, breaks: true, target, "\(was.title) now leads to \(target).\(now.action)")
    }
    compareFields(was, now, kind, of: target)
    for (message, breaks) in was.renamed(in: now) + was.told(in: now) {
      add(was, kind, breaks: breaks, target, "\(was.title) \(message)")
    }
  }

  private mutating func compareFields(_ was: FaceWay, _ now: FaceWay, _ kind: Difference.Kind, of target: String) {
    if was.fields == now.fields { return }
    let lost = was.kind == .key ? was.fields.keys.filter { now.fields[$0] == nil } : []
    let words =
      lost.isEmpty
      ? "\(was.title) now \(was.kind == .route ? "gives other parameters" : "has other hints")"
      : "\(was.title) no longer has the hint \(lost.map(quoted).joined(separator: " or "))"
    add(was, kind, breaks: !lost.isEmpty, target, words)
  }

  private mutating func add(
    _ way: FaceWay, _ kind: Difference.Kind, breaks: Bool = false, _ target: String, _ message: String
  ) {
    add(kind, breaks: breaks, target, way.action, message: message)
  }
}

// What a URL was understood to say and no longer is breaks a way: its callers are URLs in mails and pages.
extension FaceWay {
  fileprivate typealias Change = (message: String, breaks: Bool)

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

  fileprivate func isSame(_ other: FaceWay) -> Bool { kind == other.kind && name.utf8.elementsEqual(other.name.utf8) }
}
