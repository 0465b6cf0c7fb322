@_spi(Doors) import ComponentDoors
import ComponentHost
import ComponentKit
import Synchronization

/// The calls of this host that are made by others in its cluster.
///
/// A call is written and sent by the thread that makes it. The connection's thread hears what comes for it, looks at the clock, and
/// leaves each end to a thread that may run its caller's code. Under the lock nothing is sent, and nothing told.
final class ElsewhereCalls: Elsewhere {
  let link: BrokerLink
  let id: String
  let settings: ClusterDoor.Settings
  let ended: @Sendable () -> Void
  let state = Mutex(State())

  /// So often one call is made once more at most.
  static let repeatLimit = 8
  /// How long one that only reads, and may have been made, waits for the next connection, and then for who has had it.
  static let patience: Int64 = 3_000_000_000
  /// After half of its time, and this at most, such a call is sent once more.
  static let silence: Int64 = 5_000_000_000
  /// How often a host is asked what actions it has: where that is not known, and else.
  static let actionsPause: (unknown: Int64, known: Int64) = (1_000_000_000, 5_000_000_000)

  /// - Parameter ended: hears of each call that is over.
  init(
    _ link: BrokerLink, id: String, _ settings: ClusterDoor.Settings, ended: @escaping @Sendable () -> Void = {}
  ) {
    (self.link, self.id, self.settings, self.ended) = (link, id, settings, ended)
  }

  /// What answers are sent to, by this connection or the next one.
  var inbox: String { state.withLock { $0.inbox } + "*" }

  func reply(_ number: Int) -> Subject? { Subject("\(state.withLock { $0.inbox })\(number)") }

  /// How many calls are open.
  var count: Int { state.withLock { $0.calls.count } }

