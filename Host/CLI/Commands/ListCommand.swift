import ComponentHost
import ComponentKit

/// `host list`: what lies in the plugin folders.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "List the components in the plugin folders"
  static let help = Help.list
  static let options: [Option] = [.targets]

  private let loads: Bool

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage("list takes no \(quoted(word))", help: "name the folder with --plugins DIR")
    }
    loads = arguments.has(.targets)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let host = context.makeHost()
    let listed = host.list()
    let rows = listed.map { loads ? ListRow($0, loadedBy: host) : ListRow($0) }
    let places = context.settings.settings.directories.map(Place.init)
    if context.isJSON {
      for place in places where place.fault != nil && context.settings.areNamed { warn(place, context) }
      try context.console.print(Value.list(rows.map { $0.json(withTargets: loads) }).jsonLine)
    } else if rows.isEmpty {
      tellNothing(places, context)
    } else {
      for place in places where place.fault != nil { warn(place, context) }
      try context.console.print(loads ? ListText.targets(rows) : ListText.table(rows))
    }
    host.close(waiting: .seconds(1))
    return .ok
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
