@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

/// A call for somebody in the cluster, from its message to its end.
final class ClusterCall: Sendable {
  let core: ClusterCore
  let member: Member
  let request: ClusterRequest
  let cancellation: Cancellation
  /// Those of its action, as far as that was known.
  let figures: ActionFigures
  /// When its caller hears that it takes too long, whatever its action does.
  let due: Int64
  private let began: Int64
  private let timeLimit: Duration?
  private let answer: ClusterAnswer
  private let messages = Mutex(Messages())

  private struct Messages {
    var isOver = false
    /// When progress was told last, and what waits to be told.
    var told = Int64.min
    var held: (part: Double?, message: String)?
  }

  // Behind a call's time its action has a moment to notice, before its caller hears that it did not.
  private static let patience = Duration.milliseconds(500)
  /// Of progress that comes faster than this the last is told only.
  static let pause: Int64 = 20_000_000

  init(_ request: ClusterRequest, _ member: Member, _ cancellation: Cancellation, at now: Int64, _ core: ClusterCore) {
    figures = core.figures.known(request.target, request.action) ?? core.figures.others
    (self.request, self.member, self.cancellation, self.core, began) = (request, member, cancellation, core, now)
    timeLimit = [request.wait, core.settings.callTime].compactMap(\.self).min()
    answer = ClusterAnswer(host: core.id, request: request.id)
    let limit = (timeLimit.map { $0 + ClusterCall.patience })?.nanoseconds ?? .max
    let (due, overflow) = now.addingReportingOverflow(limit)
    self.due = overflow ? .max : due
  }

  /// Makes the call, on a thread for that. It returns as soon as its action does; the end may come later, on any thread.
  func run() {
    let parameters: Fields
    do throws(Failure) { parameters = try request.parameters() } catch {
      return end(.failure(error), wasCalled: false)
    }
    // What has waited for a thread has less time left.
    let left = timeLimit.map { max(.zero, $0 - .nanoseconds(Clock.now - began)) }
    var hear: (@Sendable (Double?, String) -> Void)?
    if request.hearsProgress, request.reply != nil { hear = { self.hear($0, $1) } }
    let url = CallURL(scheme: "app", host: request.target, path: [request.action], parameters: [:])
    core.host.start(
      OutsideCall(
        url, parameters: parameters, trace: request.trace, isByName: true, majorVersion: request.major,
        minimumVersion: request.minimum, journey: request.journey, hints: request.hints),
      timeLimit: left, cancellation: cancellation, progress: hear
    ) { self.end($0) }
  }

  // MARK: its end

  // On any thread.
  private func end(_ outcome: Result<Value, Failure>, wasCalled: Bool = true) {
    var outcome = outcome
    if case .failure(var failure) = outcome, failure.code == .cancelled, isOverdue {
      // An action that gave up because its time was over says so in its own words.
      failure.code = .timedOut
      outcome = .failure(failure)
    }
    core.registry.finish(self)
    var wasCalled = wasCalled
    if case .failure(let failure) = outcome, failure.isNotHere { wasCalled = false }
    say(outcome, wasCalled: wasCalled)
    core.count(self, outcome, Clock.now - began)
  }

  private var isOverdue: Bool { timeLimit.map { Clock.now - began >= $0.nanoseconds } ?? false }

  /// It ends for its caller only, as one that has failed; nothing is said behind that.
  ///
  /// - Parameter wasCalled: whether something may have been called for it.
  func fail(_ failure: Failure, wasCalled: Bool) { say(.failure(failure), wasCalled: wasCalled) }

  private func say(_ outcome: Result<Value, Failure>, wasCalled: Bool) {
    guard let reply = request.reply else { return }
    // Put together before, since others of this call wait for the lock.
    let message = answer.end(outcome, wasCalled: wasCalled, to: reply, limit: core.link.messageLimit)
    messages.withLock { said in
      if said.isOver { return }
      said.isOver = true
      if let (part, words) = said.held { tell(part, words, reply) }
      core.link.output.send(message)
    }
  }

  // MARK: progress

  private func hear(_ part: Double?, _ message: String) {
    let waits = messages.withLock { said in
      said.held = (part, message)
      return !tellHeld(&said)
    }
    if waits { core.link.wake(at: Clock.now + ClusterCall.pause) }
  }

  /// Tells how far it has come, where that had to wait; whether it still has to.
  func tellHeld() -> Bool { messages.withLock { said in !tellHeld(&said) } }

  private func tellHeld(_ said: inout Messages) -> Bool {
    guard let (part, words) = said.held, let reply = request.reply, !said.isOver else { return true }
    let now = Clock.now
    guard said.told == .min || now - said.told >= ClusterCall.pause else { return false }
    (said.told, said.held) = (now, nil)
    tell(part, words, reply)
    return true
  }

  private func tell(_ part: Double?, _ words: String, _ reply: Subject) {
    if let message = answer.progress(part, words, to: reply, limit: core.link.messageLimit) {
      core.link.output.send(message)
    }
  }
}
