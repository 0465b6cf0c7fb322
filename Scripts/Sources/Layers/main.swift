import Foundation

// Checks the layers of a package's components, and the folders of an engine: see Scripts/layers.

func report(_ line: String) { FileHandle.standardError.write(Data("error: \(line)\n".utf8)) }

do {
  let graph = try Graph(of: URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory).standardizedFileURL)
  let owners = Set(graph.nodes.compactMap(\.place.owner))
  var offences = Rules(graph: graph).offences + Sources(graph).offences
  if CommandLine.arguments.count > 2 {
    offences += try Folders(URL(filePath: CommandLine.arguments[2], directoryHint: .isDirectory)).offences
  }
  for offence in offences { report(offence) }
  guard offences.isEmpty else { exit(1) }
  guard !owners.isEmpty else {
    throw Complaint("the package '\(graph.dump.name.shown)' has no target below Plugins, so there is nothing to check")
  }
  let layers = Set(owners.map(\.layer)).count
  func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
  print(
    "layers: \(count(owners.count, "component")) in \(count(layers, "layer"))",
    owners.count == 1 ? "keeps the rules" : "keep the rules")
} catch {
  report((error as? Complaint)?.text ?? "\(error)")
  exit(1)
}
