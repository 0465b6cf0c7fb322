import ComponentABI
import ComponentKit

/// One call that is intercepted. To its caller it is a deferred call, so deadline and cancellation hold while
/// interceptors think about it.
final class Interception: Sendable {
  let chain: Chain
  let record: DeferredRecord
  /// What the call's URL leads to; nil for a call by names.
  let search: URLSearch?
  /// What the call's map key leads to; nil for any other call.
  let key: KeySearch?
  // Safe: seats are never freed, and what one says is settled before calls are made from it.
  private nonisolated(unsafe) let seat: UnsafePointer<Seat>

  var host: Host { seat.pointee.core.pointee.host.takeUnretainedValue() }

  init(
    _ chain: Chain, _ record: DeferredRecord, _ seat: UnsafePointer<Seat>, _ search: URLSearch?, _ key: KeySearch?
  ) {
    self.chain = chain
    self.record = record
    self.search = search
    self.key = key
    self.seat = seat
  }

  var source: InterceptedCall.Source {
    if seat.pointee.callFlags & COMPONENT_CALL_REMOTE != 0 { return .remote }
    return seat.pointee.generation.map { .component($0.takeUnretainedValue().name) } ?? .program
  }

  /// How long what is done for the call waits.
  var patience: Patience { search?.patience(record) ?? Patience(record, by: seat) }

  // These find out where a URL leads, and may load components for that.

  /// What was asked for.
  var asked: Aim { (key?.shown ?? candidate).map(Aim.init) ?? named }

  var isRouted: Bool { (candidate?.isRouted ?? false) || isKnownRouted }

  var parameters: Fields { candidate?.parameters ?? Fields(copying: entries) }

  var hints: Fields {
    let call = record.frame.pointee.call
    return (key?.shown ?? candidate)?.hints
      ?? Fields(copying: UnsafeBufferPointer(start: call.hints, count: call.hints == nil ? 0 : call.hint_count))
  }

  func withParameters(_ body: (UnsafeBufferPointer<component_entry>) -> Void) {
    guard let candidate else { return body(entries) }
    _ = candidate.withBorrowedParameters { parameters in
      body(UnsafeBufferPointer(parameters))
      return COMPONENT_OK
    }
  }

  private var candidate: Candidate? {
    if case .success(let candidate?) = search?.told(patience) { candidate } else { nil }
  }

  // These load nothing.

  var isKnownRouted: Bool {
    search?.known?.isRouted ?? (record.frame.pointee.call.flags & COMPONENT_CALL_ROUTED != 0)
  }

  /// What is called, in words.
  var knownPath: String {
    guard let search else { return named.path }
    return search.known.map { Aim($0).path } ?? search.opening.url.shown
  }

  /// What counts as one action: the one that is called, or, where a URL leads to what is not loaded, all that the
  /// component of its host part answers; of URLs that can be no call all of one scheme.
  var actionShare: String {
    guard let search else { return asked.path }
    let url = search.opening.url
    if !url.isCall { return url.scheme }
    return search.foreseen(for: record).map { Aim($0).path } ?? ComponentName.root(of: url.host.utf8)
  }

  // As the caller wrote it, or as its key was found.
  private var named: Aim {
    if let key { return Aim(key.known) }
    let call = record.frame.pointee.call
    return Aim(target: call.target.string, action: call.action.string)
  }

  private var entries: UnsafeBufferPointer<component_entry> {
    let call = record.frame.pointee.call
    return UnsafeBufferPointer(start: call.parameters, count: call.parameters == nil ? 0 : call.parameter_count)
  }

  /// The end of the call as its caller hears it: a reply that an interceptor gives in an action's place keeps to that
  /// action's signature where the action's own reply would have to, or the call fails.
  ///
  /// Of what is not loaded nothing is known: nothing is loaded for that.
  func held(_ outcome: Outcome) -> Outcome {
    let isChecked =
      seat.pointee.core.pointee.checksReplies || seat.pointee.callFlags & COMPONENT_CALL_REMOTE != 0
    // Of a failure it is not found out where the call leads: what is said of it would change.
    guard isChecked, outcome.code == COMPONENT_OK, let asked = knownAim else { return outcome }
    let misfit =
      switch outcome {
      case .borrowedReply(let reply): host.misfit(of: reply.pointee, from: asked)
      case .reply(let reply): reply.withBorrowed { host.misfit(of: $0.pointee, from: asked) }
      case .borrowedFailure, .failure: nil as String?
      }
    return misfit.map { .failure(.mistypedReply($0, inPlaceOf: asked).byHost) } ?? outcome
  }

  private var knownAim: Aim? {
    guard let search else { return named }
    return search.foreseen(for: record).map(Aim.init)
  }

  // MARK: on the way

