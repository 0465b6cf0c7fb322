import Foundation

/// The sources below Plugins: an import or an include is an arrow as well, one that SwiftPM does not see.
struct Sources {
  let graph: Graph
  private let modules: [String: Node]
  private let owners: [String: Owner]

  init(_ graph: Graph) {
    self.graph = graph
    modules = graph.modules
    owners = Dictionary(graph.nodes.compactMap(\.place.owner).map { ($0.name, $0) }) { first, _ in first }
  }

  var offences: [String] {
    graph.nodes.flatMap { node -> [String] in
      guard let path = node.path, let owner = node.place.owner else { return [] }
      let known = reached(by: node)
      return files(of: node, in: path).flatMap { file -> [String] in
        let shown = file.joined(separator: "/").shown
        if let link = linked(file), !owner.mayRead(link) {
          return ["\(node.shown) -> \(link.joined(separator: "/").shown): \(shown) is a link to what is not its own"]
        }
        guard let data = FileManager.default.contents(atPath: url(file).path) else {
          return ["\(node.shown): \(shown) can't be read"]
        }
        let text = String(decoding: data, as: UTF8.self)
        if file.last?.hasSuffix(".swift") == true {
          return SwiftImports(text).found.compactMap { found in
            guard !known.contains(found.module), let end = modules[found.module] else { return nil }
            return "\(node.shown) -> \(end.shown): \(shown):\(found.line) imports what its target does not depend on"
          } + calls(in: text, .swift, of: node, owner, shown)
        }
        return Includes(text).found.compactMap { found in
          guard let path = resolve(found.path, in: file, of: node), !owner.mayRead(path) else { return nil }
          let end = path.joined(separator: "/").shown
          return "\(node.shown) -> \(end): \(shown):\(found.line) includes what is not its own"
        } + calls(in: text, .c, of: node, owner, shown)
      }
    }
  }

  // Calls by name to a component of a higher layer. A test calls whom it likes.
  private func calls(
    in text: String, _ language: SourceText.Language, of node: Node, _ owner: Owner, _ file: String
  ) -> [String] {
    if node.isTest { return [] }
    return NamedCalls(text, language).found.compactMap { found in
      guard let end = owners[found.target], end.layer.rawValue > owner.layer.rawValue else { return nil }
      return "\(node.shown) -> \(end.name.shown) (\(end.layer)): \(file):\(found.line) names it; "
        + "a component may call components of its own layer or of one below"
    }
  }

  // The modules that a target may import: itself, and what it depends on by its manifest.
  private func reached(by node: Node) -> Set<String> {
    var known: Set = [node.module]
    for end in node.target.dependencies.compactMap(graph.ends).joined() {
      known.insert(end.module)
      // The kit shows the contract's types, so who has the one has the other.
      if end.place == .kit { known.insert("ComponentABI") }
    }
    return known
  }

  // What an include leads to, as far as that lies in the package.
  private func resolve(_ include: String, in file: [String], of node: Node) -> [String]? {
    let searched = node.target.settings.compactMap(\.kind.headerSearchPath?.path)
      .compactMap { [String](path: $0, from: node.path ?? []) }
    return ([file.dropLast()] + searched).compactMap { [String](path: include, from: Array($0)) }
      .first { FileManager.default.fileExists(atPath: url($0).path) }
  }

  private func files(of node: Node, in folder: [String]) -> [[String]] {
    let left =
      node.target.exclude.compactMap { [String](path: $0, from: folder) }
      + graph.nodes.compactMap(\.path).filter { $0 != folder }
    let taken = node.target.sources?.compactMap { [String](path: $0, from: folder) } ?? [folder]
    return walk(folder, leaving: left).filter { file in taken.contains { file.starts(with: $0) } }
  }

  // The sources in a folder, in order, and the links to folders.
  private func walk(_ folder: [String], leaving left: [[String]]) -> [[String]] {
    if linked(folder) != nil { return [folder] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url(folder).path)) ?? []
    return names.sorted().flatMap { name -> [[String]] in
      let path = folder + [name]
      if name.hasPrefix(".") || left.contains(path) { return [] }
      if url(path).hasDirectoryPath || isFolder(path) { return walk(path, leaving: left) }
      return Sources.kinds.contains(url(path).pathExtension.lowercased()) ? [path] : []
    }
  }

  private static let kinds: Set = ["swift", "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inc", "m", "mm", "s"]

  private func url(_ path: [String]) -> URL { graph.home.folder.appending(path: path.joined(separator: "/")) }

  private func isFolder(_ path: [String]) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url(path).path, isDirectory: &isFolder) && isFolder.boolValue
  }

  // Where a path really leads; nil where it is no link.
  private func linked(_ path: [String]) -> [String]? {
    let real = url(path).resolvingSymlinksInPath().path
    let root = graph.home.folder.resolvingSymlinksInPath().path + "/"
    guard real.hasPrefix(root), let inside = [String](path: String(real.dropFirst(root.count))) else { return [real] }
    return inside == path ? nil : inside
  }
}
