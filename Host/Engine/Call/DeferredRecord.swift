import ComponentABI
import ComponentKit

/// A call that outlived its action: its own parameters, its listener, and the one state that all threads agree on.
///
/// Exactly one end wins: the component's, the deadline's, or the caller's who gives up. No lock is held while the
/// winner is heard; progress that is just being told is finished first.
final class DeferredRecord: CancelListener, Timed, @unchecked Sendable {
  // Sendable: what changes is touched under the gate only.
  let frame: UnsafeMutablePointer<Frame>
  let callPath: [String]
  /// Those of the serial targets that would wait for themselves if this call came back to them.
  let heldGates: [UnsafeMutableRawPointer]
  // What it and those around it run, the innermost first.
  private let entries: [UnsafeMutablePointer<Entry>]
  /// Those of the calls around it as well.
  let questions: [UnsafeMutablePointer<Entry>]
  /// What goes with the call from outside in whose service it is made; nil where there is none.
  let outside: OutsideOrigin?
  private let request: UnsafeMutablePointer<component_request>
  private let parameters: ParameterCopy
  private let parent: DeferredRecord?
  /// By which it can be given up, and those around it.
  let cancellations: [Cancelled]
  private let core: UnsafeMutablePointer<Core>
  private let gate = Gate()
  // From its beginning to its end, where somebody wants to know.
  private let span: OpenSpan?

  private var state = State()
  private struct State {
    var end: EndedBy?
    var isHeard = false
    var telling = 0
    var postponed: Outcome?
    var holds = 0
    var onCancel: CancelHandler?
    var result = COMPONENT_OK
    var isTimed = false
    // Its action runs, elsewhere, and may take as long as it likes: the limit is of what a component keeps.
    var isRunning = false
    // The interceptors' actions that have let it pass, and may wait for its end.
    var passedBy: [UnsafeMutablePointer<Entry>] = []
    // Let go when the component is done with the call: its turn and its instance, then the component itself.
    var lease: CallLease?
    var hold: GenerationHold?
    // Of the component that started the call: let go when it has heard the end.
    var callersHold: GenerationHold?
    // As long as it is called elsewhere.
    var elsewhere: ElsewhereCall?
  }

  /// What it and those around it run, the innermost first, and behind that what has let it pass: within the call all of
  /// it is under way.
  func eachEntry(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
    entries.forEach(body)
    gate.locked { state.passedBy }.forEach(body)
  }

  /// Interceptors' actions let it pass, perhaps once more.
  func pass(by questions: [UnsafeMutablePointer<Entry>]) {
    gate.locked { state.passedBy += questions.filter { !state.passedBy.contains($0) } }
    // What is asked about is meant, and not the question itself, which may have been kept until it could be asked.
    if request.pointee.isQuestion { parent?.pass(by: questions) }
  }

  /// The side that ended the call.
  enum EndedBy { case component, host }

