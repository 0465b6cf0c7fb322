/// What has changed from one description of a component to a later one: from that in a face to what is installed, or from
/// one generation to the next.
package struct Drift {
  let before: FaceDescription
  /// The same with what its callers have not used, which says what went before what.
  let whole: FaceDescription
  let component: FaceDescription
  let caller: Caller
  var types: TypeDrift
  /// What breaks comes first.
  package internal(set) var differences: [Difference] = []

  package init(
    from before: FaceDescription, of whole: FaceDescription? = nil, to component: FaceDescription, for caller: Caller
  ) {
    self.before = before
    self.whole = whole ?? before
    self.component = component
    self.caller = caller
    types = TypeDrift(before: before.types, component: component.types, caller: caller.title)
    compare()
    differences = differences.filter(\.breaks) + differences.filter { !$0.breaks }
  }

  package var breaks: Bool { differences.contains(where: \.breaks) }

  private mutating func compare() {
    compareComponents()
    let targets = Dictionary(uniqueKeysWithValues: component.targets.map { ($0.name, $0) })
    for (place, target) in before.targets.enumerated() {
      if let now = targets[target.name] {
        compare(target, now, at: place)
      } else {
        add(.targetGone, breaks: true, target.name, message: "the component has no such target any more")
      }
    }
    let known = Set(before.targets.map(\.name))
    for target in component.targets where !known.contains(target.name) {
      add(.targetNew, target.name, message: "a new target")
    }
    compareOrder()
    compareEvents()
    if differences.isEmpty, before != component {
      add(.order, component.target, message: "the same in another order, or by other names of types")
    }
  }

  private mutating func compareComponents() {
    if before.version != component.version {
      add(
        .version, component.component, was: "\(before.version)", now: "\(component.version)",
        message: "version \(component.version); \(caller.title) was printed for \(before.version)")
    }
    let texts = before.types.names.filter { component.types[$0] != nil }.filter {
      before.typeSummaries[$0] != component.typeSummaries[$0]
    }
    if before.summary != component.summary || !texts.isEmpty {
      add(.text, component.component, message: "summaries of it or of its types have changed")
    }
  }

  private mutating func compare(_ old: FaceDescription.Target, _ new: FaceDescription.Target, at place: Int) {
    if old.summary != new.summary { add(.text, old.name, message: "its summary has changed") }
    let actions = Dictionary(uniqueKeysWithValues: new.actions.map { ($0.name, $0) })
    let ways = Dictionary(old.ways.map { ($0.action, $0) }) { first, _ in first }
    for (index, action) in old.actions.enumerated() {
      if let now = actions[action.name] {
        compare(action, now, of: old.name, at: (place, index), by: ways[action.name])
      } else {
        add(
          .actionGone, breaks: true, old.name, action.name, was: action.text,
          message: "the component has no such action any more")
      }
    }
    let known = Set(old.actions.map(\.name))
    for action in new.actions where !known.contains(action.name) {
      add(.actionNew, old.name, action.name, now: action.text, message: "a new action")
    }
    compareWays(old, new)
  }

  mutating func add(
    _ kind: Difference.Kind, breaks: Bool = false, _ target: String, _ action: String? = nil,
    _ place: Difference.Place? = nil, was: String? = nil, now: String? = nil, message: String
  ) {
    differences.append(
      Difference(
        kind: kind, breaks: breaks, target: target, action: action, place: place, was: was, now: now,
        message: message))
  }
}
