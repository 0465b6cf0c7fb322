import ComponentHost

/// `host remove`: takes a component out of a plugin folder, and keeps it for `host rollback`.
struct RemoveCommand: Command {
  static let name = "remove"
  static let summary = "Take a component out of a plugin folder"
  static let help = Help.remove
  static let options: [Option] = [.dryRun]
  static let words: [WordKind] = [.component, .folder]

  private let meant: InstalledName

  init(_ arguments: Arguments) throws(Problem) { meant = try InstalledName(arguments, RemoveCommand.name) }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let component = meant.component
    let folder = try meant.folder(context) { (folder: InstallFolder) throws(Problem) in
      try folder.present(component) != nil
    }
    guard let folder else { throw meant.absent(context) }
    try folder.lock()
    guard try folder.present(component) != nil else { throw meant.absent(context) }
    let version = Installed.version(of: folder.file(component), component, context) ?? ""
    var done = Installed(.remove, component, folder, version: version, isDry: meant.isDry)
    if !meant.isDry { done.kept = folder.version(component, try folder.takeOut(component)) }
    return try done.print(context)
  }
}
