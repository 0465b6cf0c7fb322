import Foundation

/// A target with the place it lies in.
struct Node {
  let target: Dump.Target
  let place: Place
  /// Nil where the manifest names no folder.
  let path: [String]?
  /// Nil for a target of the package that is checked.
  let package: String?

  init(_ target: Dump.Target, of package: String? = nil) {
    self.target = target
    self.package = package
    path = target.path.flatMap { [String](path: $0) }
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

/// A package and the packages beside it, as far as they lie on this machine's disk by the manifest's word.
struct Graph {
  let folder: URL
  let dump: Dump
  let nodes: [Node]
  private let neighbours: [(dependency: Neighbour, dump: Dump)]

  init(of folder: URL) throws(Complaint) {
    self.folder = folder
    dump = try Dump(of: folder)
    nodes = dump.targets.map { Node($0) }
    var neighbours: [(Neighbour, Dump)] = []
    for dependency in dump.dependencies {
      guard let path = dependency.path else { continue }
      neighbours.append((dependency, try Dump(of: URL(filePath: path, directoryHint: .isDirectory))))
    }
    self.neighbours = neighbours
  }

  /// The targets that a dependency leads to; nil for a product of a package that has to be fetched to be looked into.
  func ends(of dependency: Dependency) -> [Node]? {
    if dependency.package == nil, let node = nodes.first(where: { $0.target.name == dependency.name }) { return [node] }
    for (neighbour, dump) in neighbours where dependency.package.map(neighbour.isCalled) ?? true {
      guard let product = dump.products.first(where: { $0.name == dependency.name }) else { continue }
      return dump.targets.filter { product.targets.contains($0.name) }.map {
        Node($0, of: neighbour.name ?? neighbour.identity)
      }
    }
    return nil
  }

  /// Every module that a source might import although its target does not depend on it.
  var modules: [String: Node] {
    let others = neighbours.flatMap { neighbour in
      neighbour.dump.targets.map { Node($0, of: neighbour.dependency.name ?? neighbour.dependency.identity) }
    }
    return Dictionary((nodes + others).map { ($0.module, $0) }) { own, _ in own }
  }
}
