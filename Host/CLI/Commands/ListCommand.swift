import ComponentHost
import ComponentKit

/// `host list`: what lies in the plugin folders.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "List the components in the plugin folders"
  static let help = Help.list
  static let options: [Option] = [.targets, .generations, .why, .timeout]

  private let loads: Bool
  private let isOfGenerations: Bool
  private let isOfCrashes: Bool
  private let limit: TimeLimit

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage("list takes no \(quoted(word))", help: "name the folder with --plugins DIR")
    }
    loads = arguments.has(.targets)
    isOfGenerations = arguments.has(.generations)
    isOfCrashes = arguments.has(.why)
    if loads, isOfGenerations {
      throw .usage("list shows targets or generations, not both", help: "leave out --targets or --generations")
    }
    if isOfCrashes, loads || isOfGenerations {
      throw .usage("list --why shows crashes only", help: "leave out \(loads ? "--targets" : "--generations")")
    }
    limit = try TimeLimit(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    if isOfCrashes { return try listCrashes(context) }
    let host = context.makeHost(describesOnly: true)
    if isOfGenerations { return try listGenerations(host, context) }
    var missed: Problem?
    let miss = { (folder: String, reason: String) in
      missed = Problem(
        .failed, "folder_not_readable", "the folder \(quoted(folder)) can't be listed: \(reason)")
    }
    let rows =
      try loads
      ? context.loading(limit) { host.listDescribed(missed: miss).map { ListRow($0, $1, loadedBy: host) } }
      : host.list(missed: miss).map { ListRow($0) }
    let places = context.settings.places
    let misnamed = context.settings.misnamed(places)
    if misnamed == nil, context.isJSON ? context.settings.areNamed : !rows.isEmpty {
      for place in places where place.fault != nil { warn(place, context) }
    }
    if context.isJSON {
      try context.console.print(Value.list(rows.map { $0.json(withTargets: loads) }).jsonLine)
    } else if rows.isEmpty, missed == nil, misnamed == nil {
      tellNothing(places, context)
    } else if !rows.isEmpty {
      try context.console.print(loads ? ListText.targets(rows) : ListText.table(rows))
    }
    if let missed = missed ?? ListCommand.unopened(rows) ?? misnamed { throw missed }
    return .ok
  }

  private func listGenerations(_ host: Host, _ context: Context) throws(Problem) -> ExitCode {
    let generations = host.generations
    if context.isJSON {
      return try context.console.print(Value.list(generations.map(\.json)).jsonLine)
    }
    if generations.isEmpty { context.remarks.tell("nothing is loaded\n") }
    return try context.console.print(generations.isEmpty ? "" : ListText.generations(generations))
  }

  // A file is not refused where only the process itself has no room for it.
  private static func unopened(_ rows: [ListRow]) -> Problem? {
    for row in rows {
      guard case .refused(let refusal) = row.state, refusal.isOfProcess else { continue }
      return Problem(
        .failed, refusal.reason, "\(quoted(row.file)) can't be looked at: \(refusal.message)",
        help: refusal.help.map { [$0] } ?? [])
    }
    return nil
  }

  private func warn(_ place: Place, _ context: Context) {
    context.remarks.warn("no_folder", "nothing can be found in \(place)")
  }

  private func tellNothing(_ places: [Place], _ context: Context) {
    var text = "no components found\n"
    for place in places { text += "  looked in \(shown("\(place)", lineBreaks: false))\n" }
    if !context.settings.areNamed {
      text +=
        paint("help:", .cyan, context.console.isColoured) + " name the folder of your components with --plugins DIR\n"
    }
    context.remarks.tell(text)
  }
}
