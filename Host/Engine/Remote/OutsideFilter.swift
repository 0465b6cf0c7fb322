import ComponentABI
import ComponentKit
import Synchronization

/// Stands between a caller from outside and what answers it: of the inside the caller hears only what it sent itself,
/// and what the action says on purpose. The host's log is told the rest. The host's owner hears all of it.
final class OutsideFilter: @unchecked Sendable {
  // Sendable: what changes is atomic or behind a lock, and the contract lets the sink's functions be called on any
  // thread.
  let url: CallURL
  // Not counted: a host is never freed.
  unowned(unsafe) let host: Host
  let origin: OutsideOrigin?
  /// What the URL led to; nil as long as nothing was found. Under a lock: while one attempt follows the other, the
  /// deadline may pass on the timekeeper's thread.
  var candidate: Candidate? {
    get { found.withLock { $0 } ?? plain.map { Candidate(url, $0) } }
    // What is replaced goes outside the lock, as it may hold something of a component's.
    set { _ = found.withLock { exchange(&$0, with: newValue) } }
  }

  // The lock lies in this object: a `Guarded` would be two more allocations for each URL.
  private let found = Mutex<Candidate?>(nil)
  private let plain: PlainWay?
  private let sink: Sink
  private let isOwners: Bool
  // The component that opens the URL and does not wait is not shut down before it has heard the end.
  private let callersHold: Mutex<GenerationHold?>
  private let endCode = Atomic(COMPONENT_OK)

  init(
    _ dispatch: Dispatch, _ url: consuming CallURL, _ manner: Opening.Manner, _ origin: OutsideOrigin?, _ host: Host,
    _ plain: PlainWay? = nil
  ) {
    self.url = url
    self.origin = origin
    isOwners = manner.contains(.owner)
    self.plain = plain
    self.host = host
    sink = Sink(dispatch.request)
    callersHold = Mutex(dispatch.starter?.pointee.generation.map { GenerationHold($0.takeUnretainedValue()) })
  }

  /// How the call ended for its caller, if this is how it ended for the host.
  func code(_ code: Int32) -> Int32 { code == COMPONENT_OK ? code : endCode.load(ordering: .acquiring) }

  /// The request with this in the place of the caller. It must end once.
  func withRequest<R>(
    _ request: UnsafePointer<component_request>, _ body: (UnsafePointer<component_request>) -> R
  ) -> R {
    var inner = request.pointee
    // A URL says everything; what else the request brings was not checked.
    (inner.target, inner.action) = (component_text(), component_text())
    (inner.parameters, inner.parameter_count, inner.hints, inner.hint_count) = (nil, 0, nil, 0)
    inner.ended = OutsideFilter.ended
    if inner.progressed != nil {
      inner.progressed = { context, progress in
        guard let context else { return }
        let sink = Unmanaged<OutsideFilter>.fromOpaque(context).takeUnretainedValue().sink
        sink.progressed?(sink.context, progress)
      }
    }
    inner.context = Unmanaged.passRetained(self).toOpaque()
    return withUnsafePointer(to: &inner) { body($0) }
  }

  static let ended: Ended = { context, reply, failure in
    guard let context else { return }
    Unmanaged<OutsideFilter>.fromOpaque(context).takeRetainedValue().hear(reply, failure)
  }

  /// The same of what may not begin, for which the body gives nil: then it does not end either.
  func begin(
    _ request: UnsafePointer<component_request>, _ body: (UnsafePointer<component_request>) -> Int32?
  ) -> Int32? {
    let code = withRequest(request, body)
    if code == nil { Unmanaged.passUnretained(self).release() }
    return code
  }

  /// The same, where the request says what the URL's own words say.
  func withNamedRequest<R>(
    _ request: UnsafePointer<component_request>, _ body: (UnsafePointer<component_request>) -> R
  ) -> R {
    var (target, action) = url.words
    return withRequest(request) { request in
      target.withUTF8 { target in
        action.withUTF8 { action in
          var named = request.pointee
          (named.target, named.action) = (component_text(target), component_text(action))
          return withUnsafePointer(to: &named) { body($0) }
        }
      }
    }
  }

  private func hear(_ reply: UnsafePointer<component_value>?, _ failure: UnsafePointer<component_failure>?) {
    // An interceptor may keep this for longer.
    defer { _ = callersHold.withLock { exchange(&$0, with: nil) } }
    guard let failure else {
      origin?.hasReply(of: found.withLock { $0?.answering } ?? plain?.entry)
      return sink.ended(sink.context, reply, nil)
    }
    var said = Failure(copying: failure.pointee)
    // Which host has answered is of the inside.
    if host.mayGoElsewhere, !isOwners { said.details["host"] = nil }
    let candidate = candidate
    var told = isOwners ? said : said.told(url, candidate)
    if told != said, told.code != .invalidParameters {
      let name = candidate.map { "\($0.target).\($0.action)" } ?? url.shown
      host.settings.report(Report(.failedInside, "a call from outside to \(name) failed: \(said.message)"))
    }
    if let candidate, let denial = host.strictDenial(told, url, candidate) {
      host.settings.report(Report(.denied, denial))
    }
    endCode.store(told.code.rawValue, ordering: .releasing)
    // An action that opened the URL itself gets the failure as the host's word: the caller is inside.
    if told.voice == .outside { told.voice = .host }
    Outcome.failure(told).tell(sink)
  }
}

extension Failure {
  /// The same, for callers from outside as it is.
  var toOutside: Failure {
    var failure = self
    failure.voice = .outside
    return failure
  }

