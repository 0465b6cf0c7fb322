import ComponentHost
import ComponentKit
import ComponentWorkers
import TestThreads

/// A host whose components have processes of their own, and one of these that stumbles where it is told to.
struct StumbleScene: Sendable {
  let folder: Folder
  let host: Host
  private let crashes = CrashBook()
  private let said = Guarded<[String]>([])

  /// - Parameter others: further fixtures.
  init(_ stumble: String = "", _ others: String..., change: (inout Settings) -> Void = { _ in }) {
    folder = Folder("stumbles", "good")
    for other in others { folder.put(other) }
    var settings = Settings(directories: [folder.path])
    settings.isolation = .all
    settings.isolator = WorkerProcesses(program: Place.host, crashes: crashes)
    settings.quarantine = Quarantine(crashes: 0)
    settings.hangLimit = .milliseconds(300)
    // Nothing else is to take so long on a busy machine.
    settings.stepLimit = .seconds(4)
    settings.report = { [said] report in said.withLock { $0.append(report.message) } }
    change(&settings)
    host = Host(settings)
    stumbles(stumble)
  }

  /// From now on it stumbles there: "place way".
  func stumbles(_ stumble: String) { folder.write(stumble, as: "stumbles") }

  /// Whether it has.
  var hasStumbled: Bool { folder.has("stumbled") }

  func call(
    _ action: String, of target: String = "Stumbles", _ parameters: Fields = [:], within limit: Duration? = nil
  ) -> Failure? {
    failure { () throws(Failure) in try host.mediator.call(target, action, parameters, timeLimit: limit) }
  }

  /// How its processes have ended that were not to.
  var ends: [String] { crashes.all.flatMap { $0.crashes.map(\.how) } }

  /// What was told to no caller.
  var reports: [String] { said.withLock { $0 } }

  /// Whether one answers.
  var isThere: Bool { host.generations.contains { $0.name == "Stumbles" && $0.state == .live } }

  /// How many processes it has had.
  var count: Int { host.generations.count { $0.name == "Stumbles" } }
}
