import ComponentHost
import ComponentKit
import ComponentWorkers

extension ListCommand {
  /// Which components have crashed in processes of their own: in this session, and what the state folder has of others.
  func listCrashes(_ context: Context) throws(Problem) -> ExitCode {
    if let directory = context.settings.engine.cacheDirectory, let fault = Host.fault(ofCache: directory) {
      context.remarks.warn(fault.reason, fault.message)
    }
    var builds = context.settings.crashes.all
    if let folder = try context.stateFolder() {
      // What was lifted there by another process is lifted.
      builds = folder.builds { context.remarks.warn($0.reason, $0.message) }
    }
    if context.isJSON { return try context.console.print(Value.list(builds.map(\.value)).jsonLine) }
    if builds.isEmpty {
      context.remarks.tell("no component has crashed\n")
      if context.session == nil, context.settings.engine.stateDirectory == nil {
        context.remarks.tell("help: name the host's state folder with --state DIR\n")
      }
      return .ok
    }
    return try context.console.print(ListText.crashes(builds))
  }
}

extension ListText {
  /// One line for each build, in columns.
  static func crashes(_ builds: [CrashedBuild]) -> String {
    var lines = [["NAME", "BUILD", "CRASHES", "LAST", "TIME", "STATE"]]
    for build in builds {
      let last = build.crashes.last
      lines.append([
        shown(build.component, lineBreaks: false), String(build.build.prefix(19)), "\(build.count)",
        shown(last?.how ?? "-", lineBreaks: false), last.map { "\(Timestamp(seconds: $0.time.seconds))" } ?? "-",
        build.isQuarantined ? "quarantined" : "started again",
      ])
    }
    return aligned(lines, rightAligned: [2])
  }
}
