import ComponentHost
import ComponentKit
import Glibc
import HostNative

/// The program `host`: finds the command, runs it, shows what went wrong.
package enum Program {
  static let program = HostProgram("host")

  static var commands: [any Command.Type] {
    [
      CallCommand.self, OpenCommand.self, ExplainCommand.self, DescribeCommand.self, ListCommand.self,
      InspectCommand.self, BindingsCommand.self, NewCommand.self, CompletionsCommand.self, HelpCommand.self,
    ]
  }

  /// Runs the process's command line and returns its exit code.
  package static func main(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int32 {
    Process.prepare()
    let (texts, problem) = readArguments(count, arguments)
    guard let problem else { return run(texts, Surroundings(.process, isProcess: true)).rawValue }
    Remarks(.process, isJSON: Arguments.wantJSON(texts)).show(problem)
    return problem.exit.rawValue
  }

  static func run(_ arguments: [String], _ surroundings: Surroundings) -> ExitCode {
    let hosts = OpenHosts()
    let exit = run(arguments, surroundings, hosts)
    // From here on components can only end, and some of it comes later than anything here: their destructors.
    if surroundings.isProcess, !hosts.areNone { Process.exitSoon(exit) }
    hosts.close()
    if surroundings.isProcess { host_crash_over() }
    return exit
  }

  private static func run(_ arguments: [String], _ surroundings: Surroundings, _ hosts: OpenHosts) -> ExitCode {
    let console = surroundings.console
    do throws(Problem) {
      var parsed = try Arguments(arguments)
      let remarks = Remarks(console, isJSON: parsed.has(.json))
      do throws(Problem) {
        return try run(&parsed, surroundings, remarks, hosts)
      } catch {
        remarks.show(error)
        return error.exit
      }
    } catch {
      Remarks(console, isJSON: Arguments.wantJSON(arguments)).show(error)
      return error.exit
    }
  }

  private static func run(
    _ arguments: inout Arguments, _ surroundings: Surroundings, _ remarks: Remarks, _ hosts: OpenHosts
  ) throws(Problem) -> ExitCode {
    let console = surroundings.console
    if arguments.has(.version) { return try console.print("\(program.name) \(program.version)\n") }
    guard let name = arguments.takeWord() else {
      if arguments.has(.help) { return try console.print(Help.program) }
      if remarks.isJSON { throw .usage("no command is given") }
      console.err.write(Help.usage)
      return .usage
    }
    let command = try command(name)
    if arguments.has(.help) { return try console.print(command.help) }
    for given in arguments.options where !command.takes(given.option) {
      throw .usage("'\(name)' takes no option \(given.option.name)", help: "see its options with 'host help \(name)'")
    }
    let settings = try HostSettings(arguments, console, remarks)
    return try command.init(arguments).run(Context(surroundings, remarks, settings, hosts))
  }

  /// The command of a name.
  static func command(_ name: String) throws(Problem) -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    // For scripts only.
    if name == CompleteCommand.name { return CompleteCommand.self }
    throw .unknown("command", name, among: commands.map { $0.name }, orElse: "see the commands with 'host --help'")
  }
}

/// Where the program runs: in a process of its own, or in a test.
struct Surroundings: Sendable {
  let console: Console
  /// Whether signals and exits are the program's own business.
  let isProcess: Bool
  /// Called with every host that a command makes: adds components that are linked in.
  let prepare: @Sendable (Host) -> Void

  init(_ console: Console, isProcess: Bool = false, prepare: @escaping @Sendable (Host) -> Void = { _ in }) {
    self.console = console
    self.isProcess = isProcess
    self.prepare = prepare
  }
}
