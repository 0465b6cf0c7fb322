import ComponentHost
import ComponentKit
import ComponentWorkers

/// `host pardon`: lifts the quarantine of a component.
struct PardonCommand: Command {
  static let name = "pardon"
  static let summary = "Lift the quarantine of a component"
  static let help = Help.pardon
  static let options: [Option] = []
  static let words: [WordKind] = [.target]

  private let component: String

  init(_ arguments: Arguments) throws(Problem) {
    guard let name = arguments.words.first else {
      throw .usage("pardon needs a component's name", help: "see what is in quarantine with 'host list --why'")
    }
    if arguments.words.count > 1 { throw .usage("pardon takes one name, not \(quoted(arguments.words[1])) as well") }
    guard ComponentName.isValid(name.utf8) else {
      throw .usage("\(quoted(name)) is no component's name", help: ComponentName.rule)
    }
    component = name
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    if context.session == nil, context.settings.engine.stateDirectory == nil {
      throw .usage("there is nothing to lift without a state folder", help: "name the host's with --state DIR")
    }
    var isLifted = context.settings.crashes.pardon(component)
    if let folder = try context.stateFolder() {
      do throws(Refusal) { if try folder.pardon(component) { isLifted = true } } catch { throw Problem(ofState: error) }
    }
    guard isLifted else {
      throw Problem(
        .notFound, "no_crashes", "there is nothing against \(quoted(component))",
        help: ["see what has crashed with 'host list --why'"])
    }
    context.remarks.tell("\(component) is started again when it is called\n")
    return .ok
  }
}

extension Context {
  /// The state folder, where one was named.
  func stateFolder() throws(Problem) -> StateFolder? {
    guard let path = settings.engine.stateDirectory else { return nil }
    do throws(Refusal) { return try StateFolder(path) } catch { throw Problem(ofState: error) }
  }
}

extension Problem {
  /// What is wrong with a state folder.
  init(ofState refusal: Refusal) {
    self.init(.failed, refusal.reason, refusal.message, help: refusal.help.map { [$0] } ?? [])
  }
}
