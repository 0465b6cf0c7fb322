import ComponentCluster
import ComponentDoors
import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc

/// `host serve`: answers over HTTP until it is told to end.
struct ServeCommand: Command {
  static let name = "serve"
  static let summary = "Answer over HTTP until it is told to end"
  static let help = Help.serve
  static let options = [.compatible] + ServeOptions.all + PolicyOptions.all

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
    do throws(SystemFault) { try ServeSignals.listen() } catch {
      throw Problem(.failed, "no_signals", "can't listen to signals: \(systemReason(error.number))")
    }
    // Before anything is started that could inherit what is meant for this process.
    let manager = ServiceManager.take()
    let handed: [Int32]
    do throws(DoorFault) { handed = try HandedSockets.take() } catch { throw Problem(error) }
    var settings = try options.settings(handed: handed, context.console)
    var context = context
    try context.take(policy)
    let log = ServeLog(context.console, options.form)
    settings.tell = { log.write($0) }
    settings.crashes = { [crashes = context.settings.crashes] in
      crashes.all.reduce(into: [:]) { $0[$1.component, default: 0] += $1.count }
    }
    log.hear(&context.settings.engine)
    // One that is missing may still come.
    for place in context.settings.places where place.fault != nil {
      log.write(.warning, "no_folder", "nothing can be found in \(place)")
    }
    context.settings.engine.watches = true
    let host = context.makeHost(timeLimit: settings.callTime, tellsAdded: true, checksReplies: nil)
    if context.surroundings.isProcess { Process.tellCrashes(log) }
    let cluster = options.cluster.map { ClusterService(host, $0, log) }
    settings.samples = { cluster?.samples ?? [] }
    let door = HTTPDoor(host, settings)
    let figures: @Sendable () -> [ActionSample] = { ActionSample.together(door.samples, cluster?.samples ?? []) }
    let control = try options.control(context.console, log)
    // Ahead of the door that others use, so that none of them is answered by a host that can't begin.
    var console: ConsoleDoor?
    do throws(Problem) {
      console = try options.console.map { settings throws(Problem) in
        try ConsoleDoor(host, settings, figures: figures, log)
      }
      do throws(DoorFault) { try door.start() } catch { throw Problem(error) }
    } catch {
      console?.stop()
      control?.close()
      throw error
    }
    do throws(Problem) { try cluster?.start() } catch {
      door.stop(within: .zero)
      console?.stop()
      control?.close()
      throw error
    }
    let controlDoor = try control.map { listener throws(Problem) in try begin(listener, figures, host, context) }
    for address in console?.addresses ?? [] { log.write(.info, "console", "the owner's page is \(address)") }
    serve(door, controlDoor, console, cluster, host, manager, log)
    return .ok
  }

  private func begin(
    _ listener: Listener, _ figures: @escaping @Sendable () -> [ActionSample], _ host: Host, _ context: Context
  ) throws(Problem) -> ControlDoor {
    let serving = Serving(quit: { kill(getpid(), SIGTERM) }, figures: figures)
    do throws(SystemFault) {
      let control = try ControlDoor(host, context, listener: listener, serving)
      if control.start() { return control }
      throw SystemFault(number: EAGAIN)
    } catch {
      listener.close()
      throw Problem(.failed, "no_control", "can't serve the control socket: \(systemReason(error.number))")
    }
  }

  private func serve(
    _ door: HTTPDoor, _ control: ControlDoor?, _ console: ConsoleDoor?, _ cluster: ClusterService?, _ host: Host,
    _ manager: ServiceManager, _ log: ServeLog
  ) {
    let words = "listening at \(door.listening.joined(separator: ", "))"
    manager.isReady(words)
    // Twice as often as is asked for, since a little may come between.
    let pause = manager.watchdog.map { $0 / 2 }
    let reloads = Reloads(
      look: { host.refresh() }, begins: { manager.isReloading() }, ends: { manager.isReady(words) })
    var next = pause.map { Deadline(after: $0) }
    while true {
      switch ServeSignals.next(within: next?.timeLeft) {
      case .end:
        reloads.end()
        manager.tell("STOPPING=1")
        // What the manager wants to hear until then it has heard.
        let limit = options.grace.duration ?? .seconds(1 << 30)
        let grace = Deadline(after: limit)
        control?.close()
        cluster?.beginStop(within: limit)
        // The page shows the end of the others' calls; what is asked there is no part of the service.
        door.stop(within: limit)
        cluster?.waitForStop()
        console?.stop()
        control?.stop(until: grace)
        log.write(.info, "stopped", "the service has ended")
        return log.flush()
      case .refresh: reloads.ask()
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
