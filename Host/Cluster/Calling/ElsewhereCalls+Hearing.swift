@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

// What the connection's thread hears of calls and does by the clock.
extension ElsewhereCalls {
  /// Hears what has come for a call, or a question.
  func hear(_ delivery: Delivery) {
    enum About {
      case call(OpenCall, Int)
      case versions(VersionQuestion)
      case actions(String)
    }
    let about = state.withLock { state -> About? in
      guard delivery.subject.utf8.starts(with: state.inbox.utf8) else { return nil }
      let digits = delivery.subject.utf8.dropFirst(state.inbox.utf8.count)
      guard digits.allSatisfy(\.isDigit), let number = Int(String(Substring(digits))), number > 0 else { return nil }
      if let open = state.sent[number] { return .call(open, number) }
      if let question = state.questions.values.first(where: { $0.number == number }) { return .versions(question) }
      return state.actions.first { $0.value.askedNumber == number }.map { .actions($0.key) }
    }
    switch about {
    case .call(let open, let number): hear(delivery, open, number)
    case .versions(let question): hear(delivery, question)
    case .actions(let component): hear(delivery, actionsOf: component)
    case nil: break
    }
  }

  private func hear(_ delivery: Delivery, _ open: OpenCall, _ number: Int) {
    switch ElsewhereAnswer(delivery) {
    case .foreign: break
    case .nobody: nobodyHas(open, number)
    case .progress(let part, let message):
      state.withLock { _ in open.isHeard = true }
      open.call.progress(part, message)
    case .reply(let payload, let host):
      let path = open.path
      state.withLock { $0.hasAnswered(open) }
      finish(open, host: host, answered: number) { ElsewhereAnswer.end(payload, host: host, of: path) }
      askActions(of: open.component, host)
    case .failure(let failure, let wasCalled, let host, let unread):
      if wasCalled || !learns(open, number, failure) {
        finish(open, failure, host: host, answered: number) { ElsewhereAnswer.end(failure, unread) }
      }
      if wasCalled {
        state.withLock { $0.hasAnswered(open) }
        askActions(of: open.component, host)
      }
    case .invalid(let words):
      let fault = Failure.invalidAnswer(open.path, words)
      finish(open, fault, answered: number) { .fault(fault) }
    }
  }

  // The version that was known is gone, or whatever the caller needs.
  private func nobodyHas(_ open: OpenCall, _ number: Int) {
    let (isAlone, asks, isUnsure) = state.withLock { state in
      let isAlone = state.drop(number, of: open)
      if open.call.minimum == nil { state.forget(open.component) } else { state.forgetNeeded(open.component) }
      if !isAlone || open.call.minimum != nil { return (isAlone, false, open.isUnsure) }
      return (true, !exchange(&open.hasAskedAgain, with: true), open.isUnsure)
    }
    // Somebody has the other message.
    if !isAlone { return }
    if open.call.minimum != nil || isUnsure, !asks { return nobody(open) }
    if asks { ask(open) } else { makeAgain(open, nil) { .nobody } }
  }

  // Whether a call is made once more that a host has not taken, or another one still has.
  private func learns(_ open: OpenCall, _ number: Int, _ failure: Failure) -> Bool {
    func again(at once: Bool = false, isCounted: Bool = true) {
      guard state.withLock({ $0.drop(number, of: open) }) else { return }
      makeAgain(open, at: once, isCounted: isCounted, failure) { .failure(failure) }
    }
    switch failure.reason {
    case "busy", "closing", "not_here", "older_version": again()
    case "other_version":
      // Whoever says so has just looked, and hears of calls of its own version only from then on: it is over in a moment, in
      // which many calls may have come there.
      again(at: knowsBetter(open, failure), isCounted: false)
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
        state.known[open.component] = Known(told, hosts: known.hosts, at: Clock.now)
      }
      return state.known[open.component]?.version.major != open.major
    }
  }

  /// What is due by the clock.
  func look(_ now: Int64) {
    let (questions, calls, unheard, next) = state.withLock { state in
      let questions = state.questions.values.filter { $0.due <= now }
      let calls = state.later.values.filter { $0.due <= now }.sorted { $0.due < $1.due }.map(\.call)
      for open in calls {
        let key = ObjectIdentifier(open)
        (state.later[key], state.waiting[key]) = (nil, nil)
      }
      let unheard = state.unheard.values.filter { $0.due <= now }
      for one in unheard { state.unheard[ObjectIdentifier(one.call)] = nil }
      let rest =
        state.questions.values.map(\.due).filter { $0 > now } + state.later.values.map(\.due)
        + state.unheard.values.map(\.due)
      return (questions, calls, unheard, rest.min())
    }
    for question in questions { decide(question, now) }
    for open in calls { go(open) }
    for one in unheard { sendAgain(one.call, one.number, now) }
    if let next { link.wake(at: next) }
  }

  // Nothing was heard of a message for so long: whoever has it may be gone, or hang. Whichever answer comes first counts.
  private func sendAgain(_ open: OpenCall, _ number: Int, _ now: Int64) {
    let major = state.withLock { state -> UInt32? in
      guard !open.isOver, !open.isHeard, open.ways.count == 1, open.ways[0].number == number, state.reads(open),
        state.takesRepeat(open, now)
      else { return nil }
      open.hasSecond = true
      return open.major
    }
    if let major { send(open, to: major) }
  }

  /// There is a connection.
  func connected() {
    let calls = state.withLock { state in
      state.absences.hasConnected(Clock.now)
      let calls = exchange(&state.waiting, with: [:])
      for key in calls.keys { state.later[key] = nil }
      return calls.values.sorted { $0.began < $1.began }
    }
    for open in calls { go(open) }
  }

  /// The connection is lost: of what was sent by it nobody knows what became of it. What is just being sent finds that out itself.
  func lost() {
    let connection = link.output.connection
    let (sent, questions) = state.withLock { state in
      state.lostConnection = connection
      state.inbox = State.newInbox()
      let sent = state.calls.values.filter { open in open.ways.contains { $0.connection != nil } }
      return (sent.sorted { $0.began < $1.began }, Array(state.questions.values))
    }
    for open in sent { lose(open) }
    for question in questions { for open in close(question) { wait(open) } }
  }

  // One that only reads is made once more, by the next connection, also where others don't wait for that, but not as long.
  func lose(_ open: OpenCall) {
    let now = Clock.now
    let due = now + ElsewhereCalls.patience
    let (isOver, isRepeated) = state.withLock { state -> (Bool, Bool) in
      if open.isOver || open.ways.isEmpty { return (true, false) }
      state.dropAll(of: open)
      guard state.reads(open), state.takesRepeat(open, now) else { return (false, false) }
      (open.isUnsure, open.unsureUntil) = (true, due)
      // Of what was heard by the connection before nothing counts any more.
      (open.isHeard, open.hasSecond, open.nobodyUntil, open.hasAskedAgain) = (false, false, nil, false)
      let key = ObjectIdentifier(open)
      (state.waiting[key], state.unheard[key]) = (open, nil)
      if !open.call.waits { state.later[key] = (due, open) }
      return (false, true)
    }
    if isOver { return }
    guard isRepeated else { return finish(open, fault: .outcomeUnknown(open.path)) }
    open.call.isLate(as: nil)
    if !open.call.waits { link.wake(at: due) }
    if link.isReady { connected() }
  }
}