  /// Takes over from a frame on the stack of this thread: copies what was borrowed.
  ///
  /// - Parameter stage: where it is held up.
  init(
    _ origin: UnsafeMutablePointer<Frame>, core: UnsafeMutablePointer<Core>, _ stage: OpenSpan.Stage = .deferred
  ) {
    self.core = core
    span = core.pointee.tracer.map { OpenSpan($0, origin.pointee, stage) }
    callPath = origin.callPath
    // A thread that waits for the call keeps the turns that it has, of whatever call they are, until it has ended.
    let isWaitedFor = origin.pointee.request.pointee.isWaitedFor
    heldGates = origin.heldGates + (isWaitedFor ? ThreadState.current.gates : [])
    questions = origin.questions
    outside = origin.outside
    var entries: [UnsafeMutablePointer<Entry>] = []
    origin.eachEntry { entries.append($0) }
    let call = origin.pointee.call
    // An observer, say, stands in no frame.
    let doings = ThreadState.current.doings(for: call.host.seat)
    for doing in doings where !entries.contains(doing) { entries.append(doing) }
    self.entries = entries
    parameters = ParameterCopy(call)
    cancellations = origin.cancellations
    parent = origin.record
    frame = .allocate(capacity: 1)
    // Of the request, the listener and the flags outlive the call that made it.
    request = .allocate(capacity: 1)
    let asked = origin.pointee.request.pointee
    request.initialize(to: component_request(parameters.target, parameters.action, asked.flags, asked.ended))
    request.pointee.parameters = parameters.entries
    request.pointee.parameter_count = call.parameter_count
    request.pointee.progressed = asked.progressed
    request.pointee.context = asked.context
    request.pointee.deadline = call.deadline
    request.pointee.hints = parameters.hints
    request.pointee.hint_count = call.hint_count
    var copy = Frame(
      call: call, request: request, entry: origin.pointee.entry, parent: nil, lease: nil, depth: origin.pointee.depth,
      isWatched: origin.pointee.isWatched, stage: .deferred)
    copy.call.target = parameters.target
    copy.call.action = parameters.action
    copy.call.parameters = parameters.entries
    copy.call.hints = parameters.hints
    frame.initialize(to: copy)
    state.lease = origin.pointee.lease?.takeUnretainedValue()
    state.hold = (origin.pointee.entry?.pointee.generation.takeUnretainedValue()).map(GenerationHold.init)
    frame.pointee.record = Unmanaged.passUnretained(self)
    // An interceptor that defers may let the call pass on any thread, and waits for its end then.
    if asked.isQuestion, let entry = origin.pointee.entry { parent?.pass(by: [entry]) }
    for cancellation in self.cancellations { cancellation.add(self) }
    // A cancellation that was used meanwhile has ended the call, and told it to leave all of them before it was added
    // to the rest.
    if hasEnded { for cancellation in self.cancellations { cancellation.remove(self) } }
  }

  deinit {
    frame.deallocate()
    request.deallocate()
  }

  var hasEnded: Bool { gate.locked { state.end != nil } }

  /// Whether the caller, or a caller of the caller, has stopped waiting.
  var isGivenUp: Bool {
    if isTakenBack || frame.overrun != nil { return true }
    return parent?.isGivenUp ?? false
  }

  /// Whether it has ended without the component.
  var isTakenBack: Bool { gate.locked { state.end == .host } }

  /// When the wait for the call ends.
  var deadline: Int64 {
    let own = frame.pointee.call.deadline
    if own != 0 { return own }
    return gate.locked { state.isRunning } ? .max : core.pointee.limit
  }

  /// Its action runs, on no thread of this process.
  func runsElsewhere() { gate.locked { state.isRunning = true } }

  /// The component keeps it: it has the limit of such calls from now on.
  func isKept() {
    gate.locked { state.isRunning = false }
    if !watch() { giveUp(.unwatched(frame.pointee.path)) }
  }

  // MARK: elsewhere

  /// Whether somebody hears of progress: what it carries on always does, and tells whoever asks for that.
  var hearsProgress: Bool {
    if request.pointee.carriesOn, let parent { return parent.hearsProgress }
    return request.pointee.progressed != nil
  }

  /// It is called elsewhere from now on, and so is the call that it carries on.
  func goes(_ call: ElsewhereCall) {
    let around = request.pointee.carriesOn ? parent : nil
    around?.goes(call)
    let isLate = gate.locked {
      if !state.isHeard { state.elsewhere = call }
      return state.isHeard
    }
    if isLate { around?.isBack(from: call) }
  }

  /// It is not any more. The call that it carries on may go elsewhere for another time by then.
  func isBack(from call: ElsewhereCall) {
    let isThat = gate.locked {
      guard state.elsewhere === call else { return false }
      state.elsewhere = nil
      return true
    }
    if isThat, request.pointee.carriesOn { parent?.isBack(from: call) }
  }