  func known(_ component: String) -> ElsewhereKnowledge? {
    let now = Clock.now
    let (known, actions) = state.withLock { ($0.known[component], $0.actions[component]) }
    return known.map { known in
      var knowledge = ElsewhereKnowledge(
        version: known.version, hosts: known.hosts, age: .nanoseconds(now - known.moment))
      if let actions, let said = actions.said, said.version.major == known.version.major {
        knowledge.actions = ElsewhereKnowledge.Actions(said.reads, age: .nanoseconds(now - actions.moment))
      }
      return knowledge
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
    var hints: String?
    if !call.hints.isEmpty {
      do throws(JSONWriteError) { hints = try HintsText.write(call.hints) } catch {
        return call.end(
          .fault(
            Failure(
              .invalidParameters, "unwritable_hints", "the hints of \(path) can't be written as JSON: \(error)")))
      }
      if hints == nil {
        return call.end(
          .fault(
            Failure(
              .invalidParameters, "hints_too_long",
              "the hints of \(path) are longer than the \(HintsText.limit) bytes that go along to another host")))
      }
    }
    let now = Clock.now
    let open = OpenCall(call, payload, hints, at: now)
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

  /// Sends it, as soon as it is known in what version it is there.
  func go(_ open: OpenCall) {
    guard link.isReady else { return wait(open) }
    guard let major = open.call.minimum?.major ?? state.withLock({ $0.known[open.component]?.version.major }) else {
      return ask(open)
    }
    send(open, to: major)
  }

  func send(_ open: OpenCall, to major: UInt32) {
    let call = open.call
    // Of any later connection the message is none.
    let connection = link.output.connection
    let number = state.withLock { open.isOver ? 0 : $0.begin(open, to: major) }
    if number == 0 { return }
    // One that is under way already ends by that.
    func leave(_ otherwise: () -> Void) { if state.withLock({ $0.drop(number, of: open) }) { otherwise() } }
    guard let subject = Subject("\(settings.name).call.\(major).\(call.target).\(call.action)"),
      let reply = reply(number)
    else { return leave { finish(open, fault: .invalidAnswer(open.path, "its name is too long")) } }
    call.isLate(as: nil)
    let message = open.message(id, number, subject, reply, Clock.now)
    guard message.count <= link.messageLimit else {
      let words =
        "the parameters of \(open.path) have \(open.payload.count) bytes, and the broker takes \(link.messageLimit)"
      return leave { finish(open, fault: Failure(.invalidParameters, "parameters_too_long", words)) }
    }
    switch link.output.ask(message, by: connection) {
    case .sent: wasSent(open, number, reply, connection)
    case .full: leave { finish(open, unsent: .elsewhereBusy(open.path)) }
    case .closed: leave { waitForNext(open) }
    }
  }

  // What has happened to the call just as it was sent is done now: nothing overtakes it.
  private func wasSent(_ open: OpenCall, _ number: Int, _ reply: Subject, _ connection: Int) {
    let now = Clock.now
    let (isGivenUp, isLost, due) = state.withLock { state -> (Bool, Bool, Int64?) in
      if let place = open.ways.firstIndex(where: { $0.number == number }) { open.ways[place].connection = connection }
      let isLost = state.sent[number] != nil && state.lostConnection >= connection
      // It may have been answered by now, and another message be under way.
      guard state.sent[number] != nil, !open.isOver, !isLost, !open.hasSecond, state.reads(open) else {
        return (open.isGivenUp, isLost, nil)
      }
      let half = open.call.deadline.map { max(0, $0 - now) / 2 } ?? .max
      let due = now + min(half, ElsewhereCalls.silence)
      state.unheard[ObjectIdentifier(open)] = (due, open, number)
      return (open.isGivenUp, isLost, due)
    }
    if isGivenUp { cancel(reply, connection) }
    if isLost { lose(open) } else if let due { link.wake(at: due) }
  }

  /// There is no connection.
  func wait(_ open: OpenCall) {
    let until = awaited(open)
    guard open.call.waits || until != nil else { return finish(open, unsent: .unreachable(open.path)) }
    isLate(open, as: .unreachable(open.path))
    state.withLock { state in
      if open.isOver { return }
      let key = ObjectIdentifier(open)
      state.waiting[key] = open
      if !open.call.waits, let until { state.later[key] = (until, open) }
    }
    if !open.call.waits, let until { link.wake(at: until) }
    // It may be there by now.
    if link.isReady { connected() }
  }

  /// The connection is just being lost, which its thread has still to find out.
  func waitForNext(_ open: OpenCall) {
    guard open.call.waits || awaited(open) != nil else { return finish(open, unsent: .unreachable(open.path)) }
    isLate(open, as: .unreachable(open.path))
    goLater(open, after: 20_000_000)
  }

  // Until when one that may have been made waits for the next connection; nil where it does not, or not any more.
  private func awaited(_ open: OpenCall) -> Int64? {
    state.withLock { _ in open.unsureUntil }.flatMap { Clock.now < $0 ? $0 : nil }
  }

  func goLater(_ open: OpenCall, after pause: Int64) {
    let due = Clock.now + pause
    state.withLock { state in if !open.isOver { state.later[ObjectIdentifier(open)] = (due, open) } }
    link.wake(at: due)
  }

  /// How it ends where its deadline passes while nobody is at it: of one that may have been made before nobody knows.
  func isLate(_ open: OpenCall, as failure: Failure) {
    open.call.isLate(as: state.withLock { _ in open.isUnsure } ? nil : failure)
  }

  // Nobody waits for it any more.
  private func giveUp(_ open: OpenCall) {
    let sent = state.withLock { state in
      if !open.isOver { open.isGivenUp = true }
      return state.remove(open)
    }
    guard let sent else { return }
    for way in sent { cancel(way.reply, way.connection) }
    let isLate = open.call.deadline.map { Clock.now >= $0 } ?? false
    tell(open, isLate ? Failure(.timedOut, "elsewhere_timed_out", "") : Failure(.cancelled, "", ""))
    ended()
  }

  // By that connection: to another one the call is not known.
  func cancel(_ reply: Subject?, _ connection: Int) {
    guard let reply, let subject = Subject("\(settings.name).cancel") else { return }
    var message: [UInt8] = []
    BrokerWriter.publish([], to: subject, reply: reply, into: &message)
    _ = link.output.ask(message, by: connection)
  }

  // MARK: ends

  func finish(_ open: OpenCall, fault: Failure) { finish(open, fault) { .fault(fault) } }

  /// It could not be sent: where it may have been made before, nobody knows what became of that.
  func finish(_ open: OpenCall, unsent fault: Failure) {
    finish(open, fault: state.withLock { _ in open.isUnsure } ? .outcomeUnknown(open.path) : fault)
  }

  /// - Parameter number: of the message that was answered. What else is under way is given up where it was made.
  func finish(
    _ open: OpenCall, _ failure: Failure? = nil, host: String = "", answered number: Int = 0,
    _ end: @escaping @Sendable () -> ElsewhereEnd
  ) {
    guard let others = state.withLock({ $0.remove(open, answered: number) }) else { return }
    for way in others { cancel(way.reply, way.connection) }
    open.call.end(end)
    tell(open, failure, host: host)
    ended()
  }

  func tell(_ open: OpenCall, _ failure: Failure?, host: String = "") {
    guard settings.tellsCalls else { return }
    let about = DoorEvent.AboutRequest(
      id: "\(id)-\(open.number)", client: host, method: "CALL", path: "/\(open.call.target)/\(open.call.action)",
      status: failure?.status ?? 200, duration: .nanoseconds(Clock.now - open.began), trace: open.call.trace?.trace)
    settings.tell(DoorEvent(.info, "call", failure?.reason ?? "called elsewhere", request: about))
  }

  // Makes a call once more, of which nobody has had anything; or it ends so.
  func makeAgain(
    _ open: OpenCall, at once: Bool = false, isCounted: Bool = true, _ failure: Failure?,
    _ end: @escaping @Sendable () -> ElsewhereEnd
  ) {
    let now = Clock.now
    isLate(open, as: .nobodyTook(open.path))
    let due = state.withLock { state -> Int64? in
      guard !open.isOver else { return nil }
      guard state.takesRepeat(open, now, isCounted: isCounted) else { return .max }
      if once { return now }
      var generator = SystemRandomNumberGenerator()
      let due = now + open.backoff.next(using: &generator)
      state.later[ObjectIdentifier(open)] = (due, open)
      return due
    }
    switch due {
    case nil: break
    case .some(.max): finish(open, failure ?? .nobodyHas, host: failure?.details["host"]?.text ?? "", end)
    case .some(now): go(open)
    case .some(let due): link.wake(at: due)
    }
  }

  /// No call is made any more: those that are open are given up where they were made.
  func end() {
    let calls = state.withLock { state in
      state.isOver = true
      state.questions = [:]
      return state.calls.values.map { open in
        let wasSent = !open.ways.isEmpty || open.isUnsure
        open.isGivenUp = true
        return (open, state.remove(open) ?? [], wasSent)
      }
    }
    for (_, sent, _) in calls { for way in sent { cancel(way.reply, way.connection) } }
    for (open, _, wasSent) in calls {
      let fault = wasSent ? Failure.outcomeUnknown(open.path) : .unreachable(open.path)
      open.call.end(.fault(fault))
      tell(open, fault)
    }
    ended()
  }
}

extension Failure {
  /// What the log says of such a call; its caller hears it from the host, which looks for a fallback first.
  static let nobodyHas = Failure(.notFound, "no_such_component", "")
}
