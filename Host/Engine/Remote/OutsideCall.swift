public import ComponentKit

/// A call from outside, as a door makes it of what came in: a URL, and parameters that have types.
///
/// It goes where `Mediator.open` goes with that URL, by the same rules: only what is open to callers from outside is reached,
/// as far as the policy lets it, through all interceptors, and its end tells nothing of the inside. Two things differ. It is
/// never handed to a program of the system, and the reply must be something that can be written down.
public struct OutsideCall: Sendable {
  /// What is asked for. The values in its query are texts, which become what the action declares; what the action does not
  /// declare is ignored and reported, as the policy has it.
  public var url: CallURL
  /// Parameters as JSON has them; nil where the URL says all. They have their declared form, where a text may stand for bytes
  /// as base64, or the call fails, also where one is not declared, or the URL names it as well.
  public var parameters: Fields?
  /// Whether only an action may answer that promises to change nothing. Any other fails the call with the reason
  /// `may_change`, if it can be reached at all.
  public var onlyReads: Bool
  /// Whether the caller has shown that it has the rights of the host's owner. Then each action answers, also one that is not
  /// open to callers from outside, whatever the policy says of schemes, targets and actions, and its end tells all that is
  /// known of a failure. Interceptors look at it as at any call from outside.
  public var isOwners: Bool
  /// Its place in a trace, which the action that answers sees, and all that it calls in turn; nil where there is none.
  public var trace: TraceParent?
  /// Whether only the action answers that host and path name, as in `app://Reader/showDetail?id=1`; no route leads elsewhere, nor
  /// does a map key. Its target's stand-in still speaks where it is not there.
  public var isByName: Bool
  /// The major version in which the component is to be there that the host part names; nil for any. In another one, or where
  /// it is not there at all, nothing is called, no stand-in either, and the failure is one that `isNotHere`: somebody who has
  /// it may be asked instead. It is looked at where the call is made, behind interceptors and with its deadline.
  public var majorVersion: UInt32?
  /// The version that it is to have at least, in that major version: an older one is not called, as is one of another major
  /// version.
  public var minimumVersion: Version?
  /// What is known of the way on which it has come from other hosts; nil where it has come from none.
  public var journey: CallJourney?
  /// How the caller would like it, apart from the parameters, as an action reads it from `call.hints`: of a call by name only. A map
  /// key's hints are said among the parameters.
  public var hints: Fields

  public init(
    _ url: CallURL, parameters: Fields? = nil, onlyReads: Bool = false, isOwners: Bool = false,
    trace: TraceParent? = nil, isByName: Bool = false, majorVersion: UInt32? = nil,
    minimumVersion: Version? = nil, journey: CallJourney? = nil, hints: Fields = [:]
  ) {
    self.url = url
    self.parameters = parameters
    self.onlyReads = onlyReads
    self.isOwners = isOwners
    self.trace = trace
    self.isByName = isByName
    self.majorVersion = majorVersion
    self.minimumVersion = minimumVersion
    self.journey = journey
    self.hints = hints
  }

  var manner: Opening.Manner {
    var manner = Opening.Manner.json
    if onlyReads { manner.insert(.reads) }
    if isOwners { manner.insert(.owner) }
    if isByName { manner.insert(.byName) }
    return manner
  }
}

/// A reply to a call from outside, and what it is.
public struct OutsideReply: Sendable {
  public let value: Value
  /// What the action that the call led to says of the texts and bytes that it replies with; nil where the reply is neither,
  /// or the action does not say. Whoever answers in its place keeps to it, as to the action's signature.
  public let mediaType: MediaType?

  init(_ value: Value, _ origin: OutsideOrigin) {
    self.value = value
    switch value {
    case .text, .bytes: mediaType = origin.mediaType
    default: mediaType = nil
    }
  }
}

extension Host {
  /// As `start`, and `ended` hears besides what the reply is.
  public func begin(
    _ call: OutsideCall, timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil,
    ended: @escaping @Sendable (Result<OutsideReply, Failure>) -> Void
  ) {
    let origin = OutsideOrigin(call)
    start(call, origin, timeLimit, cancellation, progress) { outcome in
      ended(outcome.map { OutsideReply($0, origin) })
    }
  }

  /// Makes a call from outside and returns as soon as its action does. `ended` hears the outcome once, before or after that,
  /// on any thread.
  ///
  /// A stand-in's answer is no reply: it is in the failure, as with a mediator that is strict.
  ///
  /// - Parameters:
  ///   - timeLimit: how long it may take; the host's limit where nil.
  ///   - cancellation: gives the call up from elsewhere.
  ///   - progress: hears how far the call has come, on whatever thread says so.
  public func start(
    _ call: OutsideCall, timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil,
    ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    let origin =
      call.trace == nil && call.majorVersion == nil && call.journey == nil && call.hints.isEmpty
      ? nil : OutsideOrigin(call)
    start(call, origin, timeLimit, cancellation, progress, ended)
  }

  private func start(
    _ call: OutsideCall, _ origin: OutsideOrigin?, _ timeLimit: Duration?, _ cancellation: Cancellation?,
    _ progress: (@Sendable (Double?, String) -> Void)?, _ ended: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    // By its place: each function that passes it on would otherwise copy it.
    withUnsafePointer(to: call) { call in
      mediator.strict.start(timeLimit, cancellation, progress, hear: ended) { request in
        let dispatch = Dispatch(seat: programSeat, request: request, waits: false)
        return dispatch.holding { dispatch.start { $0.open(call, origin) } }
      }
    }
  }

  /// Why a call from outside is not taken, whatever it leads to; nil where it is.
  func refusal(of call: OutsideCall) -> Failure? {
    if loader.isClosed { return .closed }
    if !call.isOwners, let failure = settings.policy.refusal(of: call.url) { return failure }
    let (count, limit) = (call.url.parameters.count + (call.parameters?.count ?? 0), settings.policy.parameterLimit)
    guard count <= limit else {
      return Failure(
        .invalidParameters, "too_many_parameters", "the call has \(count) parameters, the limit is \(limit)")
    }
    for (key, value) in call.parameters ?? [:] where value.isLocal {
      return Failure(
        .invalidParameters, "local_parameters", "the parameter \(quoted(key)) can't come from outside",
        details: ["parameter": .text(excerpt(key))])
    }
    for (key, value) in call.hints where value.isLocal {
      return Failure(
        .invalidParameters, "local_hints", "the hint \(quoted(key)) can't come from outside",
        details: ["hint": .text(excerpt(key))])
    }
    return nil
  }
}

extension Value {
  /// Whether there is something in it that can't be written down.
  var isLocal: Bool {
    switch self {
    case .object, .function: true
    case .list(let list): list.contains { $0.isLocal }
    case .map(let map): map.contains { $0.value.isLocal }
    default: false
    }
  }
}
