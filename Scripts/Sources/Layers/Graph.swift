import Foundation

/// A target with the place it lies in.
struct Node {
  let target: Dump.Target
  let place: Place
  /// Nil where the manifest names no folder.
  let path: [String]?
  /// Nil for a target of the package that is checked.
  let package: String?

  init(_ target: Dump.Target, in home: Home, of package: String? = nil) {
    self.target = target
    self.package = package
    path = target.path.flatMap { [String](path: $0, from: home.above) }
    place = path.map(Place.init) ?? .elsewhere("")
  }

  var isTest: Bool { target.type == "test" }

  /// What an import calls it.
  var module: String {
    String(target.name.map { $0.isASCII && !$0.isLetter && !$0.isNumber && $0 != "_" ? "_" : $0 })
  }

  /// `Notes (shared)`.
  var shown: String {
    let words = [isTest ? "a test" : place.remark] + (package.map { ["of \($0.shown)"] } ?? [])
    return "\(target.name.shown) (\(words.joined(separator: " ")))"
  }
}

/// Where the paths of a package begin: in its own folder, or in the one above if the package is itself the folder
/// `Plugins`.
struct Home {
  let folder: URL
  /// What stands before the paths of its manifest.
  let above: [String]

  init(of package: URL) {
    let isPlugins = package.lastPathComponent == "Plugins"
    folder = isPlugins ? package.deletingLastPathComponent() : package
    above = isPlugins ? ["Plugins"] : []
  }
}

/// A package and the packages beside it, as far as they lie on this machine's disk by the manifest's word.
struct Graph {
  let home: Home
  let dump: Dump
  let nodes: [Node]
  private let neighbours: [(dependency: Neighbour, dump: Dump, nodes: [Node])]

  init(of package: URL) throws(Complaint) {
    let home = Home(of: package)
    self.home = home
    dump = try Dump(of: package)
    nodes = dump.targets.map { Node($0, in: home) }
    var neighbours: [(Neighbour, Dump, [Node])] = []
    for dependency in dump.dependencies {
      guard let path = dependency.path else { continue }
      let package = URL(filePath: path, directoryHint: .isDirectory)
      let dump = try Dump(of: package)
      let home = Home(of: package)
      let nodes = dump.targets.map { Node($0, in: home, of: dependency.name ?? dependency.identity) }
      neighbours.append((dependency, dump, nodes))
    }
    self.neighbours = neighbours
  }

  /// The targets that a dependency leads to; nil for a product of a package that has to be fetched to be looked into.
  func ends(of dependency: Dependency) -> [Node]? {
    if dependency.package == nil, let node = nodes.first(where: { $0.target.name == dependency.name }) { return [node] }
    for (neighbour, dump, nodes) in neighbours where dependency.package.map(neighbour.isCalled) ?? true {
      guard let product = dump.products.first(where: { $0.name == dependency.name }) else { continue }
      return nodes.filter { product.targets.contains($0.target.name) }
    }
    return nil
  }

  /// Every module that a source might import although its target does not depend on it.
  var modules: [String: Node] {
    Dictionary((nodes + neighbours.flatMap(\.nodes)).map { ($0.module, $0) }) { own, _ in own }
  }
}
