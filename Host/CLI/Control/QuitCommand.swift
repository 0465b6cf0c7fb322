import ComponentHost
import ComponentKit

/// `quit`, of a running host: has it end as SIGTERM does.
struct QuitCommand: Command {
  static let name = "quit"
  static let summary = "End the host, once what it does is finished"
  static let help = Help.quit
  static let options: [Option] = []

  init(_ arguments: Arguments) throws(Problem) {
    if let word = arguments.words.first { throw .usage("quit takes no \(quoted(word))") }
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    context.session?.serving.quit()
    return .ok
  }
}

/// `rollback`, of a running host: the version before of a component answers again.
struct RunningRollbackCommand: Command {
  static let name = "rollback"
  static let summary = "Have the version before answer again"
  static let help = Help.runningRollback
  static let options: [Option] = [.timeout]
  static let words: [WordKind] = [.component]

  private let component: String
  private let limit: TimeLimit

  init(_ arguments: Arguments) throws(Problem) {
    guard let name = arguments.words.first, arguments.words.count == 1 else {
      throw .usage(
        arguments.words.isEmpty ? "rollback needs a component's name" : "rollback takes one name at a time",
        help: "see what there was with 'list --generations'")
    }
    guard ComponentName.isValid(name.utf8) else {
      throw .usage("\(quoted(name)) is no component's name", help: ComponentName.rule)
    }
    component = name
    limit = try TimeLimit(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    let host = context.makeHost(target: component)
    let change = try context.loading(limit) { () throws(Problem) in
      do throws(Refusal) {
        return try host.rollback(component)
      } catch {
        throw Problem(
          error.isOfNothingLoaded ? .notFound : .refused, error.reason, error.message,
          help: error.help.map { [$0] } ?? [])
      }
    }
    return try RefreshCommand.print([change], context)
  }
}

extension Help {
  static let quit = """
    quit - \(Help.clause(QuitCommand.summary))

    USAGE
      host --connect SOCKET quit

      The host takes no more requests, finishes those that it has, shuts its
      components down and ends, as by SIGTERM. It is not waited for.

    """

  static let runningRollback = """
    rollback - \(Help.clause(RunningRollbackCommand.summary))

    USAGE
      host --connect SOCKET rollback NAME [OPTIONS]

      The generation that answered before is loaded again, from the bytes that it
      was loaded from then, and takes the component's place. The file in the folder
      stays as it is, and counts again once it changes, if only by 'touch'. Rolled
      back once more, the component becomes what it was before that. 'host
      rollback', without --connect, brings back the file instead.

    ROLLBACK OPTIONS
      --timeout SECONDS
                      Wait no longer for it; 60 by default, 0 for ever

    JSON
      As that of refresh, with this one change.

    EXIT CODES
      0  it is done
      3  no such component is loaded, and none was
      4  there is no generation before, or it can't take the place
      7  it took too long

    """
}
