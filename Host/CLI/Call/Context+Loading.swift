import ComponentHost
import ComponentKit
import HostNative

extension Context {
  /// Runs what loads components and calls none of their actions, and ends the process where one of them takes longer
  /// than the limit: a constructor or `register` can't be stopped from inside.
  func loading<R>(_ limit: TimeLimit, _ body: () throws(Problem) -> R) throws(Problem) -> R {
    guard surroundings.isProcess, let time = limit.duration else { return try body() }
    var problem = Problem(
      .timedOutOrCancelled, Failure.Code.timedOut.name,
      "the component '\(LastWords.component)' did not load within \(limit.text) s")
    problem.help.append(TimeLimit.moreTime)
    host_words_watch_this_thread()
    let words = LastWords(problem, remarks)
    let end: HardEnd
    do throws(SystemFault) {
      end = try HardEnd(after: time, problem.exit) { words.say() }
    } catch {
      words.forget()
      throw limit.notKept(error.number)
    }
    defer {
      end.lift()
      words.forget()
    }
    return try body()
  }
}
