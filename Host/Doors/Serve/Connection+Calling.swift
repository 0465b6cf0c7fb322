import ComponentHost
import ComponentKit
import Synchronization

// How a call is made and answered.
extension Connection {
  // Behind a call's time its action has a moment to notice, before its client hears that it did not.
  private static let patience = Duration.milliseconds(500)

  /// The call of a request; nil where there is no room for it, which is answered.
  func begin(_ http: HTTPCall, _ thread: ServingThread) -> ServedCall? {
    let url = http.call.url
    let known = core.figures.known(url.host, url.path.count == 1 ? url.path[0] : "")
    let figures = known ?? core.figures.others
    let share = known?.share ?? core.figures.share(of: url.host)
    guard core.begin(figures, share) else {
      answer(RequestRefusal.busy.about(RequestWords(http)), thread)
      return nil
    }
    let cancellation = self.cancellation ?? Cancellation(core.host.mediator)
    self.cancellation = cancellation
    let call = ServedCall(http, for: self, figures, share, cancellation, at: thread.now)
    self.call = call
    (phase, hasStream) = (.calling, false)
    let limit = (http.timeLimit.map { $0 + Connection.patience })?.nanoseconds ?? .max
    let (due, overflow) = thread.now.addingReportingOverflow(limit)
    callDue = overflow ? .max : due
    // The leader looks in time, which reads all requests.
    core.nextCallDue = min(core.nextCallDue, callDue)
    core.nextSweep = min(core.nextSweep, callDue)
    waitForCall(from: thread.now)
    return call
  }

  /// Until its time is over; where it tells of progress, until it shows that the door is there.
  func waitForCall(from now: Int64) {
    let left = Duration.nanoseconds(callDue - now)
    wait(for: call?.http.accept.takesEvents == true ? min(left, core.settings.heartbeat) : left, from: now)
  }

  /// Answers what has come of the call; false where it goes on.
  func answerCall(_ thread: ServingThread) -> Bool {
    guard let call else {
      phase = .idle
      return true
    }
    let terms = request?.terms ?? ResponseWriter.Terms(closes: true)
    // A client that does not read hears of the latest progress once it does.
    if call.http.accept.takesEvents, !isStuck, let told = call.takeProgress() {
      beginStream(terms, thread, about: call)
      var event: [UInt8] = []
      HTTPCall.append(progress: told.fraction, told.message, to: &event)
      thread.writer.append(piece: event, terms, to: &thread.output)
    }
    guard let outcome = call.result else { return false }
    self.call = nil
    switch outcome {
    case .answer(let answer): self.answer(answer, thread, about: call)
    case .end(.failure(let failure)) where !hasStream:
      answer(call.http.answer(to: .failure(failure)), thread, about: call)
    case .end(let result):
      beginStream(terms, thread, about: call)
      var event: [UInt8] = []
      call.http.append(end: result, to: &event)
      thread.writer.append(piece: event, terms, to: &thread.output)
      // The stream said 200 before it was known how it ends.
      core.tell(of: call, result.status, self)
      thread.writer.appendEnd(terms, to: &thread.output)
      finish(closes: terms.closes || !terms.isCurrent || isDraining, thread)
    }
    return true
  }

  func beginStream(_ terms: ResponseWriter.Terms, _ thread: ServingThread, about call: ServedCall? = nil) {
    if hasStream { return }
    hasStream = true
    var answer = HTTPAnswer(.ok, .events)
    // It may be named in the log later, and nothing is said behind this.
    if let call { answer.fields.append(("X-Request-Id", call.name.id)) }
    thread.writer.appendStart(answer, terms, to: &thread.output)
  }

  /// Shows who hears of progress or events that the door is there.
  func beat(_ thread: ServingThread) {
    guard !isStuck, let terms = request?.terms else { return }
    beginStream(terms, thread, about: call)
    var event: [UInt8] = []
    EventStream.appendHeartbeat(to: &event)
    thread.writer.append(piece: event, terms, to: &thread.output)
  }

  /// Answers the request. It is put together, and goes out with the next `flush`.
  func answer(_ answer: HTTPAnswer, _ thread: ServingThread, closes: Bool = false, about call: ServedCall? = nil) {
    var answer = answer
    var terms = request?.terms ?? ResponseWriter.Terms()
    terms.closes = terms.closes || closes || isDraining
    if call == nil, let refusal = answer.refusal { core.note(refusal, answer.status, self) }
    if let call {
      core.tell(of: call, answer.status, self)
      if let id = call.knownID { answer.fields.append(("X-Request-Id", id)) }
    }
    thread.writer.append(answer, terms, to: &thread.output)
    finish(closes: terms.closes, thread)
  }

