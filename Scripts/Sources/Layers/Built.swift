import Foundation

/// The components as they were built: what each says that it needs is an arrow, whether or not it imports a face.
struct Built {
  let graph: Graph
  /// The program that asks them.
  let host: URL
  /// Where their libraries lie.
  let folder: URL

  private struct Component: Decodable {
    struct Need: Decodable { let name: String }
    let needs: [Need]
  }

  var offences: [String] {
    get throws {
      let owners = graph.nodes.compactMap(\.place.owner)
      let layers = Dictionary(owners.map { ($0.name, $0.layer) }) { first, _ in first }
      return try Set(owners).sorted { ($0.layer.rawValue, $0.name) < ($1.layer.rawValue, $1.name) }
        .flatMap { owner -> [String] in
          try component(owner.name).needs.compactMap { need in
            guard let layer = layers[need.name], layer.rawValue > owner.layer.rawValue else { return nil }
            return "\(owner.name.shown) (\(owner.layer)) needs \(need.name.shown) (\(layer)): "
              + "a component may need components of its own layer or of one below"
          }
        }
    }
  }

  // As a caller of the host learns it. Its neighbours are not asked for: what it needs may itself be missing here.
  private func component(_ name: String) throws -> Component {
    guard FileManager.default.fileExists(atPath: folder.appending(path: "lib\(name).so").path) else {
      throw Complaint("\(name.shown) is not built: there is no lib\(name.shown).so in \(folder.path.shown)")
    }
    let process = Process()
    process.executableURL = host
    process.arguments = ["--trust-any", "--plugins", folder.path, "describe", name, "--json"]
    let out = Pipe()
    process.standardOutput = out
    try process.run()
    let said = out.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let component = try? JSONDecoder().decode(Component.self, from: said) else {
      throw Complaint("\(name.shown) can't be described; what is wrong stands above")
    }
    return component
  }
}
