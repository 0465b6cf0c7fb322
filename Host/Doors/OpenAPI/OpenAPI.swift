public import ComponentHost
import ComponentKit

/// What callers from outside may call over HTTP, as a document in OpenAPI 3.1.
///
/// Each action that is open to them has the path `/Target/action`, and each map key and each path that components or the
/// policy declare and that leads to such an action has one as well. All of it comes from what components say of themselves. The same
/// components give the same bytes.
public struct OpenAPI: Sendable {
  /// The words in front.
  public struct Heading: Sendable {
    public var title = "Components"
    public var version = "1"
    public var words =
      "What the components of a host can be called with from outside. Parameters and replies are those that they declare."

    public init() {}
  }

  public var heading = Heading()
  private let components: [LoadedComponent]
  private let routes: [Route]
  private let policy: Policy

  /// - Parameters:
  ///   - components: in the order of the document.
  ///   - routes: those that lead to their actions.
  ///   - policy: what it keeps from callers is left out.
  public init(_ components: [LoadedComponent], routes: [Route], policy: Policy) {
    (self.components, self.routes, self.policy) = (components, routes, policy)
  }

  /// The document, as UTF-8; each path stands in a line of its own.
  public var json: [UInt8] {
    // Where no such URL is taken nothing is reached over HTTP.
    let isReached = policy.takes(scheme: OpenAPI.scheme)
    let all = isReached ? self.components.map { OpenComponent($0, policy) } : []
    let components = all.filter { !$0.targets.isEmpty }
    var text = DocumentText()
    text.open()
    text.field("openapi", "3.1.0")
    text.field(
      "info",
      ["title": .text(heading.title), "version": .text(heading.version), "description": .text(heading.words)])
    text.field("servers", [["url": "/"]])
    text.field("security", [])
    writeTags(components, to: &text)
    writePaths(components, vain: all.flatMap(\.vain), to: &text)
    text.key("components")
    text.open()
    text.key("schemas")
    text.open()
    text.line()
    text.field("Failure", PublishedSchema.failure?.part ?? [:])
    for component in components {
      for (name, schema) in component.definitions {
        text.line()
        text.field(named: "\(component.name).\(name)", schema)
      }
    }
    text.close()
    text.field("parameters", OperationText.parameters)
    text.field("responses", OperationText.responses)
    text.close()
    text.close()
    text.end()
    return text.bytes
  }

  /// Requests are read as URLs of this scheme.
  static let scheme = "app"

  private func writeTags(_ components: [OpenComponent], to text: inout DocumentText) {
    text.key("tags")
    text.open("[")
    for target in components.lazy.flatMap(\.targets) {
      text.line()
      text.open()
      text.field("name", .text(target.name))
      if !target.summary.isEmpty { text.field("description", .text(target.summary)) }
      text.close()
    }
    text.close("]")
  }

  private func writePaths(
    _ components: [OpenComponent], vain: [(target: String, action: String)], to text: inout DocumentText
  ) {
    var names = OperationNames()
    let operation = OperationText()
    let sorted = sortedRoutes
    let found = FoundActions(components)
    let allVain = Set(vain.map { "\($0.target).\($0.action)" })
    let isOpen = { (target: String, action: String) in
      found[target, action] != nil || allVain.contains("\(target).\(action)")
    }
    let routes = OpenRoutes(sorted, isOpen)
    let keys = KeyPaths(self.components, routes, policy, isOpen)
    // Nobody can call these, and the host asks them all the same.
    for (target, action) in vain where !routes.precedeAction(target, action) {
      names.take(PathTemplate(target, action))
    }
    text.key("paths")
    text.open()
    for component in components {
      for target in component.targets {
        for action in target.actions where !routes.precedeAction(target.name, action.name) {
          text.line()
          let path = PathTemplate(target.name, action.name)
          names.take(path)
          operation.write(
            action, of: target, in: component, at: path, by: keys.key(of: target.name, action.name),
            named: "\(target.name).\(action.name)", to: &text)
        }
      }
    }
    for way in keys.ways {
      guard let (component, target, action) = found[way.key.target, way.key.action], names.take(way.path) else {
        continue
      }
      text.line()
      let name = names.name(of: way.path, "\(target.name).\(action.name)")
      operation.write(action, of: target, in: component, at: way.path, by: way.key, named: name, to: &text)
    }
    for route in sorted {
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
    text.close()
  }

  // Where two have one path, the one that goes first is told.
  private var sortedRoutes: [Route] {
    routes.filter { $0.scheme == nil || $0.scheme == OpenAPI.scheme }.enumerated()
      .sorted { (-$0.element.priority, $0.offset) < (-$1.element.priority, $1.offset) }.map(\.element)
  }
}
