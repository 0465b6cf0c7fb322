import ComponentHost
import Glibc

/// `host complete SHELL -- LINE [BREAKS]`: what may stand at the end of a command line, for the scripts that
/// `host completions` prints.
///
/// No command for people: neither the help nor completion itself names it, and what it prints may change with the
/// scripts. LINE is the command line up to the cursor as it was typed, BREAKS bash's COMP_WORDBREAKS. The first line of
/// the output says what follows:
///
///     names      words, one in a line; in zsh and fish each may be followed by a tab and a few words about it
///     parts      the same, to be gone on with behind them
///     files      the beginning of a file's path, then what the word has before the path
///     folders    the same for a folder
struct CompleteCommand: Command {
  static let name = "complete"
  static let summary = "Say what may stand at the end of a command line"
  static let help = """
    host complete - \(Help.clause(summary))

      For the scripts that 'host completions' prints.

    """
  static let options: [Option] = []

  private let shell: Shell
  private let line: String
  private let breaks: String

  init(_ arguments: Arguments) throws(Problem) {
    let words = arguments.words
    guard (2...3).contains(words.count) else {
      throw .usage("complete needs a shell and a line", help: "write host complete SHELL -- LINE [BREAKS]")
    }
    shell = try Shell(word: words[0])
    line = words[1]
    breaks = words.count > 2 ? words[2] : ""
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let line = ShellLine(line, breaks: breaks, environment: context.console.environment)
    // Which file the output goes to is no matter of any host's.
    if !line.isRedirection, context.surroundings.isProcess,
      let socket = (try? Arguments(Array(line.words.dropFirst())))?.value(.connect)
    {
      return try complete(by: socket, context)
    }
    let out: any Output = context.surroundings.isProcess ? Process.silence() : context.console.out
    let end = limit(line, out, context)
    defer { end?.lift() }
    if line.isRedirection {
      out.write(Candidates.paths(line.current, isFolder: false).text(for: shell, kept: line.kept))
      return .ok
    }
    let completion = Completion(words: Array(line.words.dropFirst()), current: line.current, context)
    out.write((completion?.candidates ?? .none).text(for: shell, kept: line.kept))
    return .ok
  }

  // What a cluster has is not waited for for long.
  private func limit(_ line: ShellLine, _ out: any Output, _ context: Context) -> HardEnd? {
    guard context.surroundings.isProcess, let arguments = try? Arguments(Array(line.words.dropFirst())),
      ClusterCommands.areMeant(arguments)
    else { return nil }
    let nothing = Candidates.none.text(for: shell, kept: "")
    return try? HardEnd(after: CompleteCommand.patience, .ok) { out.write(nothing) }
  }

  // How long a person waits for a host that does not answer.
  private static let patience = Duration.milliseconds(500)

  // A line that has a running host do something is completed by that host. Where there is none, or it does not answer soon,
  // nothing is known: what lies in this process's own folders is another host's.
  private func complete(by socket: String, _ context: Context) throws(Problem) -> ExitCode {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    for number in [0, 2] as [Int32] { dup2(null, number) }
    close(null)
    let console = context.console
    let nothing = Candidates.none.text(for: shell, kept: "")
    let end = try? HardEnd(after: CompleteCommand.patience, .ok) { console.out.write(nothing) }
    let answer = Connecting(socket, [CompleteCommand.name, shell.rawValue, "--", line, breaks]).output()
    end?.lift()
    return try console.print(answer ?? Array(nothing.utf8))
  }
}
