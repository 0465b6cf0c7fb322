import ComponentHost
import ComponentKit
import ComponentWorkers
import Glibc
import HostNative

/// The program `host`: finds the command, runs it, shows what went wrong.
package enum Program {
  static let program = HostProgram("host")

  static var commands: [any Command.Type] {
    [
      CallCommand.self, OpenCommand.self, RunCommand.self, ExplainCommand.self, RoutesCommand.self,
      DescribeCommand.self, GraphCommand.self, ListCommand.self, PardonCommand.self, InspectCommand.self,
      CheckCommand.self, InstallCommand.self, RemoveCommand.self, RollbackCommand.self, BindingsCommand.self,
      NewCommand.self, ServeCommand.self, MCPCommand.self, OpenAPICommand.self,
      CompletionsCommand.self,
      HelpCommand.self,
    ]
  }

  /// Runs the process's command line and returns its exit code.
  package static func main(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int32 {
    Process.prepare()
    let (texts, problem) = readArguments(count, arguments)
    if problem == nil, WorkerRole(arguments: [""] + texts) == .check { return CheckWorker.run() }
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
    if surroundings.isProcess {
      host_crash_over()
      Interrupt.endBySignal()
    }
    return exit
  }

  private static func run(_ arguments: [String], _ surroundings: Surroundings, _ hosts: OpenHosts) -> ExitCode {
    let console = surroundings.console
    let texts = arguments
    return run(texts, remarks: { Remarks(console, isJSON: $0) }) {
      (arguments: inout Arguments, remarks: Remarks) throws(Problem) -> ExitCode in
      try ClusterOptions.check(arguments)
      if let socket = arguments.value(.connect), surroundings.isProcess {
        try Connecting(socket, texts).run()
      }
      if arguments.has(.version) { return try console.print("\(program.name) \(program.version)\n") }
      let isForCluster = ClusterCommands.areMeant(arguments)
      guard let name = arguments.takeWord() else {
        if arguments.has(.help) { return try console.print(isForCluster ? ClusterCommands.help : Help.program) }
        if isForCluster {
          throw .usage("no command is given", help: "see the commands with 'host --cluster URL help'")
        }
        if remarks.isJSON { throw .usage("no command is given") }
        console.err.write(Help.usage)
        return .usage
      }
      let command = try isForCluster ? ClusterCommands.command(name) : command(name)
      if arguments.has(.help) { return try console.print(command.help) }
      try command.check(arguments)
      let settings = try HostSettings(arguments, console, remarks)
      let cluster = command == ServeCommand.self ? nil : try ClusterReach(arguments)
      defer { cluster?.end() }
      let context = Context(surroundings, remarks, settings, hosts, cluster)
      let exit = try command.init(arguments).run(context)
      // That the one call which was given up may still be under way need not be said; in a session others came after it.
      if exit == .timedOutOrCancelled, command != RunCommand.self { remarks.endBusy() }
      return exit
    }
  }

  /// Runs a command line, the process's own or one of a session, and shows what is wrong with it.
  ///
  /// - Parameter make: makes the line's remarks, which are JSON or not.
  static func run(
    _ arguments: [String], remarks make: (_ isJSON: Bool) -> Remarks,
    _ body: (inout Arguments, Remarks) throws(Problem) -> ExitCode
  ) -> ExitCode {
    do throws(Problem) {
      var parsed = try Arguments(arguments)
      let remarks = make(parsed.has(.json))
      do throws(Problem) {
        return try body(&parsed, remarks)
      } catch {
        remarks.show(error)
        return error.exit
      }
    } catch {
      make(Arguments.wantJSON(arguments)).show(error)
      return error.exit
    }
  }

  /// The command of a name.
  static func command(_ name: String) throws(Problem) -> any Command.Type {
    // For scripts only.
    if name == CompleteCommand.name { return CompleteCommand.self }
    let help =
      Session.commands.contains { $0.name == name }
      ? "it is a command of a session: begin one with 'host run'" : "see the commands with 'host --help'"
    return try command(name, among: commands, orElse: help)
  }

  static func command(
    _ name: String, among commands: [any Command.Type], orElse help: String
  ) throws(Problem) -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw .unknown("command", name, among: commands.map { $0.name }, orElse: help)
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
