import ComponentHost
import ComponentKit

/// `events`, of a running host: what components and the host say has happened, a line each as it happens.
struct EventsCommand: Command {
  static let name = "events"
  static let summary = "Show events as they are told"
  static let help = Help.events
  static let options: [Option] = []

  private let names: [String]

  init(_ arguments: Arguments) throws(Problem) {
    var names: [String] = []
    for name in arguments.words.isEmpty ? Host.ownEvents : arguments.words where !names.contains(name) {
      names.append(name)
    }
    self.names = names
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    guard let session = context.session, let client = session.client else { return .ok }
    let heard: HeardEvents
    do throws(SystemFault) { heard = try HeardEvents() } catch {
      throw Problem(.failed, "no_events", "can't hear events: \(systemReason(error.number))")
    }
    let observation: Observation
    do throws(Failure) {
      observation = try session.host.mediator.observe(names) {
        heard.add(HeardEvent(event: $0.event, value: $0.value, lost: $0.lost))
      }
    } catch {
      let exit: ExitCode = error.reason == "invalid_event" ? .usage : ExitCode(error.code)
      throw Problem(exit, error.reason, error.message, help: ["see a component's events with 'describe TARGET'"])
    }
    defer { observation.cancel() }
    while try client.goesOn() {
      for notice in heard.next() {
        try EventsCommand.print(notice, context)
        if context.console.outIsClosed.isSet { return .ok }
      }
    }
    return .ok
  }

  static func print(_ notice: HeardEvent, _ context: Context) throws(Problem) {
    if notice.lost > 0 { context.remarks.warn("events_lost", loss(notice.lost)) }
    try context.console.print(context.isJSON ? json(notice) : text(notice))
  }

  private static func loss(_ count: Int) -> String {
    count == 1
      ? "one event was lost: more came than could wait" : "\(count) events were lost: more came than could wait"
  }

  private static func text(_ notice: HeardEvent) -> [UInt8] {
    Array("\(shown(notice.event, lineBreaks: false)) ".utf8) + notice.value.jsonLine
  }

  private static func json(_ notice: HeardEvent) -> [UInt8] {
    var line: Fields = ["event": .text(notice.event), "value": notice.value, "lost": .int(notice.lost)]
    if let host = notice.host { line["host"] = .text(host) }
    return Value.map(line).jsonLine
  }
}

extension Help {
  // Three a line.
  private static let ownEvents = stride(from: 0, to: Host.ownEvents.count, by: 3).map { place in
    Host.ownEvents[place...].prefix(3).joined(separator: ", ")
  }.joined(separator: ",\n        ")

  static let events = """
    events - \(Help.clause(EventsCommand.summary))

    USAGE
      host --connect SOCKET events [NAME]... [OPTIONS]

      A line for each event from now on: its name, and what is said of it as JSON.
      Without a name it is what becomes of components:

        \(ownEvents)

      It goes on until Ctrl-C, or until the host ends, which is an error (7). Who
      publishes need not be there yet, and waits for no reader: where too many wait
      to be printed, the oldest are lost, and a warning says how many.

    EXAMPLES
      host --connect SOCKET events
      host --connect SOCKET events Library.changed --json | jq .value

    JSON
      A line for each event: an object with the keys event, value and lost (how
      many events were lost just before this one).

    """
}
