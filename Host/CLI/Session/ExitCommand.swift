import ComponentHost
import ComponentKit

/// `exit`, in a session: ends it.
struct ExitCommand: Command {
  static let name = "exit"
  static let summary = "End the session"
  static let help = Help.exit
  static let options: [Option] = []

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first {
      throw .usage(
        "exit takes no \(quoted(word))", help: "the session ends with the code of the first line that failed")
    }
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    context.session?.end()
    return .ok
  }
}
