import ComponentDoors
import ComponentHost
import ComponentKit

/// `host serve`: answers over HTTP until it is told to end.
struct ServeCommand: Command {
  static let name = "serve"
  static let summary = "Answer over HTTP until it is told to end"
  static let help = Help.serve
  static let options = ServeOptions.all + PolicyOptions.all

  private let options: ServeOptions
  private let policy: PolicyOptions

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage("serve takes no \(quoted(word))", help: "write host serve [--listen ADDRESS]")
    }
    options = try ServeOptions(arguments)
    policy = try PolicyOptions(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    // Before anything is started that could inherit what is meant for this process.
    let manager = ServiceManager.take()
    let handed: [Int32]
    do throws(DoorFault) { handed = try HandedSockets.take() } catch { throw Problem(error) }
    var settings = try options.settings(handed: handed, context.console)
    var context = context
    try context.take(policy)
    let log = ServeLog(context.console, options.form)
    settings.tell = { log.write($0) }
    context.settings.engine.report = { log.write($0) }
    context.settings.engine.log = { log.write($0) }
    context.settings.engine.changed = { log.write($0) }
    context.settings.engine.watches = true
    do throws(SystemFault) { try ServeSignals.listen() } catch {
      throw Problem(.failed, "no_signals", "can't listen to signals: \(systemReason(error.number))")
    }
    let host = context.makeHost(timeLimit: settings.callTime, tellsAdded: true, checksReplies: nil)
    let door = HTTPDoor(host, settings)
    do throws(DoorFault) { try door.start() } catch { throw Problem(error) }
    serve(door, host, manager, log)
    return .ok
  }

  private func serve(_ door: HTTPDoor, _ host: Host, _ manager: ServiceManager, _ log: ServeLog) {
    let words = "listening at \(door.listening.joined(separator: ", "))"
    manager.isReady(words)
    // Twice as often as is asked for, since a little may come between.
    let pause = manager.watchdog.map { $0 / 2 }
    let refreshes = Crew(limit: 1)
    var next = pause.map { Deadline(after: $0) }
    while true {
      switch ServeSignals.next(within: next?.timeLeft) {
      case .end:
        manager.tell("STOPPING=1")
        // What the manager wants to hear until then it has heard.
        door.stop(within: options.grace.duration ?? .seconds(1 << 30))
        return log.write(.info, "stopped", "the service has ended")
      case .refresh:
        manager.isReloading()
        refreshes.bring(
          Refreshed {
            host.refresh()
            manager.isReady(words)
          })
      case nil:
        // Of a door that hangs nothing is told: then the manager starts the service again.
        if let pause {
          if door.isAlive(within: pause / 2) { manager.tell("WATCHDOG=1") }
          next = Deadline(after: pause)
        }
      }
    }
  }
}

/// One look at the folders that was asked for.
private final class Refreshed: CrewJob {
  private let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  func work() { body() }
}
