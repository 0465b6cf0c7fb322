import ComponentHost
import ComponentKit
import ComponentWorkers

/// How the host shall behave, as the options and the environment say.
struct HostSettings: Sendable {
  var engine: Settings
  /// Which components have crashed in processes of their own.
  let crashes = CrashBook()
  /// Whether the folders were named; else it is the default one.
  let areNamed: Bool
  /// Whether the command line names them, and not only the environment.
  let areTyped: Bool

  /// The folders: those of `--plugins`, or else those of `HOST_PLUGINS`, or else `./lib`.
  init(_ arguments: Arguments, _ console: Console, _ remarks: Remarks) throws(Problem) {
    var directories = arguments.values(.plugins)
    areTyped = !directories.isEmpty
    if directories.contains("") {
      throw .usage("the option --plugins needs a folder's name", help: "write --plugins DIR")
    }
    if directories.isEmpty, let variable = console.environment("HOST_PLUGINS") {
      directories = variable.utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
    }
    areNamed = !directories.isEmpty
    if directories.isEmpty { directories = ["./lib"] }
    var settings = Settings(directories: directories.map(HostSettings.withoutSlash))
    settings.trustsAny = arguments.has(.trustAny)
    settings.loadsInPlace = arguments.has(.inPlace)
    settings.stateDirectory = try HostSettings.state(arguments)
    if !arguments.has(.noCache) { settings.cacheDirectory = CacheLocation.folder(console.environment) }
    if arguments.has(.compatible) { settings.upgrades = .compatible }
    let isolated = arguments.values(.isolate)
    if !isolated.isEmpty { settings.isolation = isolated.contains("") ? .all : .some(Set(isolated)) }
    settings.isolator = WorkerProcesses(crashes: crashes)
    settings.confines = arguments.has(.confine)
    // For tests of what older kernels can do.
    if let limit = console.environment("HOST_TEST_LANDLOCK").flatMap({ Int($0) }) { settings.landlockLimit = limit }
    settings.report = { (Remarks.ofThread ?? remarks).warn($0) }
    settings.log = { (Remarks.ofThread ?? remarks).log($0) }
    settings.program = Program.program
    engine = settings
  }

  // Looked at before anything is loaded: what is kept there decides what may be.
  private static func state(_ arguments: Arguments) throws(Problem) -> String? {
    guard let path = arguments.value(.state) else { return nil }
    if path.isEmpty { throw .usage("the option --state needs a folder's name", help: "write --state DIR") }
    do throws(Refusal) {
      _ = try StateFolder(path)
    } catch {
      throw Problem(.usage, error.reason, error.message, help: error.help.map { [$0] } ?? [])
    }
    return path
  }

  // "lib/" is "lib": file names are put together from it.
  private static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}
