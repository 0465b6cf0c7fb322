@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

/// The calls of this host that are made by others in its cluster.
///
/// A call is written and sent by the thread that makes it. The connection's thread hears what comes for it, looks at the clock, and
/// leaves each end to a thread that may run its caller's code. Under the lock nothing is sent, and nothing told.
final class ElsewhereCalls: Elsewhere {
  /// What answers are sent to.
  let inbox: String
  private let link: BrokerLink
  private let id: String
  private let settings: ClusterDoor.Settings
  private let state = Mutex(State())

  fileprivate struct State {
    var calls: [ObjectIdentifier: OpenCall] = [:]
    /// By the numbers of their messages.
    var sent: [Int: OpenCall] = [:]
    var lastNumber = 0
    var questions: [String: VersionQuestion] = [:]
    /// What is known of components.
    var known: [String: Known] = [:]
    /// Calls that wait for a connection, and those that are made once more at some time.
    var waiting: [OpenCall] = []
    var later: [(due: Int64, call: OpenCall)] = []
    var budget = RepeatBudget()
    var isOver = false
  }

  fileprivate struct Known {
    var version: Version
    var hosts: Int
    var moment: Int64
  }

  // So often one call is made at most.
  private static let repeatLimit = 8

  init(_ link: BrokerLink, id: String, _ settings: ClusterDoor.Settings) {
    (self.link, self.id, self.settings, inbox) = (link, id, settings, "_INBOX.\(id).*")
  }

  private func reply(_ number: Int) -> Subject? { Subject("_INBOX.\(id).\(number)") }

  func known(_ component: String) -> ElsewhereKnowledge? {
    state.withLock { $0.known[component] }.map {
      ElsewhereKnowledge(version: $0.version, hosts: $0.hosts, age: .nanoseconds(Clock.now - $0.moment))
    }
  }

  // MARK: any thread

  func begin(_ call: ElsewhereCall) {
    let path = "\(call.target).\(call.action)"
    var payload: [UInt8] = []
    do throws(JSONWriteError) { try Value.map(call.parameters).appendJSON(to: &payload) } catch {
      return call.end(
        .fault(
          Failure(
            .invalidParameters, "unwritable_parameters",
            "the parameters of \(path) can't be written as JSON: \(error)")))
    }
    let now = Clock.now
    let open = OpenCall(call, payload, at: now)
    let fault = state.withLock { state -> Failure? in
      if state.isOver { return .unreachable(path) }
      if state.calls.count >= settings.elsewhereLimit { return .elsewhereBusy(path) }
      state.calls[ObjectIdentifier(open)] = open
      state.budget.count(now)
      return nil
    }
    if let fault { return call.end(.fault(fault)) }
    // The table has it as long as it is open.
    call.whenGivenUp { [weak self, weak open] in if let open { self?.giveUp(open) } }
    go(open)
  }

  // Sends it, as soon as it is known in what version it is there.
  private func go(_ open: OpenCall) {
    guard link.isReady else { return wait(open) }
    let call = open.call
    guard let major = call.minimum?.major ?? state.withLock({ $0.known[open.component]?.version.major }) else {
      return ask(open)
    }
    let number = state.withLock { state -> Int in
      if open.isOver { return 0 }
      state.lastNumber += 1
      (open.number, open.major) = (state.lastNumber, major)
      state.sent[open.number] = open
      return open.number
    }
    if number == 0 { return }
    guard let subject = Subject("\(settings.name).call.\(major).\(call.target).\(call.action)"),
      let reply = reply(number)
    else { return finish(open, fault: .invalidAnswer(open.path, "its name is too long")) }
    call.isLate(as: nil)
    let message = open.message(id, subject, reply, Clock.now)
    guard message.count <= link.messageLimit else {
      let words =
        "the parameters of \(open.path) have \(open.payload.count) bytes, and the broker takes \(link.messageLimit)"
      return finish(open, fault: Failure(.invalidParameters, "parameters_too_long", words))
    }
    switch link.output.ask(message) {
    case .sent: break
    case .full: finish(open, fault: .elsewhereBusy(open.path))
    case .closed:
      state.withLock { $0.sent[number] = nil }
      waitForNext(open)
    }
  }

  // There is no connection.
  private func wait(_ open: OpenCall) {
    guard open.call.waits else { return finish(open, fault: .unreachable(open.path)) }
    open.call.isLate(as: .unreachable(open.path))
    state.withLock { state in
      open.number = 0
      if !open.isOver { state.waiting.append(open) }
    }
    // It may be there by now.
    if link.isReady { connected() }
  }

