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
    var settings = Settings(directories: [folder.path])
    if self == .isolated {
      settings.isolation = .all
      settings.isolator = WorkerProcesses(program: Place.host)
    }
    return settings
  }

  /// What the program is given before its command.
  var options: [String] { self == .isolated ? ["--isolate"] : [] }
}
