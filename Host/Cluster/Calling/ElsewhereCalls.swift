@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

/// The calls of this host that are made by others in its cluster.
///
/// A call is written and sent by the thread that makes it. The connection's thread hears what comes for it, looks at the clock, and
/// leaves each end to a thread that may run its caller's code. Under the lock nothing is sent, and nothing told.
final class ElsewhereCalls: Elsewhere {
  private let link: BrokerLink
  private let id: String
  private let settings: ClusterDoor.Settings
  private let ended: @Sendable () -> Void
  private let state = Mutex(State())

  fileprivate struct State {
    /// What all subjects for answers begin with. Nobody can guess it who has not been called by this connection: else anybody in
    /// the cluster could answer for others.
    var inbox = ElsewhereCalls.newInbox()
    var calls: [ObjectIdentifier: OpenCall] = [:]
    /// By the numbers of their messages.
    var sent: [Int: OpenCall] = [:]
    var lastNumber = 0
    /// The last connection that is lost.
    var lostConnection = 0
    var questions: [String: VersionQuestion] = [:]
    /// What is known of components.
    var known: [String: Known] = [:]
    var absences = Absences()
    /// Calls that wait for a connection, and those that are made once more at some time.
    var waiting: [ObjectIdentifier: OpenCall] = [:]
    var later: [ObjectIdentifier: (due: Int64, call: OpenCall)] = [:]
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

  /// - Parameter ended: hears of each call that is over.
  init(
    _ link: BrokerLink, id: String, _ settings: ClusterDoor.Settings, ended: @escaping @Sendable () -> Void = {}
  ) {
    (self.link, self.id, self.settings, self.ended) = (link, id, settings, ended)
  }

  /// What answers are sent to, by this connection or the next one.
  var inbox: String { state.withLock { $0.inbox } + "*" }

  /// What another one may begin with, as hard to guess.
  static func newInbox() -> String {
    var generator = SystemRandomNumberGenerator()
    let token = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }.joined()
    return "_INBOX.\(token)."
  }

  private func reply(_ number: Int) -> Subject? { Subject("\(state.withLock { $0.inbox })\(number)") }

  /// How many calls are open.
  var count: Int { state.withLock { $0.calls.count } }

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
    // Of any later connection the message is none.
    let connection = link.output.connection
    let number = state.withLock { state -> Int in
      if open.isOver { return 0 }
      state.lastNumber += 1
      (open.number, open.major, open.connection) = (state.lastNumber, major, nil)
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
    switch link.output.ask(message, by: connection) {
    case .sent: wasSent(open, number, reply, connection)
    case .full: finish(open, fault: .elsewhereBusy(open.path))
    case .closed:
      state.withLock { $0.sent[number] = nil }
      waitForNext(open)
    }
  }

  // What has happened to the call just as it was sent is done now: nothing overtakes it.
  private func wasSent(_ open: OpenCall, _ number: Int, _ reply: Subject, _ connection: Int) {
    let (isGivenUp, isLost) = state.withLock { state in
      if open.number == number { open.connection = connection }
      return (open.isGivenUp, state.sent[number] != nil && state.lostConnection >= connection)
    }
    if isGivenUp { cancel(reply, connection) }
    if isLost { finish(open, fault: .outcomeUnknown(open.path)) }
  }

  // There is no connection.
  private func wait(_ open: OpenCall) {
    guard open.call.waits else { return finish(open, fault: .unreachable(open.path)) }
    open.call.isLate(as: .unreachable(open.path))
    state.withLock { state in
      open.number = 0
      if !open.isOver { state.waiting[ObjectIdentifier(open)] = open }
    }
    // It may be there by now.
    if link.isReady { connected() }
  }

  // The connection is just being lost, which its thread has still to find out.
  private func waitForNext(_ open: OpenCall) {
    guard open.call.waits else { return finish(open, fault: .unreachable(open.path)) }
    let due = Clock.now + 20_000_000
    open.call.isLate(as: .unreachable(open.path))
    state.withLock { state in
      open.number = 0
      if !open.isOver { state.later[ObjectIdentifier(open)] = (due, open) }
    }
    link.wake(at: due)
  }

