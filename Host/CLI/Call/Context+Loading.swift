import ComponentHost
import ComponentKit

extension Context {
  /// Runs what loads components and calls none of their actions, and ends the process where one of them takes longer
  /// than the limit: a constructor or `register` can't be stopped from inside. Where lines are typed Ctrl-C is told that.
  func loading<R>(_ limit: TimeLimit, _ body: () throws(Problem) -> R) throws(Problem) -> R {
    if let client {
      let late = Problem(
        .timedOutOrCancelled, Failure.Code.timedOut.name, "not all was loaded within \(limit.text) s",
        help: [TimeLimit.moreTime])
      let work = ControlClient.Work(
        cancellation: nil, end: limit.duration.map { Deadline(after: $0) }, late: late, remarks: remarks)
      return try client.during(work, body)
    }
    guard surroundings.isProcess else { return try body() }
    let interrupted =
      session != nil && Interrupt.isToldAtPrompt
      ? LateWords(ofInterrupt: "what is loaded can't be given up", remarks) : nil
    if limit.duration == nil, interrupted == nil { return try body() }
    var problem = Problem(.timedOutOrCancelled, Failure.Code.timedOut.name, "")
    problem.help.append(TimeLimit.moreTime)
    let late = LateWords(
      problem,
      ofComponent: "the component '\(LastWords.component)' did not load within \(limit.text) s: "
        + "it took too long\(LastWords.place)",
      otherwise: "not all was loaded within \(limit.text) s", remarks)
    LateWords.watchThisThread()
    if interrupted != nil { _ = Interrupt.prepare() }
    let end: HardEnd
    do throws(SystemFault) {
      end = try HardEnd(after: limit.duration, problem.exit, interrupted) { late.say() }
    } catch {
      if limit.duration == nil { return try body() }
      throw limit.notKept(error.number)
    }
    defer { end.lift() }
    return try body()
  }
}
