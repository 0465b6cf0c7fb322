import ComponentHost
import ComponentKit
import ComponentWorkers

/// `host inspect`: what a component's file says without being run, and what the loader would say of it.
struct InspectCommand: Command {
  static let name = "inspect"
  static let summary = "Look into a file without running it"
  static let help = Help.inspect
  static let options: [Option] = []
  static let words: [WordKind] = [.file]

  private let file: String

  init(_ arguments: Arguments) throws(Problem) {
    guard let file = arguments.words.first, arguments.words.count == 1, !file.isEmpty else {
      throw .usage("inspect needs one file", help: "write host inspect FILE.so")
    }
    self.file = file
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    guard fileExists(file) else { throw Problem(.notFound, "no_such_file", "no file named \(quoted(file))") }
    var inspection: Inspection
    let settings = context.settings.engine
    do throws(Refusal) {
      inspection = try Inspection(
        file: file, trustsAny: settings.trustsAny, inPlace: settings.loadsInPlace, directories: settings.directories)
    } catch {
      throw Problem(
        .refused, error.reason, "\(quoted(file)) can't be inspected: \(error.message)",
        help: error.help.map { [$0] } ?? [])
    }
    if inspection.refusal == nil { inspection.refusal = quarantine(context) }
    let report = InspectReport(inspection)
    if context.isJSON {
      try context.console.print(report.json.jsonLine)
    } else {
      try context.console.print(report.text)
    }
    return inspection.refusal == nil ? .ok : .refused
  }

  // Of what runs in a process of its own.
  private func quarantine(_ context: Context) -> Refusal? {
    let settings = context.settings.engine
    guard let component = ComponentToIsolate(lookingAt: file, settings), settings.isolates(component.name) else {
      return nil
    }
    return context.settings.crashes.refusal(of: component)
  }
}