  /// Asks the interceptor of that place, or the action behind the last one.
  func go(on index: Int, aim: Aim?, changed: Fields?, heard: @escaping @Sendable (Outcome) -> Void) {
    guard index < chain.interceptors.count else { return run(aim, changed, heard) }
    let call = InterceptedCall(self, index: index, aim: aim, changed: changed, heard: heard)
    // What an interceptor calls is a part of the call that it sees.
    let thread = ThreadState.current
    let outer = (thread.pointee.frame, thread.pointee.telling)
    // One that another call asks may be waited for there, so its ends can't be told behind those of this one.
    if outer.0 != record.frame { thread.pointee.telling = nil }
    thread.pointee.frame = record.frame
    chain.interceptors[index].run(call)
    (thread.pointee.frame, thread.pointee.telling) = outer
  }

  // Behind the last interceptor.
  private func run(_ aim: Aim?, _ changed: Fields?, _ heard: @escaping @Sendable (Outcome) -> Void) {
    var hears = heard
    if let changed, source == .remote { hears = { heard(self.withoutMistakes(of: $0, changed)) } }
    // An aim that repeats what was asked for changes nothing.
    if let search, aim == nil || search.isOver && aim == asked { return run(search, changed, hears) }
    if let key, aim == nil, run(key, changed, hears) { return }
    let aim = aim ?? named
    withParameters(changed) { start(aim.target, aim.action, $0, hears) }
  }

  /// Lends the caller's parameters, or what interceptors have made of them.
  func withParameters(_ changed: Fields?, _ body: (UnsafeBufferPointer<component_entry>) -> Void) {
    guard let changed else { return withParameters(body) }
    // A text that was typed without a type, or came from JSON, stays one.
    withParameters { entries in
      let fromJSON = entries.contains { $0.value.hasText(COMPONENT_VALUE_JSON) }
      let loose = entries.filter { $0.value.hasText(COMPONENT_VALUE_LOOSE) }.map(\.key.string)
      let original = Fields(copying: entries)
      changed.withBorrowed(loose: loose.filter { changed[$0] == original[$0] }, fromJSON: fromJSON) {
        body(UnsafeBufferPointer($0))
      }
    }
  }

  // Where no interceptor was told where the URL leads, that may be elsewhere by the time it is called.
  private func run(_ search: URLSearch, _ changed: Fields?, _ heard: @escaping @Sendable (Outcome) -> Void) {
    while !go(search, changed, byNames: !search.mayChange, heard) {
      do throws(Failure) { try search.letGoOn(patience) } catch { return heard(.failure(error)) }
      search.forget()
    }
  }

  // Asks what the URL leads to; where it leads nowhere, asks the fallback for a page. False where what it led to takes no
  // calls any more.
  private func go(
    _ search: URLSearch, _ changed: Fields?, byNames: Bool, _ heard: @escaping @Sendable (Outcome) -> Void
  ) -> Bool {
    let patience = patience
    switch search.current(patience) {
    case .failure(let failure): heard(.failure(failure))
    case .success(nil) where search.nowhere.isOut:
      if let changed, changed != parameters {
        heard(.failure(.wrongProceeding("an interceptor changed the parameters of a URL for the system")))
      } else if record.isTakenBack {
        // Nothing begins any more once the caller has been told that the host took the call back.
        heard(.failure(Failure.givenUp(record.frame.pointee.path).byHost))
      } else if let outbound = search.outbound {
        heard(outbound.outcome(host.settings, adding: search.opening.added))
      }
    case .success(nil):
      let opening = changed.map(search.opening.with) ?? search.opening
      withRequest(heard) {
        _ = host.answerRemote(Dispatch(seat: seat, request: $0, waits: false), opening, search.nowhere.denials)
      }
    case .success(let candidate?):
      let candidate = changed.map { Candidate(candidate, with: $0) } ?? candidate
      if !byNames { return begin(heard) { $0.runFound(candidate, patience) } }
      if let notes = candidate.notes { host.report(notes.ignored) }
      withRequest(heard) { request in
        _ = Dispatch(seat: seat, request: request, waits: false).withRequest(candidate) {
          Dispatch(seat: host.seat(of: candidate), request: $0, waits: false).runDirectly()
        }
      }
    }
    return true
  }

  // A mistake of an interceptor with the parameters is not told as the caller's.
  private func withoutMistakes(of outcome: Outcome, _ changed: Fields) -> Outcome {
    guard outcome.code == COMPONENT_FAILURE_INVALID, case .failure(let failure) = outcome.result,
      failure.voice == .host, let name = failure.details["parameter"]?.text, changed[name] != parameters[name]
    else { return outcome }
    return .failure(.wrongProceeding("an interceptor changed the parameters: \(failure.message)"))
  }

