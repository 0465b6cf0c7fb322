import ComponentHost
import ComponentKit

/// A component, as far as callers from outside may call it.
struct OpenComponent: Sendable {
  struct Target: Sendable {
    let name: String
    let summary: String
    let actions: [LoadedAction]
  }

  let name: String
  let schema: JSONSchema
  let targets: [Target]
  /// The types that its actions refer to.
  let definitions: Fields
  /// Actions that callers from outside reach, and can't give what they take.
  let vain: [(target: String, action: String)]

  init(_ component: LoadedComponent, _ policy: Policy) {
    name = component.name
    let schema = JSONSchema(component, prefix: "#/components/schemas/\(component.name).")
    self.schema = schema
    var vain: [(target: String, action: String)] = []
    targets = component.targets.compactMap { target in
      let open = target.actions.filter { policy.isOpen($0, of: target) }
      let callable = schema.callable(open)
      if callable.count < open.count {
        let names = Set(callable.map(\.name))
        vain += open.map(\.name).filter { !names.contains($0) }.map { (target.name, $0) }
      }
      return callable.isEmpty ? nil : Target(name: target.name, summary: target.summary, actions: callable)
    }
    self.vain = vain
    definitions = schema.definitions(usedBy: targets.flatMap(\.actions), of: component)
  }
}

/// Finds open actions by the names of target and action.
final class FoundActions {
  // Made when it is asked: many documents have neither keys nor routes.
  private lazy var places = FoundActions.places(components)
  private let components: [OpenComponent]

  init(_ components: [OpenComponent]) { self.components = components }

  private static func places(_ components: [OpenComponent]) -> [String: (component: Int, target: Int, action: Int)] {
    var places: [String: (component: Int, target: Int, action: Int)] = [:]
    for (place, component) in components.enumerated() {
      for (target, known) in component.targets.enumerated() {
        for (action, one) in known.actions.enumerated() {
          places["\(known.name).\(one.name)"] = (place, target, action)
        }
      }
    }
    return places
  }

  subscript(target: String, action: String) -> (OpenComponent, OpenComponent.Target, LoadedAction)? {
    guard let place = places["\(target).\(action)"] else { return nil }
    let component = components[place.component]
    let target = component.targets[place.target]
    return (component, target, target.actions[place.action])
  }
}
