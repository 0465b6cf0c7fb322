import ComponentABI
import ComponentHost
import ComponentKit

extension HostEnd {
  /// How a call fails whose worker is gone: at once, as soon as the system says how that has ended.
  func crash(of path: String) -> Failure { ending.failure(of: path, component: name, build: buildID).hosts }

  /// How a call fails whose worker is gone: one whose deadline had passed when that was killed for something that hangs was
  /// too late in any case.
  func end(of call: UnsafeMutablePointer<component_call>) -> Failure {
    let (path, deadline) = (call.pointee.path, call.pointee.deadline)
    let isLate = deadline != 0 && deadline <= Deadline.now && ending.killed == .hang
    return isLate ? hang(of: path) : crash(of: path)
  }

  /// How a call fails that did not end when it was to, and whose worker was killed for that.
  func hang(of path: String) -> Failure {
    var failure = crash(of: path)
    failure.code = .timedOut
    failure.reason = Failure.Code.timedOut.name
    failure.message = "\(path) did not reply in time, and its process was killed"
    return failure
  }

  /// Tells of a crash that no caller hears of.
  func tellCrash(_ place: String) {
    settings.report(Report(.crashed, "component '\(name)' crashed \(place): its process \(ending.sentence)"))
  }

  /// Why a component is refused whose worker was gone before it was loaded.
  func crashWhileLoading() -> Refusal {
    let end = ending
    return refusalOfTerms(end) ?? end.refusal(whileLoading: name)
  }

  /// Why its worker ended before it loaded anything, where that was because it could not obey its terms. Once it does obey, the
  /// words and the status are the component's.
  func refusalOfTerms(_ end: WorkerEnd) -> Refusal? { isObeyed ? nil : WorkerTerms.refusal(ending: end) }

  // The system says how it has ended as soon as its last thread is gone.
  // And who hears of it may end the process, so it is noted before. Both are waited for once, however many calls it ends.
  private var ending: WorkerEnd {
    if let known = endingThatIsKnown.withLock({ $0 }) { return known }
    guard let end = process?.wait(until: Deadline(after: .seconds(1))) else { return WorkerEnd(cause: .unknown) }
    CrashNotes.shared.flush(until: Deadline(after: .seconds(1)))
    endingThatIsKnown.withLock { $0 = end }
    return end
  }
}
