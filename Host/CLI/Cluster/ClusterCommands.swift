import ComponentHost
import ComponentKit

/// What is done in a cluster by `host --cluster URL`.
enum ClusterCommands {
  static var all: [any Command.Type] {
    [
      CallCommand.self, ClusterListCommand.self, ClusterDescribeCommand.self, ClusterExplainCommand.self,
      ClusterTopCommand.self, ClusterEventsCommand.self, HelpCommand.self,
    ]
  }

  /// Whether a command line is for a cluster: of `serve` the option says where it answers.
  static func areMeant(_ arguments: Arguments) -> Bool {
    arguments.has(.cluster) && arguments.words.first != ServeCommand.name
  }

  static func command(_ name: String) throws(Problem) -> any Command.Type {
    // For scripts only.
    if name == CompleteCommand.name { return CompleteCommand.self }
    if !all.contains(where: { $0.name == name }) {
      let ofHost = ControlDoor.commands.contains { $0.name == name }
      if ofHost || Program.commands.contains(where: { $0.name == name }) {
        throw .usage(
          "'\(name)' is not done in a cluster",
          help: ofHost
            ? "have one host do it that runs: 'host --connect SOCKET \(name)' on its machine"
            : "it needs none: leave --cluster out")
      }
    }
    return try Program.command(name, among: all, orElse: "see the commands with 'host --cluster URL help'")
  }

  static let help = """
    USAGE
      host --cluster URL COMMAND [OPTIONS]

      The hosts of a cluster do it that the broker at URL has, such as
      nats://127.0.0.1:4222, and the output is as it would be on one of them:

    \(list)

      No component is in this process, no folder is looked at and nothing is loaded
      here: a component has in the cluster what it has open to callers from outside.
      Which hosts are there nobody knows before they answer: they have a second for
      the first answer, a quarter of one behind each for the next, and two seconds
      in all; who is later is left out. Where no broker lets the process in within
      one and a half seconds it fails with 4, and the reason is 'unreachable'.

    \(options)

    EXIT CODES
    \(Help.exitCodes)

    """

  /// What every command takes in a cluster.
  static let options = """
    OPTIONS, before or after the command
      --cluster URL   Where a broker is; may be given several times, of which one is
                      enough
    \(ClusterOptions.help)
      --json          One line of JSON on stdout; errors and warnings as one line
                      of JSON each on stderr
      --help          Print this
    """

  private static let list = ListText.aligned(
    [
      ["  call TARGET ACTION [key=text]...", CallCommand.summary], ["  list", ClusterListCommand.summary],
      ["  describe TARGET [ACTION]", ClusterDescribeCommand.summary],
      ["  explain TARGET [ACTION]", ClusterExplainCommand.summary], ["  top", ClusterTopCommand.summary],
      ["  events [NAME]...", ClusterEventsCommand.summary], ["  help COMMAND", HelpCommand.summary],
    ], rightAligned: []
  ).dropLast()
}

extension Context {
  /// The cluster that the command is done in.
  func ofCluster() throws(Problem) -> ClusterReach {
    if let cluster { return cluster }
    throw .usage("the command is done in a cluster only", help: "write host --cluster URL")
  }
}
