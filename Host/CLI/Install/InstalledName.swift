import ComponentHost
import ComponentKit

/// Which component of which folder a command means, and whether it only says what it would do.
struct InstalledName {
  let component: String
  let isDry: Bool
  private let named: String?

  init(_ arguments: Arguments, _ command: String) throws(Problem) {
    let words = arguments.words
    guard let name = words.first, (1...2).contains(words.count), !words.contains("") else {
      throw .usage(
        "\(command) needs a component's name, and perhaps a folder", help: "write host \(command) NAME [DIR]")
    }
    guard ComponentName.name(ofFile: "lib\(name).so") != nil else {
      throw .usage("\(quoted(name)) is no component's name", help: ComponentName.rule)
    }
    component = name
    named = words.count > 1 ? words[1] : nil
    isDry = arguments.has(.dryRun)
  }

  /// The folder that was named, or else the first one of the plugin folders that has it.
  func folder(
    _ context: Context, has: (InstallFolder) throws(Problem) -> Bool
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

  func places(_ context: Context) -> String { folders(context).map(quoted).joined(separator: ", ") }

  func absent(_ context: Context) -> Problem {
    var problem = Problem(
      .notFound, "no_such_component", "there is no component \(quoted(component)) in \(places(context))",
      help: ["see what there is with 'host list'"])
    let near = nearNames(to: component, among: Host(Settings(directories: folders(context))).names)
    problem.suggestions = near
    if !near.isEmpty { problem.help = [Problem.similar("component", near)] }
    return problem
  }

  private func folders(_ context: Context) -> [String] { named.map { [$0] } ?? context.settings.engine.directories }
}
