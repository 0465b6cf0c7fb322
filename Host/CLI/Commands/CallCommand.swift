import ComponentHost
import ComponentKit

/// `host call`: calls an action and prints its reply.
struct CallCommand: Command {
  static let name = "call"
  static let summary = "Call an action and print its reply"
  static let help = Help.call
  static let options: [Option] = [.params, .timeout]
  static let words: [WordKind] = [.target, .action, .parameter]

  private let target: String
  private let action: String
  private let items: [CallParameters.Item]
  /// What `--params` says: JSON, or "-" for the standard input.
  private let whole: String?
  private let limit: TimeLimit

  init(_ arguments: Arguments) throws(Problem) {
    let words = arguments.words
    guard words.count >= 2 else {
      throw .usage(
        words.isEmpty
          ? "call needs a target and an action" : "call needs an action behind the target \(quoted(words[0]))",
        help: "write host call TARGET ACTION [key=text | key:=json]...")
    }
    target = words[0]
    action = words[1]
    var items: [CallParameters.Item] = []
    for word in words.dropFirst(2) { items.append(try CallParameters.Item(word)) }
    self.items = items
    whole = arguments.value(.params)
    limit = if let text = arguments.value(.timeout) { try TimeLimit(text) } else { .standard }
  }

  func run(_ context: Context) throws(Problem) -> ExitCode {
    do throws(Problem) {
      let parameters = try CallParameters(items, whole: readWhole(context))
      let host = context.makeHost(timeLimit: limit.duration)
      let result = call(host, parameters, context)
      return try finish(host, result, context)
    } catch {
      var problem = error
      problem.target = target
      problem.action = action
      throw problem
    }
  }

  private func readWhole(_ context: Context) throws(Problem) -> Fields {
    guard let whole else { return [:] }
    guard whole == "-" else { return try JSONText(whole, of: "--params").map() }
    switch context.console.readInput() {
    case .bytes(let bytes): return try JSONText(bytes, of: "the standard input").map()
    case .failure(let number):
      throw Problem(.failed, "input", "can't read the standard input: \(systemReason(number))")
    }
  }

  private func call(_ host: Host, _ parameters: CallParameters, _ context: Context) -> Result<Value, Problem> {
    let cancellation = Cancellation(host.mediator)
    let watch = context.surroundings.isProcess ? makeWatch(cancellation, context) : nil
    watch?.start()
    let end = limit.duration.map { Deadline(after: $0) }
    let result = Result { () throws(Failure) in
      try host.mediator.call(
        target, action, parameters.fields, loose: parameters.loose, fromJSON: true, timeLimit: limit.duration,
        cancellation: cancellation, progress: context.remarks.progress)
    }
    watch?.end()
    context.remarks.endProgress()
    let isLate = end?.hasPassed == true && watch?.isInterrupted != true
    return result.mapError { failure in
      if isLate, failure.code == .cancelled { return tooLate() }
      var problem = Problem(failure, target: target, action: action)
      if isLate, failure.code == .timedOut { problem.help.append(CallCommand.moreTime) }
      return problem
    }
  }

  private static let moreTime = "allow more with --timeout SECONDS"

  private func makeWatch(_ cancellation: Cancellation, _ context: Context) -> Watch {
    Watch(cancellation, limit: limit.duration, context.remarks) {
      var overrun = tooLate()
      overrun.message += ", and does not stop"
      return overrun
    }
  }

  private func tooLate() -> Problem {
    let failure = Failure(.timedOut, "", "\(target).\(action) did not reply within \(limit.text) s")
    var problem = Problem(failure, target: target, action: action)
    problem.help.append(CallCommand.moreTime)
    return problem
  }

  // The reply first: no component can hold it back by the way it shuts down.
  private func finish(_ host: Host, _ result: Result<Value, Problem>, _ context: Context) throws(Problem) -> ExitCode {
    let printed = Result { () throws(Problem) in
      try context.console.print(try bytes(try result.get(), context))
    }
    var exit = ExitCode.ok
    if case .failure(let problem) = printed {
      var problem = problem
      problem.target = target
      problem.action = action
      context.remarks.show(problem)
      exit = problem.exit
    }
    // A call that was given up may still be under way: that is known.
    if exit == .timedOutOrCancelled { context.remarks.endWarnings() }
    if context.surroundings.isProcess { Process.exitSoon(exit) }
    host.close(waiting: .milliseconds(500))
    return exit
  }

  private func bytes(_ reply: Value, _ context: Context) throws(Problem) -> [UInt8] {
    do throws(JSONWriteError) {
      return try Reply.bytes(reply, line: context.isJSON)
    } catch {
      throw Problem(.failed, "unwritable_reply", "the reply of \(target).\(action) can't be printed: \(error)")
    }
  }
}
