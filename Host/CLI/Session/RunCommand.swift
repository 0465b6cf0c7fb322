import ComponentHost
import ComponentKit
import Glibc

/// `host run`: takes command lines from a file, a pipe or a person, one after the other, in one process.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Run commands line by line, in one process"
  static let help = Help.run
  static let options = [.compatible] + PolicyOptions.all
  static let words: [WordKind] = [.file]

  /// Nil for the standard input.
  private let script: String?
  private let policy: PolicyOptions

  init(_ arguments: Arguments) throws(Problem) {
    let form = "write host run [SCRIPT|-]"
    guard arguments.words.count <= 1 else { throw .usage("run takes one file of commands at most", help: form) }
    guard arguments.words.first != "" else { throw .usage("the name of the file of commands is empty", help: form) }
    script = arguments.words.first == "-" ? nil : arguments.words.first
    policy = try PolicyOptions(arguments)
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    var context = context
    try context.take(policy)
    let stream = try opened()
    defer { if script != nil { close(stream.number) } }
    // Each line brings a limit of its own.
    let session = Session(context.makeHost(timeLimit: nil, tellsAdded: true), context, readsInput: script == nil)
    let isTyped = isatty(stream.number) == 1 && context.console.err.columns != nil
    if context.surroundings.isProcess {
      Interrupt.listenToTermination()
      if !isTyped { Interrupt.endBetweenCalls() }
    }
    return RunCommand.run(session, LineReader(stream), context.console, isTyped)
  }

  private static func run(_ session: Session, _ lines: LineReader, _ console: Console, _ isTyped: Bool) -> ExitCode {
    var lines = lines
    var first = ExitCode.ok
    var number = 0
    while !session.isOver, !console.outIsClosed.isSet, !Interrupt.isTerminated {
      let line = next(&lines, isTyped ? console : nil)
      number += 1
      let place = isTyped ? nil : number
      let exit: ExitCode
      switch line {
      case .bytes(let bytes): exit = session.run(number == 1 ? bytes.withoutMark : bytes, number: place)
      case .tooLong:
        exit = session.refuse(.usage("the line has more than \(LineReader.limit) bytes"), number: place)
      case .interrupted: continue
      case .failure(let fault):
        let problem = Problem(.failed, "input", "can't read the commands: \(systemReason(fault))")
        exit = session.refuse(problem, number: place)
        session.end()
      case .end: return first
      }
      if first == .ok { first = exit }
    }
    return first
  }

  // The next line, asked for where a person types it. Ctrl-C then begins a new one.
  private static func next(_ lines: inout LineReader, _ console: Console?) -> LineReader.Line {
    // Where lines are not typed only what ends the session ends the wait for one.
    guard let console else { return lines.next(unless: Interrupt.termination < 0 ? nil : Interrupt.termination) }
    Interrupt.listenAtPrompt()
    console.err.write("host> ")
    let line = lines.next(unless: Interrupt.signals)
    if line != .interrupted { Interrupt.letGo() }
    // The cursor still stands behind the prompt.
    if line == .interrupted || line == .end { console.err.write("\n") }
    return line
  }

  private func opened() throws(Problem) -> Stream {
    guard let script else { return Stream(number: 0) }
    let file = open(script, O_RDONLY | O_CLOEXEC)
    if file >= 0 { return Stream(number: file) }
    throw errno == ENOENT
      ? Problem(.notFound, "no_such_file", "no file named \(quoted(script))")
      : Problem(.failed, "input", "can't read \(quoted(script)): \(systemReason(errno))")
  }
}

extension [UInt8] {
  /// Some editors begin a text with a byte order mark, which is no part of its first line.
  fileprivate var withoutMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}
