import ComponentHost
import ComponentKit

/// One call of the program: watched over while it runs, its reply printed, its failure shown.
struct TimedCall: Sendable {
  /// As they were given; a URL has neither.
  var target: String?
  var action: String?
  /// What is called, for messages.
  let name: String
  let limit: TimeLimit
  /// How the reply is printed.
  let form: ReplyForm

  init(target: String, action: String, limit: TimeLimit, _ form: ReplyForm) {
    self.target = target
    self.action = action
    name = "\(target).\(action)"
    (self.limit, self.form) = (limit, form)
  }

  init(key: String, limit: TimeLimit, _ form: ReplyForm) {
    target = key
    name = "the key \(quoted(key))"
    (self.limit, self.form) = (limit, form)
  }

  init(url: String, limit: TimeLimit, _ form: ReplyForm) {
    name = quoted(url)
    (self.limit, self.form) = (limit, form)
  }

  func run(
    on host: Host, _ context: Context, _ call: (Cancellation) throws(Failure) -> Value
  ) -> ExitCode {
    print(context) { () throws(Problem) in try reply(of: host, context, call) }
  }

  private func reply(
    of host: Host, _ context: Context, _ call: (Cancellation) throws(Failure) -> Value
  ) throws(Problem) -> Value {
    let cancellation = Cancellation(host.mediator)
    let watch = context.surroundings.isProcess ? makeWatch(cancellation, context) : nil
    if let fault = watch?.start(), fault != 0, limit.duration != nil { throw limit.notKept(fault) }
    let end = limit.duration.map { Deadline(after: $0) }
    let isInterrupted = { watch?.isInterrupted == true || context.client?.isInterrupted == true }
    do throws(Failure) {
      defer {
        if watch?.isInterrupted == true, context.session == nil { Interrupt.endsProcess() }
        watch?.end()
        if context.session != nil { watch?.leave() }
        context.remarks.endProgress()
      }
      let reply = try whileHeard(context, cancellation, call)
      // An action that was told to stop and returned has no reply that anybody waits for.
      if isInterrupted() { throw Failure(.cancelled, "", "the call of \(name) was given up") }
      return reply
    } catch {
      let isLate = end?.hasPassed == true && !isInterrupted()
      if isLate, error.code == .cancelled { throw tooLate() }
      var problem = problem(error)
      if isLate, error.code == .timedOut { problem.help.append(TimeLimit.moreTime) }
      throw problem
    }
  }

  // The client of a running host gives the call up as Ctrl-C does here.
  private func whileHeard(
    _ context: Context, _ cancellation: Cancellation, _ call: (Cancellation) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let client = context.client else { return try call(cancellation) }
    var late = tooLate()
    late.message += ", and does not stop"
    let work = ControlClient.Work(
      cancellation: cancellation, end: limit.duration.map { Deadline(after: $0 + .seconds(1)) }, late: late,
      remarks: context.remarks)
    return try client.during(work) { () throws(Failure) in try call(cancellation) }
  }

  private func problem(_ failure: Failure) -> Problem {
    guard let target else { return Problem(ofURL: failure) }
    return Problem(failure, target: target, action: action)
  }

  private func makeWatch(_ cancellation: Cancellation, _ context: Context) -> Watch {
    let remarks = context.remarks
    return Watch(cancellation, limit: limit.duration, remarks) {
      let late = tooLate()
      return LateWords(
        late,
        ofComponent: "\(late.message): the component '\(LastWords.component)' took too long\(LastWords.place)",
        otherwise: "\(late.message), and does not stop", remarks)
    }
  }

  private func tooLate() -> Problem {
    var problem = problem(Failure(.timedOut, "", "\(name) did not reply within \(limit.text) s"))
    problem.help.append(TimeLimit.moreTime)
    return problem
  }

  private func print(_ context: Context, _ reply: () throws(Problem) -> Value) -> ExitCode {
    do throws(Problem) {
      return try context.console.print(try bytes(try reply(), context))
    } catch {
      var problem = error
      if let answer = problem.answer {
        do throws(Problem) { try context.console.print(try bytes(answer, context)) } catch { problem = error }
      }
      problem.target = target
      problem.action = action
      context.remarks.show(problem)
      return problem.exit
    }
  }

  private func bytes(_ reply: Value, _ context: Context) throws(Problem) -> [UInt8] {
    try form.bytes(reply, of: name, line: context.isJSON, isShown: context.console.out.columns != nil)
  }
}
