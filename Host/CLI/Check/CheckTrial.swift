import ComponentHost
import ComponentKit
import Glibc

/// One step as its worker does it: the hosts that it makes, and the calls that it makes with them.
final class CheckTrial: Sendable {
  let job: CheckJob
  let talk: CheckTalk
  private let made = Guarded(0)
  // The actions that did not end in time before.
  private let slow = Guarded<Set<String>>([])
  private let process = getpid()

  init(_ job: CheckJob, _ talk: CheckTalk) {
    self.job = job
    self.talk = talk
  }

  var path: String { "\(job.folder)/lib\(job.component).so" }

  /// How many calls were made.
  var calls: Int { made.withLock { $0 } }

  func count(_ calls: Int) { made.withLock { $0 += calls } }

  /// - Parameters:
  ///   - describes: whether the component is only asked what it says of itself.
  ///   - inPlace: whether its file itself is opened: then two hosts share one image.
  func host(describes: Bool = false, inPlace: Bool = false) -> Host {
    var settings = Settings(directories: [job.folder] + job.neighbours)
    settings.trustsAny = job.trustsAny
    settings.loadsInPlace = inPlace
    settings.timeLimit = job.duration
    settings.stepLimit = job.duration
    settings.holdLimit = job.duration
    settings.drainLimit = job.duration
    settings.describesOnly = describes
    settings.checksReplies = true
    settings.ignoresNeeds = job.lacksNeeds
    settings.program = Program.program
    settings.report = { [weak self] in self?.hear($0) }
    settings.eventRefused = { [weak self] in self?.refused($0, $1) }
    return Host(settings)
  }

  /// Loads the component, which starts it. Nil where it is refused, which is then told.
  func load(_ host: Host) -> LoadedComponent? {
    do throws(Refusal) {
      if let component = try host.load(job.component) { return component }
      talk.find("absent", "\(job.component) is not there although its file is")
    } catch {
      talk.find(error.reason, "it is refused: \(error.message)", help: error.help)
    }
    return nil
  }

  /// What is tried of each action.
  func actions(of component: LoadedComponent) -> [MadeCalls] {
    component.targets.flatMap { target in
      target.actions.map { MadeCalls(target.name, $0, component.typeNames, seed: job.seed) }
    }
  }

  /// Whether an action is not called. Its calls have their numbers all the same.
  func isLeftOut(_ made: MadeCalls) -> Bool { job.skipped.contains("\(made.target).\(made.action.name)") }

  // MARK: what the host says

  private func hear(_ report: Report) {
    switch report.kind {
    case .endedTwice:
      talk.find(report.kind.rawValue, report.message, help: "end each call once, with a reply or a failure")
    case .stepFailed, .stateLost, .stillBusy: talk.find(report.kind.rawValue, report.message)
    default: break
    }
  }

  // No fault of its own: what it says may be what its caller has made up.
  private func refused(_ component: String, _ failure: Failure) {
    if component == job.component { talk.note(once: "an event of its was refused: \(failure.message)") }
  }

  // MARK: calls

  /// Makes one call, and tells what is wrong with its end.
  ///
  /// - Parameters:
  ///   - timeLimit: nil for the usual one.
  ///   - mayEnd: whether it is right that the call ends by its deadline, or because it was given up.
  func call(
    _ host: Host, _ made: MadeCalls, _ parameters: Fields, at place: CheckPlace, timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, mayEnd: Bool = false
  ) {
    count(1)
    // An action that waits to be given up would wait as long each time.
    let usual = isSlow(made) ? CheckTrial.shortLimit : job.duration
    // A process that the action has split off does not go on with the check.
    defer { if getpid() != process { _exit(0) } }
    do throws(Failure) {
      _ = try host.mediator.strict.call(
        made.target, made.action.name, parameters, timeLimit: timeLimit ?? usual, cancellation: cancellation)
    } catch {
      judge(error, made, at: place, mayEnd: mayEnd)
    }
  }

  private static let shortLimit = Duration.milliseconds(50)

  private func isSlow(_ made: MadeCalls) -> Bool {
    slow.withLock { $0.contains("\(made.target).\(made.action.name)") }
  }

  private func judge(_ failure: Failure, _ made: MadeCalls, at place: CheckPlace, mayEnd: Bool) {
    let name = "\(made.target).\(made.action.name)"
    switch failure.reason {
    case "no_reply":
      // A code that the action returns is an end of the call as well.
      if strstr(failure.message, " returned the code ") != nil { return }
      talk.find(failure.reason, failure.message, help: "end each call once, with a reply or a failure", at: place)
    case "invalid_reply", "invalid_failure": talk.find(failure.reason, failure.message, at: place)
    case "mistyped_reply":
      talk.find(
        failure.reason, failure.message, help: "reply what the action's signature says, or change that", at: place)
    default:
      // It may be meant to run until it is given up: one that keeps such a call for good is found when it is shut down.
      guard failure.code == .timedOut, !mayEnd else { return }
      let isNew = slow.withLock { $0.insert(name).inserted }
      if isNew { talk.note("\(name) did not reply within \(job.limit) ms, and was given up") }
    }
  }
}
