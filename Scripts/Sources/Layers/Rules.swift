/// What the manifest's arrows must keep to.
struct Rules {
  let graph: Graph

  /// Every offence, in the manifest's order.
  var offences: [String] {
    graph.nodes.flatMap { node -> [String] in
      if case .lost(let why) = node.place { return ["\(node.target.name.shown): \(why)"] }
      if node.target.path == nil { return stray(node) }
      guard let owner = node.place.owner else { return [] }
      return node.target.dependencies.compactMap { offence(from: node, owner, along: $0) }
        + node.target.settings.compactMap { offence(from: node, owner, searching: $0) }
    }
  }

  // Without a folder nobody sees a layer. A test and a program have none anyway, and what is fetched has no folder.
  private func stray(_ node: Node) -> [String] {
    if ["test", "executable"].contains(node.target.type) || node.target.url != nil { return [] }
    return ["\(node.target.name.shown): a target needs a path, or else nobody sees its layer"]
  }

  private func offence(from node: Node, _ owner: Owner, along dependency: Dependency) -> String? {
    guard let ends = graph.ends(of: dependency) else {
      // A package can't depend on one that depends on it, so a face out of it can't be above anything here.
      if ["ComponentKit", "ComponentABI"].contains(dependency.name) || dependency.name.hasSuffix("Face") { return nil }
      let package = dependency.package.map { "of \($0.shown)" } ?? "of an unknown package"
      return "\(node.shown) -> \(dependency.name.shown) (\(package)): \(nothingElse(node))"
    }
    for end in ends {
      guard let reason = reason(from: node, owner, to: end) else { continue }
      let name = end.target.name == dependency.name ? end.shown : "\(dependency.name.shown), that is \(end.shown)"
      return "\(node.shown) -> \(name): \(reason)"
    }
    return nil
  }

  /// Why there must be no arrow between two targets; nil where there may be one.
  private func reason(from node: Node, _ owner: Owner, to end: Node) -> String? {
    if end.isTest { return "nothing may depend on a test" }
    switch end.place {
    case .kit: return nil
    case .face(let layer, _):
      return layer.rawValue <= owner.layer.rawValue
        ? nil : "\(node.role) may depend on faces of its own layer or of one below"
    case .component where node.place.isFace:
      return "a face may depend on ComponentKit and on other faces, never on a component"
    case .component:
      return end.package == nil && end.place.owner == owner
        ? nil : "\(node.role) may depend on another component's face, never on the component itself"
    // A test may use what it likes of the host, or of the package that it is in.
    case .elsewhere, .lost: return node.isTest ? nil : nothingElse(node)
    }
  }

  private func nothingElse(_ node: Node) -> String {
    "\(node.role) may depend on ComponentKit and on faces, and on nothing else outside its folder"
  }

  // Headers are found by path, past the graph.
  private func offence(from node: Node, _ owner: Owner, searching setting: Dump.Setting) -> String? {
    guard let search = setting.kind.headerSearchPath?.path, let path = [String](path: search, from: node.path ?? []),
      !owner.mayRead(path)
    else { return nil }
    return "\(node.shown) -> \(path.joined(separator: "/").shown): the header search path leads to what is not its own"
  }
}

extension Node {
  var role: String { isTest ? "a component's test" : place.isFace ? "a face" : "a component" }
}

extension Owner {
  /// Whether a C source of this component may include what lies there: its own, or the contract.
  func mayRead(_ path: [String]) -> Bool {
    path.starts(with: self.path) || path.starts(with: ["Host", "ABI", "include"])
  }
}
