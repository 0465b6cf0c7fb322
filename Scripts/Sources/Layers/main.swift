import Foundation

// Checks the layers of a package's components, and the folders of an engine: see Scripts/layers.

func report(_ line: String) { FileHandle.standardError.write(Data("error: \(line)\n".utf8)) }

// PACKAGE [--engine FOLDER] [--built FOLDER HOST]
func folder(_ path: String) -> URL { URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL }

func values(behind option: String, _ count: Int) -> [String]? {
  guard let place = CommandLine.arguments.firstIndex(of: option) else { return nil }
  return Array(CommandLine.arguments[(place + 1)...].prefix(count))
}

do {
  let graph = try Graph(of: folder(CommandLine.arguments[1]))
  let owners = Set(graph.nodes.compactMap(\.place.owner))
  var offences = Rules(graph: graph).offences + Sources(graph).offences
  if let engine = values(behind: "--engine", 1) { offences += try Folders(folder(engine[0])).offences }
  let built = values(behind: "--built", 2).map {
    Built(graph: graph, host: URL(filePath: $0[1]), folder: folder($0[0]))
  }
  // Of a manifest that is wrong there is nothing to ask.
  if offences.isEmpty, let built { offences += try built.offences }
  for offence in offences { report(offence) }
  guard offences.isEmpty else { exit(1) }
  guard !owners.isEmpty else {
    throw Complaint("the package '\(graph.dump.name.shown)' has no target below Plugins, so there is nothing to check")
  }
  let layers = Set(owners.map(\.layer)).count
  func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
  print(
    "layers: \(count(owners.count, "component")) in \(count(layers, "layer"))",
    owners.count == 1 ? "keeps the rules" : "keep the rules",
    terminator: built == nil ? "\n" : ", also in what they need as they were built\n")
} catch {
  report((error as? Complaint)?.text ?? "\(error)")
  exit(1)
}
