import ComponentHost
import ComponentKit

/// Which paths there are, and what each of them calls: a path is told as what the host asks first there.
struct OpenPaths: Sendable {
  /// Those of which callers from outside can call something, in the order of the document.
  let components: [OpenComponent]
  private let sortedRoutes: [Route]
  private let routes: OpenRoutes
  private let keys: KeyPaths
  private let operation = OperationText()
  /// The paths of map keys and routes, behind those of all actions: fields of an object.
  private(set) var others: [UInt8] = []

  /// - Parameters:
  ///   - all: what callers reach of each component.
  ///   - components: the same components, with all that they say.
  init(_ all: [OpenComponent], _ components: [LoadedComponent], _ routes: [Route], _ policy: Policy) {
    let open = all.filter { !$0.targets.isEmpty }
    self.components = open
    sortedRoutes = OpenPaths.sorted(routes)
    let vain = all.flatMap(\.vain)
    let (found, allVain) = (FoundActions(open), Set(vain.map { "\($0.target).\($0.action)" }))
    let isOpen = { (target: String, action: String) in
      found[target, action] != nil || allVain.contains("\(target).\(action)")
    }
    let ahead = OpenRoutes(sortedRoutes, isOpen)
    self.routes = ahead
    keys = KeyPaths(components, ahead, policy, isOpen)
    if keys.ways.isEmpty, sortedRoutes.isEmpty { return }
    var names = OperationNames()
    // Nobody can call these, and the host asks them all the same.
    for (target, action) in vain where !ahead.precedeAction(target, action) { names.take(PathTemplate(target, action)) }
    others = written(&names, found)
  }

  // Where two have one path, the one that goes first is told.
  private static func sorted(_ routes: [Route]) -> [Route] {
    routes.filter { $0.scheme == nil || $0.scheme == OpenAPI.scheme }.enumerated()
      .sorted { (-$0.element.priority, $0.offset) < (-$1.element.priority, $1.offset) }.map(\.element)
  }

  /// Writes the paths that a component's actions have by their names, each in a line.
  func write(_ component: OpenComponent, to text: inout DocumentText) {
    eachAction(of: component) { target, action in
      text.line()
      operation.write(
        action, of: target, in: component, at: PathTemplate(target.name, action.name),
        by: keys.key(of: target.name, action.name), named: "\(target.name).\(action.name)", to: &text)
    }
  }

  private func eachAction(of component: OpenComponent, _ body: (OpenComponent.Target, LoadedAction) -> Void) {
    for target in component.targets {
      for action in target.actions where !routes.precedeAction(target.name, action.name) { body(target, action) }
    }
  }

  private func written(_ names: inout OperationNames, _ found: FoundActions) -> [UInt8] {
    var text = DocumentText()
    for component in components {
      eachAction(of: component) { target, action in names.take(PathTemplate(target.name, action.name)) }
    }
    for way in keys.ways {
      guard let (component, target, action) = found[way.key.target, way.key.action], names.take(way.path) else {
        continue
      }
      text.line()
      let name = names.name(of: way.path, "\(target.name).\(action.name)")
      operation.write(action, of: target, in: component, at: way.path, by: way.key, named: name, to: &text)
    }
    for route in sortedRoutes {
      guard let (component, target, action) = found[route.target, route.action] else { continue }
      for shape in route.shapes {
        let path = PathTemplate(shape)
        guard !routes.cover(route, shape), names.take(path) else { continue }
        text.line()
        let own = PathTemplate(target.name, action.name).text
        let name = "\(target.name).\(action.name)"
        operation.write(
          action, of: target, in: component, at: path, without: route.fixed.keys,
          named: path.text == own ? name : names.name(of: path, name), to: &text)
      }
    }
    return text.bytes
  }
}