  /// What a caller from outside hears of it.
  func told(_ url: CallURL, _ candidate: Candidate?) -> Failure {
    if voice == .outside { return self }
    // Failures can be copied by an author's code in ways that lose their `voice`; these reasons are used by the host
    // only.
    guard voice == .host || Failure.missing.contains(reason) || Failure.paths.contains(reason) else {
      return withoutNeighbours
    }
    return toldByHost(url, candidate).toOutside
  }

  private static let missing: Set = [
    "no_such_component", "no_such_target", "no_such_action", "component_refused", "interceptor_missing",
  ]
  private static let paths: Set = ["too_deep", "serial_reentry", "invalid_proceed"]

  private func toldByHost(_ url: CallURL, _ candidate: Candidate?) -> Failure {
    // It is about everything, and tells nothing of the inside.
    if reason == Failure.closed.reason { return .closed }
    let isOwn =
      candidate.map {
        details["target"]?.text == excerpt($0.target) && details["action"]?.text == excerpt($0.action)
      } ?? false
    if Failure.missing.contains(reason) {
      if isOwn { return Host.unreachable(url) }
      return Failure(.refused, "unavailable", "what answers \(url.shown) lacks something that it needs")
    }
    switch code {
    case .invalidParameters where isOwn && !isFixed(candidate): return withoutNames(url, candidate)
    case .timedOut: return Failure(.timedOut, "", "\(url.shown) was not answered in time")
    case .cancelled: return Failure(.cancelled, "", "the call of \(url.shown) was given up")
    case .failed, .crashed: break
    default:
      // The action's own code stands; any other is about a call that the caller did not make.
      if reason != "no_reply" { return Failure(.failed, "", "what answers \(url.shown) failed") }
    }
    return Failure(code, reason, "what answers \(url.shown) failed")
  }

  // Whether it is about a parameter that the caller has no say in.
  private func isFixed(_ candidate: Candidate?) -> Bool {
    guard let name = details["parameter"]?.text, let fixed = candidate?.route?.fixed else { return false }
    return fixed[name] != nil
  }

  // What is wrong with the parameters, in the URL's names, and not of what action they are: a route may have led to it.
  private func withoutNames(_ url: CallURL, _ candidate: Candidate?) -> Failure {
    var failure = self
    if let name = details["parameter"]?.text, url.parameters[name] == nil, let said = candidate?.notes?.said(for: name)
    {
      // Behind the name may come what lies within: 'ids[0]'.
      let words = "the parameter \(quoted(name))".utf8.dropLast()
      if message.utf8.starts(with: words) {
        let (rest, own) = (message.utf8.dropFirst(words.count), "the parameter \(quoted(said))".utf8.dropLast())
        if let next = rest.first, "'[.".utf8.contains(next) {
          failure.message = String(decoding: Array(own) + rest, as: UTF8.self)
        }
      }
      failure.details["parameter"] = .text(excerpt(said))
      if let path = details["path"]?.text, path.utf8.starts(with: name.utf8) {
        failure.details["path"] = .text(
          excerpt(said) + String(decoding: path.utf8.dropFirst(name.utf8.count), as: UTF8.self))
      }
    }
    failure = failure.countingValues(of: url, candidate)
    // A caller in code, which adds parameters, hears of what action they are.
    if isOfUndeclared, candidate?.isLocal == true { return failure }
    failure.details["target"] = nil
    failure.details["action"] = nil
    if isOfUndeclared, let name = details["parameter"]?.text {
      if let hints = candidate?.hints { failure = failure.suggesting(hints) }
      failure.message = "there is no parameter \(quoted(name))"
    }
    return failure
  }

  /// The same in what the URL says: several values are a list, and a name alone is true, which nobody sees who looks at
  /// the URL.
  func countingValues(of url: CallURL, _ candidate: Candidate?) -> Failure {
    guard reason == "mistyped_parameter", details["path"] == nil, let name = details["parameter"]?.text else {
      return self
    }
    let renamed = candidate?.notes?.renamed.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.said) ?? []
    let names = (url.parameters[name] == nil ? [] : [name]) + renamed
    let values = names.flatMap { name in url.parameters[name].map { $0.list ?? [$0] } ?? [] }
    guard let value = values.count == 1 ? values.first : .list(values) else { return self }
    return countingValues(value, names.count == 1 ? "" : ", as \(names.map { quoted($0) }.joined(separator: " and "))")
  }

  /// - Parameters:
  ///   - value: what the URL gives.
  ///   - names: by which names, as the end of a clause.
  func countingValues(_ value: Value, _ names: String) -> Failure {
    let end: String
    let words: String
    switch value {
    case .list(let items) where items.count > 1:
      (end, words) = (", not a list", ", and the URL gives it \(items.count) times\(names)")
    case .bool: (end, words) = (", not a bool", ", and the URL gives it no value")
    default: return self
    }
    guard message.utf8.suffix(end.utf8.count).elementsEqual(end.utf8) else { return self }
    var failure = self
    failure.message = String(decoding: message.utf8.dropLast(end.utf8.count), as: UTF8.self) + words
    return failure
  }

  // An action says in its own words what it can't do; what the host said about its neighbours stays inside.
  private var withoutNeighbours: Failure {
    guard let missing = details["missing"]?.map else { return self }
    var failure = self
    failure.details["missing"] = nil
    for (_, cause) in missing {
      guard let words = cause["message"]?.text.map({ ": \($0)".utf8 }) else { continue }
      guard failure.message.utf8.suffix(words.count).elementsEqual(words) else { continue }
      failure.message = String(decoding: failure.message.utf8.dropLast(words.count), as: UTF8.self)
    }
    return failure
  }
}
