/// `host help`: how the program or one of its commands is used.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "Print how a command is used"
  static let help = Help.help
  static let options: [Option] = []
  static let words: [WordKind] = [.command]

  private let command: String?

  init(_ arguments: Arguments) throws(Problem) {
    guard arguments.words.count <= 1 else {
      throw .usage("help explains one command at a time", help: "write host help COMMAND")
    }
    command = arguments.words.first
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    guard let command else {
      let help = context.cluster == nil ? Help.program : ClusterCommands.help
      return try context.console.print(context.session?.help ?? help)
    }
    return try context.console.print(try known(command, context).help)
  }

  // Those of a session, and those of a running host, are explained outside as well.
  private func known(_ command: String, _ context: Context) throws(Problem) -> any Command.Type {
    if let session = context.session { return try session.command(command) }
    if context.cluster != nil { return try ClusterCommands.command(command) }
    let isOfSession = Session.commands.contains { $0.name == command }
    if isOfSession { return try Session.command(command) }
    let isOfProgram = Program.commands.contains { $0.name == command }
    if !isOfProgram, let known = ControlDoor.commands.first(where: { $0.name == command }) { return known }
    return try Program.command(command)
  }
}
