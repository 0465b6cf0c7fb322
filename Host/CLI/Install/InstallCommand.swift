import ComponentHost
import ComponentKit
import Glibc

/// `host install`: checks a component's file, and puts it into a plugin folder.
struct InstallCommand: Command {
  static let name = "install"
  static let summary = "Check it, and put it into a plugin folder"
  static let help = Help.install
  static let options: [Option] = [.dryRun]
  static let words: [WordKind] = [.file, .folder]

  private let file: String
  private let folder: String?
  private let isDry: Bool

  init(_ arguments: Arguments) throws(Problem) {
    guard let file = arguments.words.first, (1...2).contains(arguments.words.count), !arguments.words.contains("")
    else {
      throw .usage("install needs one file, and perhaps a folder", help: "write host install FILE.so [DIR]")
    }
    self.file = file
    folder = arguments.words.count > 1 ? arguments.words[1] : nil
    isDry = arguments.has(.dryRun)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let checked = try CheckedFile(file, context.settings.engine)
    let folder = try InstallFolder(folder ?? context.settings.engine.directories.first ?? "./lib")
    if context.surroundings.isProcess { CheckCommand.hearSignals() }
    defer { context.remarks.endProgress() }
    let scratch = try CheckScratch(context.console)
    defer { scratch.remove() }
    guard let name = checked.name, checked.results.allSatisfy(\.findings.isEmpty) else {
      throw refused(checked.results.flatMap(\.findings))
    }
    // What is checked is what is installed, whatever becomes of the file meanwhile.
    try scratch.fill(file, name)
    let version = try judge(name, scratch, context)
    try checkBeside(checked.inspection, folder)
    try folder.lock()
    var done = Installed(.install, name, folder, version: version, isDry: isDry)
    if try folder.present(name) != nil {
      if Installed.areSame(folder.file(name), "\(scratch.plugins)/lib\(name).so") {
        done.isSame = true
        return try done.print(context)
      }
      done.replaced = Installed.version(of: folder.file(name), name, context) ?? ""
    }
    if !isDry {
      let kept = try folder.put("\(scratch.plugins)/lib\(name).so", name)
      done.kept = kept.map { folder.version(name, $0) }
      try confirm(name, folder, kept, context)
    }
    return try done.print(context)
  }

  // The version that it says it has.
  private func judge(_ name: String, _ scratch: CheckScratch, _ context: Context) throws(Problem) -> String {
    let neighbours = context.settings.engine.directories
    var run = try CheckCommand.quickRun(name, scratch, context, neighbours: neighbours)
    try run.run()
    let findings = run.results.flatMap(\.findings)
    guard findings.isEmpty, let component = run.component else { throw refused(findings) }
    return component.version
  }

  private func refused(_ findings: [CheckFinding]) -> Problem {
    let first = findings.first
    return Problem(
      .refused, first?.reason ?? "not_registered",
      "\(quoted(file)) is not installed: \(first?.message ?? "it does not register")",
      notes: findings.dropFirst().map(\.message), help: first?.help.map { [$0] } ?? [])
  }

  // Libraries that lie beside it do so in the folder that it comes from.
  private func checkBeside(_ inspection: Inspection, _ folder: InstallFolder) throws(Problem) {
    for library in inspection.libraries {
      guard case .beside(let path) = library.place, access("\(folder.path)/\(library.name)", F_OK) != 0 else {
        continue
      }
      throw Problem(
        .refused, "missing_library",
        "\(quoted(file)) is not installed: it needs \(quoted(library.name)), which lies beside it and not in \(quoted(folder.path))",
        help: [
          "put that there first: cp \(path.shellWord ?? quoted(path)) \(folder.path.shellWord ?? quoted(folder.path))"
        ])
    }
  }

  // A host has to take it there: the folder may be one that others can write to.
  private func confirm(_ name: String, _ folder: InstallFolder, _ kept: Int?, _ context: Context) throws(Problem) {
    let refusal: Refusal?
    do throws(Refusal) {
      refusal = try Inspection(file: folder.file(name), trustsAny: context.settings.engine.trustsAny).refusal
    } catch {
      refusal = error
    }
    guard let refusal else { return }
    if let kept { try folder.bringBack(name, kept) } else { _ = try folder.takeOut(name) }
    throw Problem(
      .refused, refusal.reason,
      "\(quoted(file)) is not installed: in \(quoted(folder.path)) a host refuses it: \(refusal.message)",
      help: refusal.help.map { [$0] } ?? [])
  }
}