  // The connection is just being lost, which its thread has still to find out.
  private func waitForNext(_ open: OpenCall) {
    guard open.call.waits else { return finish(open, fault: .unreachable(open.path)) }
    let due = Clock.now + 20_000_000
    state.withLock { state in
      open.number = 0
      if !open.isOver { state.later.append((due, open)) }
    }
    link.wake(at: due)
  }

  // Nobody waits for it any more.
  private func giveUp(_ open: OpenCall) {
    let number = state.withLock { state in state.remove(open) ? open.number : 0 }
    guard number > 0, let reply = reply(number), let subject = Subject("\(settings.name).cancel") else { return }
    var message: [UInt8] = []
    BrokerWriter.publish([], to: subject, reply: reply, into: &message)
    _ = link.output.ask(message)
  }

  // MARK: ends

  private func finish(_ open: OpenCall, fault: Failure) { finish(open, fault) { .fault(fault) } }

  private func finish(
    _ open: OpenCall, _ failure: Failure? = nil, host: String = "", _ end: @escaping @Sendable () -> ElsewhereEnd
  ) {
    guard state.withLock({ $0.remove(open) }) else { return }
    open.call.end(end)
    guard settings.tellsCalls else { return }
    let about = DoorEvent.AboutRequest(
      id: "\(id)-\(open.number)", client: host, method: "CALL", path: "/\(open.call.target)/\(open.call.action)",
      status: failure?.status ?? 200, duration: .nanoseconds(Clock.now - open.began), trace: open.call.trace?.trace)
    settings.tell(DoorEvent(.info, "call", failure?.reason ?? "called elsewhere", request: about))
  }

  // Makes a call once more, of which nobody has had anything; or it ends so.
  private func makeAgain(
    _ open: OpenCall, at once: Bool, _ failure: Failure?, _ end: @escaping @Sendable () -> ElsewhereEnd
  ) {
    let now = Clock.now
    let due = state.withLock { state -> Int64? in
      guard !open.isOver else { return nil }
      state.sent[open.number] = nil
      open.number = 0
      // One that goes where it belongs, as that is known at last, is no more load than any other.
      guard open.repeats < ElsewhereCalls.repeatLimit, once || state.budget.takesRepeat(now) else { return .max }
      open.repeats += 1
      if once { return now }
      var generator = SystemRandomNumberGenerator()
      let due = now + open.backoff.next(using: &generator)
      state.later.append((due, open))
      return due
    }
    switch due {
    case nil: break
    case .some(.max): finish(open, failure, host: failure?.details["host"]?.text ?? "", end)
    case .some(now): go(open)
    case .some(let due): link.wake(at: due)
    }
  }

  // MARK: who has it

  private func ask(_ open: OpenCall) {
    open.call.isLate(as: .nobodySaid(open.component))
    let now = Clock.now
    let question = state.withLock { state -> VersionQuestion? in
      if open.isOver { return nil }
      if let question = state.questions[open.component] {
        question.calls.append(open)
        return nil
      }
      state.lastNumber += 1
      let question = VersionQuestion(open.component, state.lastNumber, [open], at: now)
      state.questions[open.component] = question
      return question
    }
    guard let question, let reply = reply(question.number), let subject = Subject("$SRV.PING.\(open.component)") else {
      return
    }
    var message: [UInt8] = []
    BrokerWriter.publish([], to: subject, reply: reply, into: &message)
    link.wake(at: question.due)
    switch link.output.ask(message) {
    case .sent: break
    case .full: for open in close(question) { finish(open, fault: .elsewhereBusy(open.path)) }
    case .closed: for open in close(question) { waitForNext(open) }
    }
  }

  // No answer to it counts any more: the calls that have waited for it.
  private func close(_ question: VersionQuestion) -> [OpenCall] {
    state.withLock { state in
      guard state.questions[question.component] === question else { return [] }
      state.questions[question.component] = nil
      return exchange(&question.calls, with: [])
    }
  }

  private func hear(_ delivery: Delivery, _ question: VersionQuestion) {
    if case .nobody = ElsewhereAnswer(delivery) {
      state.withLock { $0.known[question.component] = nil }
      for open in close(question) { finish(open) { .nobody } }
      return
    }
    let due = state.withLock { _ in
      question.hear(delivery.payload, in: settings.name, at: Clock.now) ? question.due : nil
    }
    if let due { link.wake(at: due) }
  }

