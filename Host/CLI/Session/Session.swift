import ComponentHost
import ComponentKit
import Synchronization

/// A process that takes command lines one after the other, for the same components.
///
/// A line is what stands behind `host` in a shell, and is run by the same commands.
final class Session: Sendable {
  let host: Host
  /// Whether the lines come from the standard input.
  let readsInput: Bool
  /// The client for whom the host does its one command; nil where the process itself reads lines.
  let client: ControlClient?
  let serving: Serving
  private let context: Context
  private let over = Atomic(false)

  init(_ host: Host, _ context: Context, readsInput: Bool) {
    self.host = host
    self.context = context
    self.readsInput = readsInput
    client = nil
    serving = Serving()
  }

  /// One command of a client's.
  init(_ host: Host, _ context: Context, for client: ControlClient, _ serving: Serving) {
    (self.host, self.context, self.client, self.serving) = (host, context, client, serving)
    readsInput = false
  }

  /// Those of the program that make sense more than once, and the session's own.
  static var commands: [any Command.Type] {
    let outside: [any Command.Type] = [
      RunCommand.self, ServeCommand.self, MCPCommand.self, CompletionsCommand.self,
    ]
    return Program.commands.filter { command in !outside.contains { $0 == command } } + [
      RefreshCommand.self, ExitCommand.self,
    ]
  }

  static func command(_ name: String) throws(Problem) -> any Command.Type {
    let help =
      name == "quit"
      ? "end the session with 'exit'"
      : Program.commands.contains { $0.name == name }
        ? "it is no command of a session: run 'host \(name)' beside it" : "see the commands with 'help'"
    return try Program.command(name, among: commands, orElse: help)
  }

  /// The command of a name, among those that this session has.
  func command(_ name: String) throws(Problem) -> any Command.Type {
    if client == nil { return try Session.command(name) }
    return try ControlDoor.command(name)
  }

  /// How what is set for all commands is set.
  var beginning: String { client == nil ? "host run" : "host serve" }

  /// Whether no more lines are taken.
  var isOver: Bool { over.load(ordering: .relaxed) }

  func end() { over.store(true, ordering: .relaxed) }

  /// Runs one line.
  ///
  /// - Parameter number: the line's, for what is said of it; nil where a person types.
  func run(_ line: [UInt8], number: Int?) -> ExitCode {
    // What is said between two lines is of neither, such as a crash.
    defer {
      context.remarks.lineIsJSON.isSet = false
      if context.surroundings.isProcess { Process.tellCrashes(context.remarks, target: nil, action: nil) }
    }
    let remarks = { (isJSON: Bool) in
      self.context.remarks.lineIsJSON.isSet = isJSON
      return Remarks(self.context.remarks, isJSON: isJSON || self.context.isJSON, line: number)
    }
    let words: [String]
    do throws(Problem) {
      words = try Session.words(line)
    } catch {
      remarks(false).show(error)
      return error.exit
    }
    return Program.run(words, remarks: remarks) {
      (arguments: inout Arguments, remarks: Remarks) throws(Problem) -> ExitCode in
      try run(&arguments, remarks)
    }
  }

  /// Says that a line can't be run.
  func refuse(_ problem: Problem, number: Int?) -> ExitCode {
    Remarks(context.remarks, isJSON: context.isJSON, line: number).show(problem)
    return problem.exit
  }

  private static func words(_ line: [UInt8]) throws(Problem) -> [String] {
    guard line.withUnsafeBytes({ $0.isValidUTF8 }) else { throw .usage("the line is not valid UTF-8") }
    if line.contains(0) { throw .usage("the line has a NUL byte") }
    var words = try ShellLine.words(of: String(decoding: line, as: UTF8.self))
    // As a shell needs it, and as help and messages write it.
    if words.first == Program.program.name { words.removeFirst() }
    return words
  }

  /// Runs a line that was taken apart.
  func run(_ arguments: inout Arguments, _ remarks: Remarks) throws(Problem) -> ExitCode {
    let console = context.console
    guard let name = arguments.takeWord() else {
      if arguments.has(.help) { return try console.print(help) }
      if arguments.options.isEmpty { return .ok }
      throw .usage("the line has no command", help: "see the commands with 'help'")
    }
    let command = try command(name)
    if arguments.has(.help) { return try console.print(command.help) }
    try command.check(arguments)
    if let given = arguments.options.first(where: { Session.options.contains($0.option) }) {
      throw .usage(
        "the option \(given.option.name) is for the whole \(client == nil ? "session" : "host")",
        help: "start it with '\(beginning) \(given.option.name)'")
    }
    try ClusterOptions.check(arguments)
    // What a client sends names the host that it is sent to.
    if client == nil, let given = ([.connect] + ClusterOptions.all).first(where: arguments.has) {
      throw .usage(
        "the option \(given.name) is for a whole command, and a session's lines are run by its own host",
        help: "do it outside of 'host run'")
    }
    return try command.init(arguments).run(Context(context, remarks, in: self))
  }

  /// What the host has been made with.
  private static let options: [Option] =
    [.plugins, .trustAny, .inPlace, .isolate, .confine, .state, .noCache] + PolicyOptions.all
}
