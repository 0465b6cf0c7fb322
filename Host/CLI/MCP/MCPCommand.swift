import ComponentDoors
import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc
import Synchronization

/// `host mcp`: answers one client of the Model Context Protocol over the standard streams.
struct MCPCommand: Command {
  static let name = "mcp"
  static let summary = "Be the tools of an assistant, over MCP"
  static let help = Help.mcp
  static let options =
    [Option.compatible, .timeout, .grace, .log, .threads, .calls, .targetCalls, .message] + PolicyOptions.all

  private let policy: PolicyOptions
  private let form: ServeLog.Form
  private let numbers: [Option: Int]
  private let limit: TimeLimit
  private let grace: TimeLimit

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage("mcp takes no \(quoted(word))", help: "see its options with 'host help mcp'")
    }
    policy = try PolicyOptions(arguments)
    form = try ServeOptions.form(arguments)
    numbers = try ServeOptions.numbers([.threads, .calls, .targetCalls, .message], arguments)
    limit = try TimeLimit(arguments)
    grace =
      try arguments.value(.grace).map { text throws(Problem) in try TimeLimit(text, of: .grace) }
      ?? TimeLimit(text: "1", duration: .seconds(1))
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    // Before anything of a component runs: what it reads or prints are not the client's messages.
    let streams = try ClientStreams.take()
    do throws(SystemFault) { try ServeSignals.listen() } catch {
      throw Problem(.failed, "no_signals", "can't listen to signals: \(systemReason(error.number))")
    }
    var context = context
    try context.take(policy)
    let log = ServeLog(context.console, form)
    log.hear(&context.settings.engine)
    // One that is missing may still come.
    for place in context.settings.places where place.fault != nil {
      log.write(.warning, "no_folder", "nothing can be found in \(place)")
    }
    context.settings.engine.watches = true
    let host = context.makeHost(timeLimit: limit.duration, tellsAdded: true, checksReplies: nil)
    let faults = StreamFaults()
    let door = MCPDoor(host, settings(streams, log, faults))
    do throws(DoorFault) { try door.start() } catch { throw Problem(error) }
    let reloads = Reloads(look: { host.refresh() })
    while ServeSignals.next(within: nil) != .end { reloads.ask() }
    door.stop(within: grace.duration ?? .seconds(1 << 30))
    log.flush()
    return faults.areAny.load(ordering: .acquiring) ? .failed : .ok
  }

  // Whether a stream could not be used.
  private final class StreamFaults: Sendable { let areAny = Atomic(false) }

  private func settings(_ streams: ClientStreams, _ log: ServeLog, _ faults: StreamFaults) -> MCPDoor.Settings {
    var settings = MCPDoor.Settings()
    (settings.input, settings.output) = (streams.input, streams.output)
    settings.callTime = limit.duration
    if let number = numbers[.threads] { settings.threadLimit = number }
    if let number = numbers[.calls] { settings.callLimit = number }
    if let number = numbers[.targetCalls] { settings.targetCallLimit = number }
    if let number = numbers[.message] { settings.messageLimit = number }
    settings.tell = { event in
      if event.kind == DoorEvent.notRead || event.kind == DoorEvent.notWritten {
        faults.areAny.store(true, ordering: .releasing)
      }
      log.write(event)
    }
    settings.ended = { ServeSignals.end() }
    return settings
  }
}