  // Nobody waits for it any more.
  private func giveUp(_ open: OpenCall) {
    let (isFirst, sent) = state.withLock { state in
      let sent = state.way(open)
      if !open.isOver { open.isGivenUp = true }
      return (state.remove(open), sent)
    }
    guard isFirst else { return }
    if let sent { cancel(sent.reply, sent.connection) }
    let isLate = open.call.deadline.map { Clock.now >= $0 } ?? false
    tell(open, isLate ? Failure(.timedOut, "elsewhere_timed_out", "") : Failure(.cancelled, "", ""))
    ended()
  }

  // By that connection: to another one the call is not known.
  private func cancel(_ reply: Subject?, _ connection: Int) {
    guard let reply, let subject = Subject("\(settings.name).cancel") else { return }
    var message: [UInt8] = []
    BrokerWriter.publish([], to: subject, reply: reply, into: &message)
    _ = link.output.ask(message, by: connection)
  }

  // MARK: ends

  private func finish(_ open: OpenCall, fault: Failure) { finish(open, fault) { .fault(fault) } }

  private func finish(
    _ open: OpenCall, _ failure: Failure? = nil, host: String = "", _ end: @escaping @Sendable () -> ElsewhereEnd
  ) {
    guard state.withLock({ $0.remove(open) }) else { return }
    open.call.end(end)
    tell(open, failure, host: host)
    ended()
  }