  /// The request was answered.
  func finish(closes: Bool, _ thread: ServingThread) {
    (request, hasStream) = (nil, false)
    phase = hasInput ? .reading : .idle
    saidLast = saidLast || closes
    wait(for: phase == .idle ? core.settings.idleTime : core.settings.headTime, from: thread.now)
  }
}

extension DoorCore {
  /// The figures of the action that a call's path names, which is kept apart from now on; nil where none of the name is
  /// registered, or the caller may not reach it: figures that everybody may read tell of nothing else.
  func learned(_ call: ServedCall) -> ActionFigures? {
    let url = call.http.call.url
    guard url.path.count == 1 else { return nil }
    if call.http.call.isOwners {
      guard case .yes = host.mediator.has(url.host, url.path[0]) else { return nil }
    } else if !host.isOpenNow(url.host, url.path[0]) {
      return nil
    }
    return figures.learn(url.host, url.path[0])
  }

  /// Counts a request that was refused, and tells the log of it, where it wants to know.
  fileprivate func note(_ refusal: HTTPAnswer.Refused, _ status: HTTPStatus, _ connection: Connection) {
    if refusal.isCounted { figures.count(refusal.reason) } else { tellOverload(refusal) }
    guard settings.tellsCalls else { return }
    guard let request = refusal.request else {
      let client = connection.isLocal ? "" : " from=\(connection.client)"
      return tell(
        .info, "refused_request",
        "a request is refused: \(status.rawValue) \(refusal.reason): \(refusal.message)\(client)")
    }
    tell(
      .info, "refused_request", "a request is refused: \(refusal.reason): \(refusal.message):",
      about(request, request.id ?? ids.make(), status.rawValue, connection))
  }

  /// That there is no room is told once in a while, however many hear so.
  func tellOverload(_ answer: HTTPAnswer) { if let refusal = answer.refusal { tellOverload(refusal) } }

  private func tellOverload(_ refusal: HTTPAnswer.Refused) {
    guard [RequestRefusal.noRoom, RequestRefusal.noPlace].contains(refusal.reason) else { return }
    let (now, before) = (Clock.now, lastOverload.load(ordering: .relaxed))
    guard before == 0 || now - before > DoorCore.overloadPace,
      lastOverload.compareExchange(expected: before, desired: now, ordering: .relaxed).exchanged
    else { return }
    tell(
      .warning, "overload", "who comes is refused with 503, which /metrics counts: \(refusal.message)")
  }

  /// Tells the log of a call, where it wants to know.
  func tell(of call: ServedCall, _ status: HTTPStatus, _ connection: Connection) {
    // Of what has no room there would be too much.
    let isFault = status.rawValue >= 500 && status != .unavailable
    guard settings.tellsCalls || isFault else { return }
    tell(
      isFault ? .warning : .info, "call", isFault ? "a call failed:" : "a call:",
      about(call, status.rawValue, connection))
  }

  /// The same of a call whose client has gone: no status was sent, and what proxies write in its place is 499.
  func tellGivenUp(_ call: ServedCall, _ connection: Connection) {
    if settings.tellsCalls { tell(.info, "call", "a client has gone:", about(call, 499, connection)) }
  }

  private func about(_ call: ServedCall, _ status: Int, _ connection: Connection) -> DoorEvent.AboutRequest {
    about(RequestWords(call.http), call.name.id, status, connection, .nanoseconds(Clock.now - call.began))
  }

  private func about(
    _ request: RequestWords, _ id: String, _ status: Int, _ connection: Connection, _ duration: Duration = .zero
  ) -> DoorEvent.AboutRequest {
    DoorEvent.AboutRequest(
      id: id, client: connection.isLocal ? "" : connection.client, method: request.method, path: request.path,
      status: status, duration: duration, trace: request.trace)
  }
}

extension Result<Value, Failure> {
  // As an answer would say it.
  fileprivate var status: HTTPStatus {
    if case .failure(let failure) = self { HTTPStatus(rawValue: failure.status) } else { .ok }
  }
}

extension Connection {
  fileprivate var client: String { Listener.name(of: socket, peer: true) }
}
