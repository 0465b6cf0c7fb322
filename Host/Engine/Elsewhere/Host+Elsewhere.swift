import ComponentABI
import ComponentKit
import Synchronization

// The rung of the ladder between "not in the folders" and the fallback.
extension Host {
  /// Who makes calls on other hosts, as the policy says; nil for nobody. A door to a cluster puts itself here as it opens, and takes
  /// itself out as it closes.
  public var elsewhere: (any Elsewhere)? {
    get { others.withLock { $0 } }
    set { withExtendedLifetime(others.withLock { exchange(&$0, with: newValue) }) {} }
  }

  /// Who makes the calls of a target that is not here; nil where nobody does, or the policy does not say so.
  func elsewhere(for target: String) -> (any Elsewhere)? { settings.policy.elsewhere.covers(target) ? elsewhere : nil }

  /// Has a call made elsewhere; nil where nobody does that. Asked only where `mayGoElsewhere`, so that a miss costs others nothing.
  ///
  /// - Parameter failure: what it ends with where nobody has it there either, and no fallback answers.
  func goElsewhere(_ dispatch: Dispatch, _ failure: Failure) -> Int32? {
    // What an interceptor is asked stays here.
    if dispatch.request.pointee.isQuestion { return nil }
    guard let others = elsewhere(for: dispatch.request.pointee.target.string) else { return nil }
    let attempt = Attempt(dispatch, .nothing(by: dispatch.seat))
    guard attempt.hasRoom else { return dispatch.failTooDeep(attempt.parent) }
    if !attempt.isFine, let fault = attempt.borderFault() { return dispatch.end(fault) }
    var frame = attempt.frame()
    if let fault = dispatch.over(&frame) { return dispatch.end(fault) }
    let trip: Trip
    do throws(Failure) { trip = try Trip(dispatch, attempt.parent) } catch { return dispatch.end(error) }
    let record = DeferredRecord(&frame, core: dispatch.seat.pointee.core, .elsewhere)
    let way = ElsewhereWay(record, dispatch.seat, failure, self)
    let call = way.call(dispatch, trip)
    record.goes(call)
    record.whenCancelled(CancelHandler.telling(call))
    others.begin(call)
    if dispatch.waits { way.follow(call) }
    return record.settle(startedBy: dispatch.starter)
  }
}

/// What a call takes with it on its way to another host.
private struct Trip {
  let parameters: Fields
  let hints: Fields
  let journey: CallJourney
  let minimum: Version?
  let trace: TraceParent?

  /// Fails where it may not go.
  init(_ dispatch: Dispatch, _ parent: UnsafeMutablePointer<Frame>?) throws(Failure) {
    let request = dispatch.request.pointee
    let name = ComponentName.root(of: request.target.utf8)
    let outside = parent?.outside
    var journey = outside?.journey ?? CallJourney()
    if journey.components.contains(name) {
      throw Failure(
        .notFound, Failure.notHere,
        "the component \(quoted(name)) is not here, and the call has come from elsewhere for it already",
        details: ["component": .text(name)])
    }
    guard journey.hops < CallJourney.hopLimit else {
      throw Failure(
        .refused, "too_many_hops", "the call has come through \(journey.hops) hosts, and goes to no other one",
        details: ["hops": .int(journey.hops)])
    }
    journey.hops += 1
    journey.components.append(name)
    self.journey = journey
    parameters = Fields(
      copying: UnsafeBufferPointer(
        start: request.parameters, count: request.parameters == nil ? 0 : request.parameter_count))
    if let (key, _) = parameters.first(where: { $0.value.isLocal }) {
      throw Failure(
        .invalidParameters, "local_parameters",
        "the parameter \(quoted(key)) holds an object or a function, which can't leave the process, and "
          + "\(dispatch.request.path) is called elsewhere",
        details: ["parameter": .text(excerpt(key))])
    }
    hints = Fields(
      copying: UnsafeBufferPointer(start: request.hints, count: request.hints == nil ? 0 : request.hint_count))
    if let (key, _) = hints.first(where: { $0.value.isLocal }) {
      throw Failure(
        .invalidParameters, "local_hints",
        "the hint \(quoted(key)) holds an object or a function, which can't leave the process, and "
          + "\(dispatch.request.path) is called elsewhere",
        details: ["hint": .text(excerpt(key))])
    }
    trace = outside?.trace.flatMap { TraceParent($0.lent.string) }
    let needs = dispatch.seat.pointee.generation?.takeUnretainedValue().needs ?? []
    minimum = needs.first { $0.name == name && $0.minimum > Version(0) }?.minimum
  }
}