  /// Asks the action, or its stand-in.
  func start(
    _ target: String, _ action: String, _ parameters: UnsafeBufferPointer<component_entry>,
    standIn: StandIn? = nil, isQuestion: Bool = false, _ heard: @escaping @Sendable (Outcome) -> Void
  ) {
    // What the caller knows of an action it knows of no other one.
    let isAsked = standIn == nil && Aim(target: target, action: action) == named
    var target = target
    var action = action
    target.withUTF8 { target in
      action.withUTF8 { action in
        withRequest(isQuestion: isQuestion, heard) { request in
          var request = request.pointee
          if !isAsked { request.flags &= ~COMPONENT_REQUEST_READS }
          request.target = component_text(target)
          request.action = component_text(action)
          request.parameters = parameters.baseAddress
          request.parameter_count = parameters.count
          withHints(&request) {
            let dispatch = Dispatch(seat: seat, request: $0, waits: false)
            _ = standIn?.run(dispatch) ?? dispatch.runDirectly()
          }
        }
      }
    }
  }

  private func withHints(_ request: inout component_request, _ body: (UnsafePointer<component_request>) -> Void) {
    guard let hints = (key?.known ?? search?.known)?.hints else {
      let call = record.frame.pointee.call
      (request.hints, request.hint_count) = (call.hints, call.hint_count)
      return body(&request)
    }
    hints.withBorrowed { hints in
      (request.hints, request.hint_count) = (UnsafePointer(hints.baseAddress), hints.count)
      body(&request)
    }
  }

  // A request in the service of this call; `heard` hears its end. Nothing begins any more once the caller has been told
  // that the host took the call back.
  private func withRequest(
    isQuestion: Bool = false, _ heard: @escaping @Sendable (Outcome) -> Void,
    _ body: (UnsafePointer<component_request>) -> Void
  ) {
    if record.isTakenBack { return heard(.failure(Failure.givenUp(record.frame.pointee.path).byHost)) }
    var request = Relay.request(for: record, isQuestion: isQuestion, heard)
    body(&request)
  }

  /// The same of what may not begin, for which the body gives nil; false where it has not.
  func begin(
    _ heard: @escaping @Sendable (Outcome) -> Void, _ body: (Dispatch) -> Int32?
  ) -> Bool {
    if record.isTakenBack {
      heard(.failure(Failure.givenUp(record.frame.pointee.path).byHost))
      return true
    }
    var request = Relay.request(for: record, heard)
    let hasBegun = withUnsafePointer(to: &request) { body(Dispatch(seat: seat, request: $0, waits: false)) != nil }
    if !hasBegun { Relay.takeBack(request) }
    return hasBegun
  }
}

/// The target and action that a call is for.
struct Aim: Equatable {
  let target: String
  let action: String

  init(target: String, action: String) { (self.target, self.action) = (target, action) }

  init(_ candidate: Candidate) { self.init(target: candidate.target, action: candidate.action) }

  /// "Reader.showDetail", for messages.
  var path: String { "\(target).\(action)" }
}

extension component_value {
  /// Whether some text in it has the flag.
  fileprivate func hasText(_ flag: UInt32) -> Bool {
    switch kind {
    case COMPONENT_KIND_TEXT: flags & flag != 0
    case COMPONENT_KIND_LIST: items.contains { $0.hasText(flag) }
    case COMPONENT_KIND_MAP: entries.contains { $0.value.hasText(flag) }
    default: false
    }
  }
}

extension Dispatch {
  /// Leads the call through the interceptors.
  @inline(never)
  func intercept(_ chain: Chain, _ search: URLSearch? = nil, key: KeySearch? = nil) -> Int32 {
    holding { lead(through: chain, search, key) }
  }

  private func lead(through chain: Chain, _ search: URLSearch?, _ key: KeySearch?) -> Int32 {
    guard seat.pointee.isOpen else { return end(.tooEarly) }
    let (parameters, count) = (request.pointee.parameters, request.pointee.parameter_count)
    // A call whose names can't be read fails before the interceptors see it.
    guard request.pointee.hasNames else { return resolve() }
    let fault =
      BorderCheck.fault(parameters, count)?.failure(of: "parameters") ?? hintFault ?? skipFault
    if let fault { return end(fault) }
    let attempt = Attempt(self, .nothing(by: seat))
    guard attempt.hasRoom else { return failTooDeep(attempt.parent) }
    // For a URL or a key that was done when it was opened.
    let chain =
      search == nil && key == nil
      ? chain.without(request.pointee.skipped, seat.pointee.core.pointee.host.takeUnretainedValue()) : chain
    if chain.interceptors.isEmpty { return runDirectly() }
    var frame = attempt.frame()
    if let failure = over(&frame) { return end(failure) }
    let record = DeferredRecord(&frame, core: seat.pointee.core, .intercepted)
    let interception = Interception(chain, record, seat, search, key)
    interception.go(on: 0, aim: nil, changed: nil) {
      _ = interception.record.endByComponent(interception.held($0))
    }
    return record.settle(startedBy: starter)
  }
}
