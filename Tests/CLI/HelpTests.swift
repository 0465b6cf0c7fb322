import ComponentHost
import TestSchemas
import Testing

@testable import HostCLI

@Suite struct HelpTests {
  static let texts =
    [Help.program, Help.usage, Session.help, Help.refresh, Help.exit, ControlDoor.help, ClusterCommands.help]
    + (Program.commands + ControlDoor.commands + ClusterCommands.all).map { $0.help }

  @Test(arguments: texts) func `a help text fits on a terminal`(text: String) {
    #expect(text.hasSuffix("\n"))
    for line in text.split(separator: "\n") {
      #expect(columns(of: String(line)) <= 80)
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test func `what a help says of JSON has a schema: a session has those of its lines, and OpenAPI has its own`() {
    let sections = (Program.commands + Session.commands + ControlDoor.commands).filter { $0.help.contains("\nJSON\n") }
    #expect(sections.count > 10)
    for command in sections where command != RunCommand.self && command != OpenAPICommand.self {
      #expect(Published.schema(of: [command.name, "--dry-run", "--json"]) != nil, "\(command.name)")
    }
  }

  @Test func `every command has its help, by option and by command`() {
    for command in Program.commands {
      #expect(run(command.name, "--help") == Ran(.ok, out: command.help))
      #expect(run("--help", command.name, "x") == Ran(.ok, out: command.help))
      #expect(run("help", command.name) == Ran(.ok, out: command.help))
      #expect(command.help.hasPrefix("host \(command.name) - "))
      #expect(Help.program.contains("\n  \(command.name) "))
      #expect(Help.program.contains(command.summary))
    }
  }

  @Test func `a session names all its commands, and each has its help there`() {
    let script = TemporaryFile(Session.commands.map { "help \($0.name)\n" }.joined() + "help\n")
    #expect(run("run", script.path) == Ran(.ok, out: Session.commands.map { $0.help }.joined() + Session.help))
    for command in Session.commands { #expect(Session.help.contains("\n  \(command.name) ")) }
  }

  @Test func `what a running host does for its owner is named, and each command has its help`() {
    for command in ControlDoor.commands {
      #expect(ControlDoor.help.contains("\n  \(command.name) "))
      #expect(command.help.hasPrefix("\(command.name) - ") || command.help.contains(" \(command.name) - "))
      // What the program has as well is explained as that outside of a running host.
      if Program.commands.contains(where: { $0.name == command.name }) { continue }
      #expect(run("help", command.name).out == command.help)
    }
  }

  @Test func `what a cluster does is named, and each command has its help there`() {
    for command in ClusterCommands.all {
      #expect(ClusterCommands.help.contains("\n  \(command.name) "))
      #expect(run("--cluster", "nats://127.0.0.1:1", "help", command.name) == Ran(.ok, out: command.help))
      #expect(run("--cluster", "nats://127.0.0.1:1", command.name, "--help") == Ran(.ok, out: command.help))
      for option in ClusterOptions.all {
        #expect(command == HelpCommand.self || command.help.contains("\n  \(option.name) "))
      }
      for option in command.options { #expect(command.help.contains("\n  \(option.name) "), "\(option)") }
      guard command.help.contains("\nJSON\n") else { continue }
      #expect(Published.schema(of: ["--cluster", "x", command.name, "--json"]) != nil, "\(command.name)")
    }
    #expect(run("--cluster", "nats://127.0.0.1:1", "--help") == Ran(.ok, out: ClusterCommands.help))
    #expect(run("--cluster", "nats://127.0.0.1:1", "help") == Ran(.ok, out: ClusterCommands.help))
  }

  @Test func `every option is explained where it is taken`() {
    for command in Program.commands where command.name != "help" {
      for option in Option.common + command.options { #expect(command.help.contains("\n  \(option.name) ")) }
    }
    for option in Option.common + [.version] { #expect(Help.program.contains("\n  \(option.name) ")) }
  }

  @Test func `the policy that is shown can be read, and reaches what it names`() throws {
    let begin = try #require(Help.policy.ranges(of: "{\"schemes\"").first).lowerBound
    let end = try #require(Help.policy.ranges(of: "}}\n").last).upperBound
    let policy = try Policy(json: Array(Help.policy[begin..<end].utf8))
    #expect(policy.routes.count == 1 && policy.aliases.count == 1 && policy.interceptors.count == 3)
    #expect(policy.confinements.count == 1 && policy.shown.metrics && policy.shown.events.count == 1)
    for target in policy.routes.map(\.target) + policy.aliases.values {
      #expect(policy.allowedTargets?.contains(target) == true)
    }
  }

  @Test func `a summary begins small behind its command, and keeps its capitals`() {
    #expect(Help.open.hasPrefix("host open - open a URL, as a caller from outside\n"))
  }

  @Test func `every exit code is explained`() {
    for code in ExitCode.allCases { #expect(Help.program.contains("\n  \(code.rawValue)  \(code.summary)\n")) }
  }

  @Test func `the program's own help is printed with or without the command`() {
    #expect(run("--help") == Ran(.ok, out: Help.program))
    #expect(run("-h") == Ran(.ok, out: Help.program))
    #expect(run("help") == Ran(.ok, out: Help.program))
    #expect(run("--version") == Ran(.ok, out: "host 0.1.0\n"))
  }

  @Test func `without a command the usage is an error`() {
    #expect(run() == Ran(.usage, err: Help.usage))
    #expect(run("--plugins", "x") == Ran(.usage, err: Help.usage))
  }

  @Test func `the usage names every command`() {
    for command in Program.commands { #expect(Help.usage.contains("\n  host \(command.name)"), "\(command.name)") }
  }
}