  // What was said until now counts.
  private func decide(_ question: VersionQuestion, _ now: Int64) {
    let calls = close(question)
    guard let best = question.best else {
      for open in calls { finish(open, fault: .nobodySaid(open.component)) }
      return
    }
    state.withLock { $0.known[question.component] = Known(version: best, hosts: question.hosts.count, moment: now) }
    for open in calls { go(open) }
  }

  // MARK: the connection's thread

  /// Hears what has come for a call, or a question.
  func hear(_ delivery: Delivery) {
    let digits = delivery.subject.utf8.dropFirst(inbox.utf8.count - 1)
    guard digits.allSatisfy(\.isDigit), let number = Int(String(Substring(digits))) else { return }
    let (open, question) = state.withLock { state in
      (state.sent[number], state.questions.values.first { $0.number == number })
    }
    if let question { return hear(delivery, question) }
    guard let open else { return }
    switch ElsewhereAnswer(delivery) {
    case .nobody: nobodyHas(open)
    case .progress(let part, let message): open.call.progress(part, message)
    case .reply(let payload, let host):
      let path = open.path
      finish(open, host: host) { ElsewhereAnswer.end(payload, host: host, of: path) }
    case .failure(let failure, let wasCalled, let host):
      if wasCalled || !learns(open, failure) { finish(open, failure, host: host) { .failure(failure) } }
    case .invalid(let words): finish(open, fault: .invalidAnswer(open.path, words))
    }
  }

  // The version that was known is gone, or whatever the caller needs.
  private func nobodyHas(_ open: OpenCall) {
    if open.call.minimum != nil { return finish(open) { .nobody } }
    let asks = state.withLock { state in
      state.known[open.component] = nil
      state.sent[open.number] = nil
      open.number = 0
      return !exchange(&open.hasAskedAgain, with: true)
    }
    if asks { ask(open) } else { makeAgain(open, at: false, nil) { .nobody } }
  }

  // Whether a call is made once more that a host has not taken.
  private func learns(_ open: OpenCall, _ failure: Failure) -> Bool {
    switch failure.reason {
    case "busy", "closing", "not_here", "older_version":
      makeAgain(open, at: false, failure) { .failure(failure) }
    case "other_version": makeAgain(open, at: knowsBetter(open, failure), failure) { .failure(failure) }
    default: return false
    }
    return true
  }

  // Whether it is known by now in what version somebody has it: nobody had said one, and who was called has looked. Where one was
  // known, or the caller needs that one, it was another one's only by chance, which comes to an end.
  private func knowsBetter(_ open: OpenCall, _ failure: Failure) -> Bool {
    if open.call.minimum != nil { return false }
    let told = failure.details["version"]?.text.flatMap { Version(told: $0) }
    return state.withLock { state in
      guard let known = state.known[open.component] else { return false }
      if known.version == Version(0), let told {
        state.known[open.component] = Known(version: told, hosts: known.hosts, moment: Clock.now)
      }
      return state.known[open.component]?.version.major != open.major
    }
  }

  /// What is due by the clock.
  func look(_ now: Int64) {
    let (questions, calls, next) = state.withLock { state in
      let questions = state.questions.values.filter { $0.due <= now }
      let calls = state.later.filter { $0.due <= now }.map(\.call)
      state.later.removeAll { $0.due <= now }
      let rest = state.questions.values.map(\.due).filter { $0 > now } + state.later.map(\.due)
      return (questions, calls, rest.min())
    }
    for question in questions { decide(question, now) }
    for open in calls { go(open) }
    if let next { link.wake(at: next) }
  }

  /// There is a connection.
  func connected() {
    for open in state.withLock({ state in exchange(&state.waiting, with: []) }) { go(open) }
  }

  /// The connection is lost: of what was sent by it nobody knows what became of it.
  func lost() {
    let (sent, questions) = state.withLock { state in (Array(state.sent.values), Array(state.questions.values)) }
    for open in sent { finish(open, fault: .outcomeUnknown(open.path)) }
    for question in questions { for open in close(question) { wait(open) } }
  }

  /// No call is made any more.
  func end() {
    let calls = state.withLock { state in
      state.isOver = true
      (state.waiting, state.later, state.questions) = ([], [], [:])
      return Array(state.calls.values)
    }
    for open in calls { finish(open, fault: open.number > 0 ? .outcomeUnknown(open.path) : .unreachable(open.path)) }
  }
}

extension ElsewhereCalls.State {
  /// Takes a call out; false where it was over before.
  fileprivate mutating func remove(_ open: OpenCall) -> Bool {
    if open.isOver { return false }
    open.isOver = true
    calls[ObjectIdentifier(open)] = nil
    sent[open.number] = nil
    return true
  }
}
