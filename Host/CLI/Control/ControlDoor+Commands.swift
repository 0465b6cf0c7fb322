import ComponentHost
import ComponentKit

// What a running host does for its owner.
extension ControlDoor {
  static var commands: [any Command.Type] {
    [
      CallCommand.self, OpenCommand.self, ExplainCommand.self, RoutesCommand.self, DescribeCommand.self,
      OpenAPICommand.self, ListCommand.self, BindingsCommand.self, RefreshCommand.self, RunningRollbackCommand.self,
      PardonCommand.self,
      TopCommand.self, EventsCommand.self, QuitCommand.self, HelpCommand.self,
    ]
  }

  static func command(_ name: String) throws(Problem) -> any Command.Type {
    // For scripts only.
    if name == CompleteCommand.name { return CompleteCommand.self }
    let isElsewhere = Program.commands.contains { $0.name == name }
    return try Program.command(
      name, among: commands,
      orElse: isElsewhere
        ? "'\(name)' needs no host that runs: leave --connect out"
        : "see the commands with 'host --connect SOCKET help'")
  }

  static let help = """
    USAGE
      host --connect SOCKET COMMAND [OPTIONS]

      The host that runs does it, and prints as it would be printed without:

    \(list)

      Files that the command line names are yours: they lie below your current
      folder. What is set for the whole host is set where it is started. Ctrl-C
      gives up your call, and leaves the host as it is; where the action does not
      stop, a second Ctrl-C, or the end of the time, leaves it alone. What the host
      or a component says meanwhile is yours to read, if it is said on the thread
      that does your command, and is else in the host's log.

    EXIT CODES
    \(Help.exitCodes)

    """

  private static let list = ListText.aligned(
    [
      ["  call TARGET ACTION [key=text]...", CallCommand.summary], ["  open URL", OpenCommand.summary],
      ["  explain URL | TARGET ACTION", ExplainCommand.summary], ["  routes", RoutesCommand.summary],
      ["  describe TARGET [ACTION]", DescribeCommand.summary], ["  openapi", OpenAPICommand.summary],
      ["  list", ListCommand.summary], ["  bindings TARGET", BindingsCommand.summary],
      ["  refresh", RefreshCommand.summary],
      ["  rollback NAME", RunningRollbackCommand.summary], ["  pardon NAME", PardonCommand.summary],
      ["  top", TopCommand.summary], ["  events [NAME]...", EventsCommand.summary], ["  quit", QuitCommand.summary],
      ["  help COMMAND", HelpCommand.summary],
    ], rightAligned: []
  ).dropLast()
}