/// What becomes of a call elsewhere, on a thread that may run its caller's code.
private final class ElsewhereWay: CrewJob, @unchecked Sendable {
  // Sendable: seats are never freed, and the call is set before it is begun.
  private let record: DeferredRecord
  private let seat: UnsafePointer<Seat>
  private let failure: Failure
  private let host: Host
  private weak var call: ElsewhereCall?

  init(_ record: DeferredRecord, _ seat: UnsafePointer<Seat>, _ failure: Failure, _ host: Host) {
    (self.record, self.seat, self.failure, self.host) = (record, seat, failure, host)
  }

  func call(_ dispatch: Dispatch, _ trip: Trip) -> ElsewhereCall {
    let request = dispatch.request.pointee
    let deadline = record.deadline
    let call = ElsewhereCall(
      request.target.string, request.action.string, trip.parameters, minimum: trip.minimum,
      deadline: deadline == .max ? nil : deadline, trace: trip.trace, trip.journey,
      hints: trip.hints, hearsProgress: record.hearsProgress, reads: request.flags & COMPONENT_REQUEST_READS != 0,
      waits: host.settings.policy.elsewhere.waits, isTaken: dispatch.waits
    ) { _ in self.host.loader.crew.bring(self) }
    self.call = call
    return call
  }

  /// Takes what becomes of the call, until it has ended: on its caller's thread, which waits.
  func follow(_ call: ElsewhereCall) {
    // The host's own limit would begin anew each time that it is read.
    let deadline = call.deadline ?? .max
    while !record.hasEnded {
      guard let news = call.next(until: deadline) else {
        if !record.hasEnded { record.timeOut() }
        return
      }
      if take(news) { return }
    }
  }

  // The same on a thread of the crew, as far as it has come.
  func work() {
    guard let call else { return }
    while let news = call.nextNow() { if take(news) { return } }
  }

  // Whether it was the end.
  private func take(_ news: ElsewhereCall.News) -> Bool {
    switch news {
    case .progress(let part, let message):
      record.progress(part ?? -1, message)
      return false
    case .end(let found):
      take(found())
      return true
    }
  }

  private func take(_ end: ElsewhereEnd) {
    // Whoever was called has had its say: what comes late from here on is late here.
    switch end {
    case .reply, .failure, .nobody: if let call { record.isBack(from: call) }
    case .fault: break
    }
    switch end {
    case .reply(let value, let name):
      record.isAnswered(by: name)
      _ = record.endByComponent(.reply(value))
    case .failure(let failure):
      if let name = failure.details["host"]?.text { record.isAnswered(by: name) }
      _ = record.endByComponent(.failure(failure))
    case .fault(let failure): _ = record.endByComponent(.failure(failure.byHost))
    case .nobody:
      Relay.carryOn(record, from: seat) { dispatch in
        _ = host.askFallback(dispatch, failure) ?? dispatch.end(failure)
      }
    }
  }
}

extension CancelHandler {
  /// Tells a call elsewhere that nobody waits for it any more.
  fileprivate static func telling(_ call: ElsewhereCall) -> CancelHandler {
    CancelHandler(
      { context in if let context { Unmanaged<ElsewhereCall>.fromOpaque(context).takeUnretainedValue().isOver() } },
      Unmanaged.passRetained(call).toOpaque(),
      { context in if let context { Unmanaged<ElsewhereCall>.fromOpaque(context).release() } })
  }
}