/// `host remove`: takes a component out of a plugin folder, and keeps it for `host rollback`.
struct RemoveCommand: Command {
  static let name = "remove"
  static let summary = "Take a component out of a plugin folder"
  static let help = Help.remove
  static let options: [Option] = [.dryRun]
  static let words: [WordKind] = [.component, .folder]

  private let component: String
  private let folder: String?
  private let isDry: Bool

  init(_ arguments: Arguments) throws(Problem) {
    (component, folder) = try InstalledName.read(arguments, RemoveCommand.name)
    isDry = arguments.has(.dryRun)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let folder = try InstalledName.folder(folder, context) {
      (folder: InstallFolder) throws(Problem) in try folder.present(component) != nil
    }
    guard let folder else { throw InstalledName.absent(component, self.folder, context) }
    try folder.lock()
    guard try folder.present(component) != nil else { throw InstalledName.absent(component, self.folder, context) }
    var done = Installed(
      .remove, component, folder, version: Installed.version(of: folder.file(component), component, context) ?? "",
      isDry: isDry)
    if !isDry { done.kept = folder.version(component, try folder.takeOut(component)) }
    return try done.print(context)
  }
}

/// `host rollback`: puts the version before of a component back in its place.
struct RollbackCommand: Command {
  static let name = "rollback"
  static let summary = "Put the version before back in its place"
  static let help = Help.rollback
  static let options: [Option] = [.dryRun]
  static let words: [WordKind] = [.component, .folder]

  private let component: String
  private let folder: String?
  private let isDry: Bool

  init(_ arguments: Arguments) throws(Problem) {
    (component, folder) = try InstalledName.read(arguments, RollbackCommand.name)
    isDry = arguments.has(.dryRun)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let folder = try InstalledName.folder(folder, context) {
      (folder: InstallFolder) throws(Problem) in !folder.versions(component).isEmpty
    }
    guard let folder else { throw nothing(context) }
    try folder.lock()
    guard let number = folder.versions(component).last else { throw nothing(context) }
    let before = folder.version(component, number)
    var done = Installed(.rollback, component, folder, version: "", isDry: isDry)
    done.version = Installed.version(of: before, component, context) ?? ""
    if try folder.present(component) != nil {
      done.replaced = Installed.version(of: folder.file(component), component, context) ?? ""
    }
    if !isDry { try folder.bringBack(component, number) }
    return try done.print(context)
  }

  private func nothing(_ context: Context) -> Problem {
    Problem(
      .notFound, "no_earlier_version",
      "no earlier version of \(quoted(component)) is kept in \(InstalledName.places(folder, context))",
      help: ["'host install' and 'host remove' keep one; a file that was replaced by cp is not kept"])
  }
}

/// Which component of which folder is meant.
enum InstalledName {
  static func read(_ arguments: Arguments, _ command: String) throws(Problem) -> (String, String?) {
    guard let name = arguments.words.first, (1...2).contains(arguments.words.count), !arguments.words.contains("")
    else {
      throw .usage(
        "\(command) needs a component's name, and perhaps a folder", help: "write host \(command) NAME [DIR]")
    }
    guard ComponentName.name(ofFile: "lib\(name).so") != nil else {
      throw .usage("\(quoted(name)) is no component's name", help: ComponentName.rule)
    }
    return (name, arguments.words.count > 1 ? arguments.words[1] : nil)
  }

  /// The folder that was named, or else the first one of the plugin folders that has it.
  static func folder(
    _ named: String?, _ context: Context, has: (InstallFolder) throws(Problem) -> Bool
  ) throws(Problem) -> InstallFolder? {
    if let named {
      let folder = try InstallFolder(named)
      return try has(folder) ? folder : nil
    }
    for path in context.settings.engine.directories where fileExists(path) {
      let folder = try InstallFolder(path)
      if try has(folder) { return folder }
    }
    return nil
  }

  static func places(_ named: String?, _ context: Context) -> String {
    (named.map { [$0] } ?? context.settings.engine.directories).map(quoted).joined(separator: ", ")
  }

  static func absent(_ name: String, _ named: String?, _ context: Context) -> Problem {
    let folders = named.map { [$0] } ?? context.settings.engine.directories
    var problem = Problem(
      .notFound, "no_such_component", "there is no component \(quoted(name)) in \(places(named, context))",
      help: ["see what there is with 'host list'"])
    let near = nearNames(to: name, among: Host(Settings(directories: folders)).names)
    problem.suggestions = near
    if !near.isEmpty { problem.help = [Problem.similar("component", near)] }
    return problem
  }
}
