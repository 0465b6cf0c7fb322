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
      return try context.console.print(context.session == nil ? Help.program : Session.help)
    }
    // Those of a session are explained outside of one, too.
    let isOfProgram = context.session == nil && !Session.commands.contains { $0.name == command }
    let known = try isOfProgram ? Program.command(command) : Session.command(command)
    return try context.console.print(known.help)
  }
}
