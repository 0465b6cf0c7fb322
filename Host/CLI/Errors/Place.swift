import ComponentHost
import ComponentKit

/// A plugin folder as a message shows it: `./lib (no such folder)`.
struct Place: CustomStringConvertible {
  let path: String
  /// Why nothing can be found there.
  let fault: String?

  init(_ path: String) {
    self.path = path
    fault = folderFault(path)
  }

  var description: String { fault.map { "\(path) (\($0))" } ?? path }
}

extension HostSettings {
  var places: [Place] { engine.directories.map(Place.init) }

  /// What is wrong with the folders that were named. One that somebody has typed is meant to be there; of those in the
  /// environment one is enough.
  func misnamed(_ places: [Place]) -> Problem? {
    guard areNamed else { return nil }
    let missing = places.filter { $0.fault != nil }
    guard let first = missing.first, areTyped || missing.count == places.count else { return nil }
    return Problem(
      .notFound, "no_folder", "nothing can be found in \(first)", notes: missing.dropFirst().map { "nor in \($0)" },
      help: ["name the folder of your components with --plugins DIR"],
      details: ["folders": .list(missing.map { .text($0.path) })])
  }
}