  /// That host has answered it.
  func isAnswered(by host: String) {
    span?.note(["host": .text(host)])
    guard frame.pointee.request.pointee.flags & COMPONENT_REQUEST_FROM != 0 else { return }
    progress(COMPONENT_PROGRESS_FROM, host)
  }

  /// Tells progress that comes from elsewhere.
  func progress(_ fraction: Double, _ message: String) {
    var message = message
    message.withUTF8 { message in
      var told = component_progress(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_progress>.size), fraction: fraction,
        message: component_text(message))
      _ = progress(&told)
    }
  }

  // Whether something was done for it nobody knows, elsewhere.
  private func late(_ failure: Failure) -> Failure {
    guard failure.code == .timedOut else { return failure }
    return gate.locked { state.elsewhere }?.late ?? failure
  }

  // MARK: the component's holds

  func retainForComponent() {
    gate.locked { state.holds += 1 }
    _ = Unmanaged.passUnretained(self).retain()
  }

  func releaseForComponent() {
    let isLast = gate.locked {
      state.holds -= 1
      return state.holds == 0
    }
    if isLast {
      let failure = Failure(.failed, "no_reply", "\(frame.pointee.path) gave its deferred call back without a reply")
      let outcome = Outcome.failure(failure.byHost)
      _ = end(frame.verdict(on: outcome) ?? outcome, by: .host)
      componentIsDone()
    }
    Unmanaged.passUnretained(self).release()
  }

  private func componentIsDone() {
    // Let go outside the lock, one after the other.
    _ = gate.locked {
      defer { state.lease = nil }
      return state.lease
    }
    _ = gate.locked {
      defer { state.hold = nil }
      return state.hold
    }
  }

  // MARK: the end

  /// The component's own end. False if the call had ended, or ends so now because its deadline has passed; `again` tells
  /// whether by the component itself.
  func endByComponent(_ outcome: Outcome) -> (ended: Bool, again: Bool) {
    var verdict = frame.verdict(on: outcome)
    if case .failure(let failure) = verdict { verdict = .failure(late(failure).byHost) }
    if end(verdict ?? outcome, by: .component) {
      componentIsDone()
      return (verdict == nil, false)
    }
    let again = gate.locked { state.end == .component }
    componentIsDone()
    return (false, again)
  }

  func timeOut() {
    let path = frame.pointee.path
    if frame.pointee.call.deadline != 0 { return giveUp(.late(path)) }
    let limit = Duration.nanoseconds(core.pointee.timeLimit).inSeconds
    giveUp(Failure(.timedOut, "", "\(path) did not reply within \(limit)"))
  }

  // The deadline may have passed before the call was given up, with no look at the clock in between: while an
  // interceptor works on its caller's thread, say.
  func giveUp() { giveUp((frame.overrun ?? .givenUp).failure(frame.pointee.path)) }

  private func giveUp(_ failure: Failure) {
    _ = end(.failure(late(failure).byHost), by: .host, tellsComponent: true)
  }

  // The hold is taken as the end is decided: while the end is heard the component may be done with the call, and be shut
  // down before its handler has run and is released. The handler is taken once the end was heard, as a later one may
  // take its place until it is called.
  private func end(_ outcome: Outcome, by: EndedBy, tellsComponent: Bool = false) -> Bool {
    let (isFirst, isNow, hasHandler, hold) = gate.locked { () -> (Bool, Bool, Bool, GenerationHold?) in
      guard state.end == nil else { return (false, false, false, nil) }
      state.end = by
      state.result = outcome.code
      // Counted as telling, so that the end is not heard before it is kept.
      if state.telling > 0 { state.telling += 1 }
      return (true, state.telling == 0, state.onCancel != nil, state.hold)
    }
    guard isFirst else { return false }
    if isNow {
      hear(outcome)
    } else {
      // Outside the lock, as the `retain` of what is in it is the component's own code.
      let kept = outcome.kept()
      gate.locked { state.postponed = kept }
      stopTelling()
    }
    withExtendedLifetime(hold) {
      let handler = hasHandler ? gate.locked { exchange(&state.onCancel, with: nil) } : nil
      if tellsComponent { handler?.call() }
    }
    return true
  }

  private func hear(_ outcome: Outcome) {
    span?.end()
    outcome.tell(frame.pointee.sink)
    let (isTimed, callersHold, elsewhere) = gate.locked {
      state.isHeard = true
      gate.wake()
      return (state.isTimed, exchange(&state.callersHold, with: nil), state.elsewhere)
    }
    withExtendedLifetime(callersHold) {}
    if let elsewhere { isBack(from: elsewhere) }
    for cancellation in cancellations { cancellation.remove(self) }
    if isTimed { Timekeeper.shared.forget() }
  }

  /// Tells progress; false once the call has ended.
  func progress(_ progress: UnsafePointer<component_progress>) -> Bool {
    let goesOn = gate.locked {
      if state.end == nil { state.telling += 1 }
      return state.end == nil
    }
    guard goesOn else { return false }
    let sink = frame.pointee.sink
    sink.progressed?(sink.context, progress)
    stopTelling()
    return true
  }

  // An end that came while progress was told is heard behind it.
  private func stopTelling() {
    let postponed = gate.locked {
      state.telling -= 1
      return state.telling == 0 ? exchange(&state.postponed, with: nil) : nil
    }
    if let postponed { hear(postponed) }
  }

  // MARK: who waits

  /// Waits for the end, or leaves it to whoever brings it.
  ///
  /// - Parameter caller: who started the call and goes on; nil where its thread waits.
  func settle(startedBy caller: UnsafePointer<Seat>?) -> Int32 {
    guard let caller else { return wait() }
    if let generation = caller.pointee.generation?.takeUnretainedValue() {
      let hold = GenerationHold(generation)
      gate.locked { if !state.isHeard { state.callersHold = hold } }
    }
    // A call in the service of another one is over with that one, which is watched.
    if watch() || frame.pointee.request.pointee.isRelayed { return COMPONENT_OK }
    giveUp(.unwatched(frame.pointee.path))
    return gate.locked { state.result }
  }

  // Waits until the end was heard.
  private func wait() -> Int32 {
    guard let span, !hasEnded else { return waitForEnd() }
    return core.trace(.wait, "until \(span.name) has ended", span.details) { waitForEnd() }
  }

  private func waitForEnd() -> Int32 {
    let deadline = self.deadline
    let inTime = gate.locked {
      while !state.isHeard, state.end == nil {
        if !gate.wait(until: deadline) { return false }
      }
      return true
    }
    if !inTime { timeOut() }
    return gate.locked {
      while !state.isHeard { gate.wait() }
      return state.result
    }
  }

  /// Leaves the deadline to the timekeeper; false where no thread can watch it.
  private func watch() -> Bool {
    let deadline = self.deadline
    guard deadline != .max else { return true }
    let isNew = gate.locked {
      guard state.end == nil, !state.isTimed else { return false }
      state.isTimed = true
      return true
    }
    if !isNew || Timekeeper.shared.add(self, deadline: deadline) { return true }
    gate.locked { state.isTimed = false }
    return false
  }

  func whenCancelled(_ handler: CancelHandler) {
    // The one before goes outside the lock: its `release` is the component's own code, and may ask about the call.
    let (isLate, replaced) = gate.locked {
      (state.end == .host, exchange(&state.onCancel, with: state.end == nil ? handler : nil))
    }
    withExtendedLifetime(replaced) {}
    if isLate { return handler.call() }
    // The action may hold its thread until it is told.
    if frame.pointee.call.deadline != 0, !watch() { giveUp(.unwatched(frame.pointee.path)) }
  }
}
