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
    CheckCommand.hearSignals(context)
    defer { CheckCommand.letGo(context) }
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
      folder.prune(name)
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
    // It was loaded before it was put there, so all of its symbols are somewhere: what its libraries' starts bring is seen by
    // nobody who only looks.
    guard let refusal, refusal.reason != "undefined_symbol" else { return }
    do throws(Problem) { try folder.takeBack(name, kept) } catch {
      throw Problem(
        .failed, error.reason,
        "a host refuses \(quoted(folder.file(name))), which was put there just now: \(refusal.message)",
        notes: ["it can't be taken back: \(error.message)"]
          + (kept.map { ["what was there before is \(quoted(folder.version(name, $0)))"] } ?? []))
    }
    throw Problem(
      .refused, refusal.reason,
      "\(quoted(file)) is not installed: in \(quoted(folder.path)) a host refuses it: \(refusal.message)",
      help: refusal.help.map { [$0] } ?? [])
  }
}
