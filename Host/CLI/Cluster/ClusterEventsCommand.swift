import ComponentCluster
import ComponentHost
import ComponentKit

/// `events`, in a cluster: the events that cross it, a line each as it happens.
struct ClusterEventsCommand: Command {
  static let name = "events"
  static let summary = "Show events that cross the cluster"
  static let help = Help.clusterEvents
  static let options: [Option] = []

  private let names: [String]

  init(_ arguments: Arguments) throws(Problem) {
    var names: [String] = []
    for name in arguments.words where !names.contains(name) { names.append(name) }
    self.names = names
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let client = try context.ofCluster().client()
    let heard: HeardEvents
    do throws(SystemFault) { heard = try HeardEvents() } catch {
      throw Problem(.failed, "no_events", "can't hear events: \(systemReason(error.number))")
    }
    let (remarks, unread) = (context.remarks, Flag())
    let isHeard = client.hear(names) { event in
      guard let event else { return unread.isSet = true }
      heard.add(HeardEvent(event: event.event, value: event.value, lost: 0, host: event.host))
    }
    guard isHeard else {
      throw .usage("an event is named as Library.changed is, not \(names.map(quoted).joined(separator: " "))")
    }
    client.whenConnectionChanges { isThere in
      let words =
        isThere ? "a broker is connected again" : "the broker is lost: what is told until there is one is missed"
      remarks.warn(isThere ? "connected" : "connection_lost", words)
    }
    while !context.console.outIsClosed.isSet, !Interrupt.isTerminated {
      for notice in heard.next() { try EventsCommand.print(notice, context) }
      if unread.isSet {
        unread.isSet = false
        remarks.warn("invalid_event", "something was sent as an event that is none, and is passed over")
      }
    }
    return .ok
  }
}

extension Help {
  static let clusterEvents = """
    events - \(Help.clause(ClusterEventsCommand.summary))

    USAGE
      host --cluster URL events [NAME]... [OPTIONS]

      A line for each event that hosts tell the cluster from now on: its name, and
      what is said of it as JSON. Without a name it is all of them. It goes on until
      Ctrl-C, also where the broker is lost and there again: a warning says so, and
      what was told meanwhile is missed. Where too many wait to be printed, the
      oldest are lost, and a warning says how many.

    EXAMPLES
      host --cluster nats://127.0.0.1:4222 events
      host --cluster nats://127.0.0.1:4222 events Library.changed --json

    \(ClusterCommands.options)

    JSON
      A line for each event: an object with the keys event, value, lost (how many
      events were lost just before this one) and host (who has told it).

    """
}
