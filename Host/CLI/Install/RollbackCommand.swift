import ComponentHost
import ComponentKit

/// `host rollback`: puts the version before of a component back in its place.
struct RollbackCommand: Command {
  static let name = "rollback"
  static let summary = "Put the version before back in its place"
  static let help = Help.rollback
  static let options: [Option] = [.dryRun]
  static let words: [WordKind] = [.component, .folder]

  private let meant: InstalledName

  init(_ arguments: Arguments) throws(Problem) { meant = try InstalledName(arguments, RollbackCommand.name) }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let component = meant.component
    let folder = try meant.folder(context) { (folder: InstallFolder) throws(Problem) in
      !folder.versions(component).isEmpty
    }
    guard let folder else { throw nothing(context) }
    try folder.lock()
    guard let number = folder.versions(component).last else { throw nothing(context) }
    let before = folder.version(component, number)
    var done = Installed(.rollback, component, folder, version: "", isDry: meant.isDry)
    done.version = Installed.version(of: before, component, context) ?? ""
    if try folder.present(component) != nil {
      done.replaced = Installed.version(of: folder.file(component), component, context) ?? ""
    }
    if !meant.isDry { try folder.bringBack(component, number) }
    return try done.print(context)
  }

  private func nothing(_ context: Context) -> Problem {
    Problem(
      .notFound, "no_earlier_version",
      "no earlier version of \(quoted(meant.component)) is kept in \(meant.places(context))",
      help: [
        "'host install' and 'host remove' keep one; a file that was replaced by cp is not kept",
        "a host that runs has what it loaded before: 'host --connect SOCKET rollback \(meant.component)'",
      ])
  }
}
