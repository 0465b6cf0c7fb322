import ComponentHost
import ComponentKit

/// What has changed from the description in a face to the installed component.
struct Drift {
  let face: FaceDescription
  let component: FaceDescription
  var types: TypeDrift
  var differences: [Difference] = []
  // Knows which defaults a face in Swift sends.
  let swift: SwiftFace?

  init(_ block: FaceBlock, _ component: FaceDescription) {
    face = block.description
    self.component = component
    types = TypeDrift(face: face.types, component: component.types)
    swift = block.language == .swift ? SwiftFace(face) : nil
    compare()
    // What breaks comes first.
    differences = differences.filter(\.breaks) + differences.filter { !$0.breaks }
  }

  var breaks: Bool { differences.contains(where: \.breaks) }

  private mutating func compare() {
    compareComponents()
    let targets = Dictionary(uniqueKeysWithValues: component.targets.map { ($0.name, $0) })
    for (index, target) in face.targets.enumerated() {
      if let now = targets[target.name] {
        compare(target, now, uses: swift?.types.actions[index])
      } else {
        add(.targetGone, breaks: true, target.name, message: "the component has no such target any more")
      }
    }
    let known = Set(face.targets.map(\.name))
    for target in component.targets where !known.contains(target.name) {
      add(.targetNew, target.name, message: "a new target")
    }
    compareEvents()
    if differences.isEmpty, face != component {
      add(.order, component.target, message: "the same in another order, or by other names of types")
    }
  }

  private mutating func compareComponents() {
    if face.version != component.version {
      add(
        .version, component.component, face: "\(face.version)", component: "\(component.version)",
        message: "version \(component.version); the face was printed for \(face.version)")
    }
    let texts = face.types.names.filter { component.types[$0] != nil }.filter {
      face.typeSummaries[$0] != component.typeSummaries[$0]
    }
    if face.summary != component.summary || !texts.isEmpty {
      add(.text, component.component, message: "summaries of it or of its types have changed")
    }
  }

  private mutating func compare(
    _ old: FaceDescription.Target, _ new: FaceDescription.Target, uses: [FaceTypes.ActionUses]?
  ) {
    if old.summary != new.summary { add(.text, old.name, message: "its summary has changed") }
    let actions = Dictionary(uniqueKeysWithValues: new.actions.map { ($0.name, $0) })
    for (place, action) in old.actions.enumerated() {
      if let now = actions[action.name] {
        compare(action, now, of: old.name, uses: uses?[place])
      } else {
        add(
          .actionGone, breaks: true, old.name, action.name, face: action.text,
          message: "the component has no such action any more")
      }
    }
    let known = Set(old.actions.map(\.name))
    for action in new.actions where !known.contains(action.name) {
      add(.actionNew, old.name, action.name, component: action.text, message: "a new action")
    }
    compareWays(old, new)
  }

  mutating func add(
    _ kind: Difference.Kind, breaks: Bool = false, _ target: String, _ action: String? = nil,
    _ place: Difference.Place? = nil, face: String? = nil, component: String? = nil, message: String
  ) {
    differences.append(
      Difference(
        kind: kind, breaks: breaks, target: target, action: action, place: place, face: face, component: component,
        message: message))
  }
}
