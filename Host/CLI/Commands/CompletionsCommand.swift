/// `host completions`: a script that makes a shell complete the program's command lines.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "Print a script for completion in a shell"
  static let help = Help.completions
  static let options: [Option] = []
  static let words: [WordKind] = [.oneOf(Shell.allCases.map(\.rawValue))]

  private let shell: Shell

  init(_ arguments: Arguments) throws(Problem) {
    guard let word = arguments.words.first, arguments.words.count == 1 else {
      throw .usage("completions needs one shell", help: "write host completions bash|zsh|fish")
    }
    shell = try Shell(word: word)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode { try context.console.print(shell.script) }
}