  private func tell(_ open: OpenCall, _ failure: Failure?, host: String = "") {
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
    open.call.isLate(as: .nobodyTook(open.path))
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
      state.later[ObjectIdentifier(open)] = (due, open)
      return due
    }
    switch due {
    case nil: break
    case .some(.max): finish(open, failure, host: failure?.details["host"]?.text ?? "", end)
    case .some(now): go(open)
    case .some(let due): link.wake(at: due)
    }
  }

  // Nobody has it. Where it may wait, and that may change in a moment, it is asked again then.
  private func endWithout(_ open: OpenCall) {
    let now = Clock.now
    open.call.isLate(as: .nobodyTook(open.path))
    let due = state.withLock { state -> Int64? in
      guard open.call.waits, !open.isOver, state.absences.mayCome(open.component, now) else { return nil }
      var generator = SystemRandomNumberGenerator()
      let due = now + open.backoff.next(using: &generator)
      state.sent[open.number] = nil
      open.number = 0
      state.later[ObjectIdentifier(open)] = (due, open)
      return due
    }
    if let due { link.wake(at: due) } else { finish(open) { .nobody } }
  }

  // MARK: who has it

  private func ask(_ open: OpenCall) {
    open.call.isLate(as: .nobodySaid(open.component))
    let now = Clock.now
    let connection = link.output.connection
    let question = state.withLock { state -> VersionQuestion? in
      if open.isOver { return nil }
      if let question = state.questions[open.component] {
        question.calls[ObjectIdentifier(open)] = open
        return nil
      }
      state.lastNumber += 1
      let question = VersionQuestion(open.component, state.lastNumber, at: now)
      question.calls[ObjectIdentifier(open)] = open
      state.questions[open.component] = question
      return question
    }
    guard let question, let reply = reply(question.number), let subject = Subject("$SRV.PING.\(open.component)") else {
      return
    }
    var message: [UInt8] = []
    BrokerWriter.publish([], to: subject, reply: reply, into: &message)
    link.wake(at: question.due)
    switch link.output.ask(message, by: connection) {
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
      return exchange(&question.calls, with: [:]).values.sorted { $0.began < $1.began }
    }
  }

  private func hear(_ delivery: Delivery, _ question: VersionQuestion) {
    if case .nobody = ElsewhereAnswer(delivery) {
      state.withLock { $0.forget(question.component) }
      for open in close(question) { endWithout(open) }
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
      for open in calls {
        if question.isOfOthers { endWithout(open) } else { finish(open, fault: .nobodySaid(open.component)) }
      }
      return
    }
    state.withLock { state in
      state.known[question.component] = Known(version: best, hosts: question.hosts.count, moment: now)
      state.absences.isThere(question.component)
    }
    for open in calls { go(open) }
  }

  // MARK: the connection's thread

  /// Hears what has come for a call, or a question.
  func hear(_ delivery: Delivery) {
    let (open, question) = state.withLock { state -> (OpenCall?, VersionQuestion?) in
      guard delivery.subject.utf8.starts(with: state.inbox.utf8) else { return (nil, nil) }
      let digits = delivery.subject.utf8.dropFirst(state.inbox.utf8.count)
      guard digits.allSatisfy(\.isDigit), let number = Int(String(Substring(digits))) else { return (nil, nil) }
      return (state.sent[number], state.questions.values.first { $0.number == number })
    }
    if let question { return hear(delivery, question) }
    guard let open else { return }
    switch ElsewhereAnswer(delivery) {
    case .foreign: break
    case .nobody: nobodyHas(open)
    case .progress(let part, let message): open.call.progress(part, message)
    case .reply(let payload, let host):
      let path = open.path
      finish(open, host: host) { ElsewhereAnswer.end(payload, host: host, of: path) }
    case .failure(let failure, let wasCalled, let host, let unread):
      if wasCalled || !learns(open, failure) {
        finish(open, failure, host: host) { ElsewhereAnswer.end(failure, unread) }
      }
    case .invalid(let words): finish(open, fault: .invalidAnswer(open.path, words))
    }
  }

  // The version that was known is gone, or whatever the caller needs.
  private func nobodyHas(_ open: OpenCall) {
    if open.call.minimum != nil { return endWithout(open) }
    let asks = state.withLock { state in
      state.forget(open.component)
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
      let calls = state.later.values.filter { $0.due <= now }.sorted { $0.due < $1.due }.map(\.call)
      for open in calls { state.later[ObjectIdentifier(open)] = nil }
      let rest = state.questions.values.map(\.due).filter { $0 > now } + state.later.values.map(\.due)
      return (questions, calls, rest.min())
    }
    for question in questions { decide(question, now) }
    for open in calls { go(open) }
    if let next { link.wake(at: next) }
  }

  /// There is a connection.
  func connected() {
    let calls = state.withLock { state in
      state.absences.hasConnected(Clock.now)
      return exchange(&state.waiting, with: [:]).values.sorted { $0.began < $1.began }
    }
    for open in calls { go(open) }
  }

  /// The connection is lost: of what was sent by it nobody knows what became of it. What is just being sent finds that out itself.
  func lost() {
    let connection = link.output.connection
    let (sent, questions) = state.withLock { state in
      state.lostConnection = connection
      state.inbox = ElsewhereCalls.newInbox()
      return (state.sent.values.filter { $0.connection != nil }, Array(state.questions.values))
    }
    for open in sent { finish(open, fault: .outcomeUnknown(open.path)) }
    for question in questions { for open in close(question) { wait(open) } }
  }

  /// No call is made any more: those that are open are given up where they were made.
  func end() {
    let calls = state.withLock { state in
      state.isOver = true
      state.questions = [:]
      return state.calls.values.map { open in
        let sent = state.way(open)
        open.isGivenUp = true
        _ = state.remove(open)
        return (open, sent, wasSent: open.number > 0)
      }
    }
    for (_, sent, _) in calls { if let sent { cancel(sent.reply, sent.connection) } }
    for (open, _, wasSent) in calls {
      let fault = wasSent ? Failure.outcomeUnknown(open.path) : .unreachable(open.path)
      open.call.end(.fault(fault))
      tell(open, fault)
    }
    ended()
  }
}

extension ElsewhereCalls.State {
  /// Takes a call out; false where it was over before.
  fileprivate mutating func remove(_ open: OpenCall) -> Bool {
    if open.isOver { return false }
    open.isOver = true
    let key = ObjectIdentifier(open)
    (calls[key], waiting[key], later[key], sent[open.number]) = (nil, nil, nil, nil)
    questions[open.component]?.calls[key] = nil
    return true
  }

  /// Nobody has a component any more, in the version that was known.
  fileprivate mutating func forget(_ component: String) {
    if exchange(&known[component], with: nil) != nil { absences.isGone(component, Clock.now) }
  }

  /// Where its message that is under way is answered, and by which connection it was sent; nil where none is.
  fileprivate func way(_ open: OpenCall) -> (reply: Subject?, connection: Int)? {
    guard sent[open.number] === open, let connection = open.connection else { return nil }
    return (Subject("\(inbox)\(open.number)"), connection)
  }
}
