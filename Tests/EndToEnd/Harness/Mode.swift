import ComponentHost
import ComponentWorkers
import Testing

/// Where the code of components runs. What they do is the same.
enum Mode: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case inProcess = "in process"
  case isolated

  var testDescription: String { rawValue }

  /// Settings of a host with that folder. Its workers are the program `host`.
  func settings(_ folder: Folder) -> Settings {
    self == .isolated ? Mode.settings(isolated: folder.path, Place.host) : Settings(directories: [folder.path])
  }

  /// The same for a test in a process of its own, which has nothing but values.
  static func settings(isolated folder: String, _ program: String) -> Settings {
    var settings = Settings(directories: [folder])
    settings.isolation = .all
    settings.isolator = WorkerProcesses(program: program)
    return settings
  }

  /// What the program is given before its command.
  var options: [String] { self == .isolated ? ["--isolate"] : [] }
}
