import ComponentHost
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

extension FaceWay {
  fileprivate func isSame(_ other: FaceWay) -> Bool { kind == other.kind && name.utf8.elementsEqual(other.name.utf8) }
}
