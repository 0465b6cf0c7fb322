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
    let all = isReached ? Shares.map(self.components) { [policy] in $0.map { OpenComponent($0, policy) } } : []
    let paths = OpenPaths(all, self.components, routes, policy)
    let parts = Shares.map(paths.components) { $0.map { OpenComponentText($0, paths) } }
    var text = DocumentText()
    text.reserve(parts.reduce(paths.others.count + OpenAPI.room) { $0 + $1.count })
    text.open()
    text.field("openapi", "3.1.0")
    text.field(
      "info",
      ["title": .text(heading.title), "version": .text(heading.version), "description": .text(heading.words)])
    text.field("servers", [["url": "/"]])
    text.field("security", [])
    text.key("tags")
    text.open("[")
    for part in parts { text.written(part.tags) }
    text.close("]")
    text.key("paths")
    text.open()
    for part in parts { text.written(part.paths) }
    text.written(paths.others)
    text.close()
    text.key("components")
    text.open()
    text.key("schemas")
    text.open()
    text.line()
    text.field("Failure", PublishedSchema.failure?.part ?? [:])
    for part in parts { text.written(part.schemas) }
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

  // What the document says besides its components takes less.
  private static let room = 32_768
}
