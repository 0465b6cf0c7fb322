import ComponentHost
import ComponentKit

/// The tools of a host: all actions that are open to callers from outside, as its policy has it, and that JSON can call.
///
/// To know them those components are loaded of which it is not kept what they say of themselves. A list never changes; where
/// components do, another one is made.
struct ToolList: Sendable {
  /// Sorted by their names.
  let tools: [Tool]
  /// What is not in it and why, one sentence each.
  let left: [String]
  /// Whether no component was refused: that may be another time, though its file is the same.
  let isSettled: Bool

  /// Tools are called as URLs of this scheme.
  static let scheme = OpenAPI.scheme

  /// How many tools a page has at most, and how many bytes of JSON if it has more than one.
  static let pageLimit = 1000
  static let pageLengthLimit = 1 << 20

  /// - Parameter limit: how long to wait in all for components that have to be loaded for that, and for each of them.
  init(of host: Host, within limit: Duration) {
    var (tools, left): ([Tool], [String]) = ([], [])
    guard host.settings.policy.takes(scheme: ToolList.scheme) else {
      (self.tools, self.left, isSettled) = (tools, left, true)
      return
    }
    let components = host.descriptions(within: limit, all: limit) { name, refusal in
      left.append("the component \(quoted(name)) is left out of the tools: \(refusal.message)")
    }
    isSettled = left.isEmpty
    for component in components {
      let schema = JSONSchema(component)
      let open = component.targets.map { target in
        (target, schema.callable(target.actions.filter { host.isOpen($0, of: target) }))
      }
      let types = ToolTypes(schema.definitions(usedBy: open.flatMap(\.1), of: component))
      for (target, actions) in open {
        tools += actions.compactMap { Tool($0, of: target, schema, types) { left.append($0) } }
      }
    }
    tools.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    for place in tools.indices.dropLast() where tools[place].text == tools[place + 1].text {
      left.append("two actions would be the tool \(quoted(tools[place].text)), which is left out")
    }
    let twice = Set(zip(tools, tools.dropFirst()).filter { $0.text == $1.text }.map(\.0.text))
    self.tools = twice.isEmpty ? tools : tools.filter { !twice.contains($0.text) }
    self.left = left
  }

  /// The page behind a name, or the first one.
  func page(after name: String?, _ revision: MCPRevision) -> Fields {
    let start = name.map { name in
      tools.firstIndex { name.utf8.lexicographicallyPrecedes($0.text.utf8) } ?? tools.count
    }
    let page = tools[(start ?? 0)...].prefix(count(from: start ?? 0))
    var fields: Fields = ["tools": .list(page.map { $0.value(revision) })]
    if let last = page.last, page.endIndex < tools.count { fields["nextCursor"] = .some(MCPCursor.write(last.text)) }
    if revision.isStateless {
      // Components come and go at any time: who wants to know at once listens.
      fields["ttlMs"] = 0
      fields["cacheScope"] = "private"
    }
    return fields
  }

  // How many are on the page that begins there.
  private func count(from start: Int) -> Int {
    var (count, length) = (0, 0)
    for tool in tools[start...].prefix(ToolList.pageLimit) {
      length += tool.length
      if count > 0, length > ToolList.pageLengthLimit { break }
      count += 1
    }
    return count
  }

  /// What a tool of that name calls; nil where there is none.
  func tool(called name: String) -> ToolName? { tools.first { $0.text == name }?.name }
}
