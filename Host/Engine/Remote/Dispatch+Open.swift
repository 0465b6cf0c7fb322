import ComponentABI
import ComponentKit
import Synchronization

// The one way in for callers from outside.
extension Dispatch {
  /// Opens a URL.
  ///
  /// - Parameter adds: whether the request's parameters count besides what the URL says.
  func open(url text: component_text, adding adds: Bool = false) -> Int32 {
    guard seat.pointee.isOpen else { return end(.tooEarly) }
    guard BorderCheck.isText(text) else {
      return end(Failure(.invalidParameters, "invalid_url", "the URL is not valid UTF-8"))
    }
    var added: Fields?
    if adds {
      let (parameters, count) = (request.pointee.parameters, request.pointee.parameter_count)
      if let failure = BorderCheck.fault(parameters, count)?.failure(of: "parameters") { return end(failure) }
      added = Fields(copying: UnsafeBufferPointer(start: parameters, count: parameters == nil ? 0 : count))
    }
    return seat.pointee.core.pointee.host._withUnsafeGuaranteedRef { host in
      do throws(Failure) {
        let (url, outbound) = try host.way(of: text.utf8)
        return try open(Opening(url: url, added: added), outbound, host)
      } catch {
        return end(error)
      }
    }
  }

  /// Opens what a door was asked for: what it names may be loaded for that, but nothing is handed to the system.
  func open(_ call: UnsafePointer<OutsideCall>, _ origin: OutsideOrigin?) -> Int32 {
    guard seat.pointee.isOpen else { return end(.tooEarly) }
    let host = seat.pointee.core.pointee.host.takeUnretainedValue()
    do throws(Failure) {
      if let failure = host.refusal(of: call.pointee) { throw failure }
      let opening = Opening(url: call.pointee.url, added: call.pointee.parameters, call.pointee.manner, origin)
      return try open(opening, nil, host)
    } catch {
      return end(error)
    }
  }

  private func hand(_ outbound: Outbound, _ added: Fields?, _ host: Host) throws(Failure) -> Int32 {
    try outbound.run(host.settings, adding: added)
    return end(.reply(.null))
  }

  // However the call ends, it is told as callers from outside may hear it.
  private func open(_ opening: consuming Opening, _ outbound: Outbound?, _ host: Host) throws(Failure) -> Int32 {
    if let fault = skipFault { return end(fault) }
    if let chain = seat.pointee.core.pointee.chain.load(ordering: .acquiring) {
      let chain = chain.takeUnretainedValue().without(request.pointee.skipped, host)
      if !chain.interceptors.isEmpty {
        let outside = OutsideFilter(self, opening.url, opening.manner, opening.origin, host)
        return outside.code(Attempts(self, URLSearch(opening, by: seat, outside, outbound)).run(through: chain))
      }
    }
    var rounds = Rounds()
    var gone = try go(opening, outbound, host, &rounds)
    while true {
      switch gone {
      case .ended(let code): return code
      case .anew(let opening):
        do throws(Failure) { try rounds.next(Patience(self)) } catch {
          return told(OutsideFilter(self, opening.url, opening.manner, opening.origin, host)) { $0.end(error) }
        }
        gone = try go(opening, outbound, host, &rounds)
      }
    }
  }

  private enum Gone {
    case ended(Int32)
    /// What the URL led to takes no calls any more.
    case anew(Opening)
  }

  private func go(
    _ opening: consuming Opening, _ outbound: Outbound?, _ host: Host, _ rounds: inout Rounds
  ) throws(Failure) -> Gone {
    let patience = Patience(self)
    var candidates = Candidates(opening, host, patience, isForeign: outbound != nil, rounds)
    if let plain = candidates.plain(host) {
      let origin = candidates.opening.origin
      let outside = OutsideFilter(self, candidates.endWithURL(), plain.manner, origin, host, plain)
      if rounds.areOver { return .ended(told(outside) { $0.run(plain, outside.url, host) }) }
      return begun(outside) { $0.runFound(plain, outside.url, host, patience) }.map(Gone.ended)
        ?? .anew(Opening(url: outside.url, added: plain.added, plain.manner, outside.origin))
    }
    let found: Candidate?
    do throws(Failure) {
      found = try candidates.next(patience)
    } catch {
      let opening = candidates.opening
      return .ended(told(OutsideFilter(self, opening.url, opening.manner, opening.origin, host)) { $0.end(error) })
    }
    rounds = candidates.rounds
    if candidates.isOut, let outbound { return .ended(try hand(outbound, candidates.opening.added, host)) }
    guard let first = found else {
      let (opening, denials) = (candidates.opening, candidates.denials)
      let outside = OutsideFilter(self, opening.url, opening.manner, opening.origin, host)
      return .ended(told(outside) { host.answerRemote($0, opening, denials) })
    }
    let outside = OutsideFilter(
      self, candidates.opening.url, candidates.opening.manner, candidates.opening.origin, host)
    outside.candidate = first
    if candidates.hasNext(patience) { return .ended(askAll(first, candidates, outside, outbound)) }
    // Where no other action could answer, the outcome goes straight to the caller.
    if rounds.areOver { return .ended(told(outside) { $0.run(first) }) }
    return begun(outside) { $0.runFound(first, patience) }.map(Gone.ended) ?? .anew(candidates.opening)
  }

  // Out of line, so that nothing is copied for it where it need not be done.
  @inline(never)
  private func askAll(
    _ first: Candidate, _ rest: consuming Candidates, _ outside: OutsideFilter, _ outbound: Outbound?
  ) -> Int32 {
    outside.code(Attempts(self, URLSearch(first, rest, by: seat, outside, outbound)).run(first))
  }

  private func told(_ outside: OutsideFilter, _ body: (Dispatch) -> Int32) -> Int32 {
    outside.code(outside.withRequest(request) { body(Dispatch(seat: seat, request: $0, waits: waits)) })
  }

  // The same of what may not begin; nil where it has not.
  private func begun(_ outside: OutsideFilter, _ body: (Dispatch) -> Int32?) -> Int32? {
    outside.begin(request) { body(Dispatch(seat: seat, request: $0, waits: waits)) }.map(outside.code)
  }

  /// Calls what a URL leads to.
  func run(_ candidate: Candidate) -> Int32 {
    let host = seat.pointee.core.pointee.host.takeUnretainedValue()
    if let notes = candidate.notes { host.report(notes.ignored) }
    return withRequest(candidate) {
      Dispatch(seat: host.seat(of: candidate), request: $0, waits: waits).run()
    }
  }

  // Calls the action that a URL's path names.
  private func run(_ plain: PlainWay, _ url: CallURL, _ host: Host) -> Int32 {
    withRequest(plain, url) { Dispatch(seat: host.seat(of: plain), request: $0, waits: waits).run() }
  }

  private func runFound(_ plain: PlainWay, _ url: CallURL, _ host: Host, _ patience: Patience) -> Int32? {
    runFound(plain.entry, from: host.seat(of: plain), patience) { withRequest(plain, url, $0) }
  }

  private func withRequest(
    _ plain: PlainWay, _ url: CallURL, _ body: (UnsafePointer<component_request>) -> Int32
  ) -> Int32 {
    guard let added = plain.added else {
      return url.parameters.withBorrowedLoose { withRequest(url.host, url.path[0], $0, body) }
    }
    return added.withBorrowed(loose: [], fromJSON: plain.manner.contains(.json)) {
      withRequest(url.host, url.path[0], $0, body)
    }
  }

  /// The request for what a URL or key leads to, with the caller's own deadline and listener.
  func withRequest(_ candidate: Candidate, _ body: (UnsafePointer<component_request>) -> Int32) -> Int32 {
    candidate.withBorrowedParameters { parameters in
      withRequest(candidate.target, candidate.action, parameters) { request in
        if !candidate.hasHints { return body(request) }
        return candidate.hints.withBorrowed { hints in
          var inner = request.pointee
          inner.hints = UnsafePointer(hints.baseAddress)
          inner.hint_count = hints.count
          return body(&inner)
        }
      }
    }
  }

  @inline(__always)
  private func withRequest(
    _ target: String, _ action: String, _ parameters: UnsafeMutableBufferPointer<component_entry>,
    _ body: (UnsafePointer<component_request>) -> Int32
  ) -> Int32 {
    var (target, action) = (target, action)
    return target.withUTF8 { target in
      action.withUTF8 { action in
        var inner = request.pointee
        inner.target = component_text(target)
        inner.action = component_text(action)
        inner.parameters = UnsafePointer(parameters.baseAddress)
        inner.parameter_count = parameters.count
        (inner.hints, inner.hint_count) = (nil, 0)
        // What it remembers is for other names than these, and perhaps not for callers from outside.
        inner.place = nil
        return body(&inner)
      }
    }
  }

  /// Ends the call with an outcome.
  func end(_ outcome: Outcome) -> Int32 {
    outcome.tell(Sink(request))
    return outcome.code
  }
}

extension Host {
  /// Where a URL goes, as the policy allows: it is a call, unless no route takes it that names its scheme, and a program
  /// of the system does. To find that out its component has to be loaded, if it can be a call at all.
  typealias Way = (url: CallURL, outbound: Outbound?)

  /// Where a URL goes; fails where it is not taken.
  func way(of text: String) throws(Failure) -> Way {
    try text.utf8.span.withUnsafeBytes { (bytes) throws(Failure) in try way(of: bytes) }
  }

  /// Where a URL goes whose bytes are valid UTF-8; fails where it is not taken. Nothing is loaded to tell.
  func way(of bytes: UnsafeRawBufferPointer) throws(Failure) -> Way {
    if loader.isClosed { throw .closed }
    // Most policies name no such scheme, and to pass one on is to copy it.
    guard !settings.policy.outbound.isEmpty, let outbound = Outbound(bytes, settings.policy) else {
      let url = try parse(bytes)
      if let failure = settings.policy.refusal(of: url) { throw failure }
      return (url, nil)
    }
    let parsed = Result { () throws(Failure) in try parse(bytes) }
    guard case .success(let url) = parsed else {
      try outbound.check(settings.policy)
      // What can't be read can't be shown to the program that embeds the host, so it is not let past.
      if settings.policy.refuse != nil { _ = try parsed.get() }
      return (outbound.url, outbound)
    }
    if let failure = settings.policy.veto(url) { throw failure }
    return (url, outbound)
  }

  /// Reads a URL, whose bytes are valid UTF-8, as the policy allows.
  func parse(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> CallURL {
    do throws(URLFault) {
      return try CallURL(
        utf8: bytes, lengthLimit: settings.policy.lengthLimit, parameterLimit: settings.policy.parameterLimit)
    } catch {
      throw Failure(error)
    }
  }

  /// What a caller from outside hears of whatever it can't reach, whether it is there or not.
  static func unreachable(_ url: CallURL) -> Failure {
    Failure(.notFound, "not_found", "nothing here answers \(url.shown)").toOutside
  }

  /// What it hears of what can't answer for now.
  static func unavailable(_ url: CallURL) -> Failure {
    Failure(.refused, "unavailable", "what answers \(url.shown) is not available").toOutside
  }

  // What the owner misspells it hears, with what may have been meant; nobody else learns what there is.
  private func absence(of opening: Opening, _ denials: Denials, _ patience: Patience) -> Failure {
    let (target, action) = opening.url.words
    if opening.manner.contains(.owner), opening.url.path.count == 1 {
      let root = ComponentName.root(of: target.utf8)
      if let refusal = denials.unfinished?[root] { return failure(.refused(root, refusal), target, action).toOutside }
      do throws(Failure) { try lookUp(target, action, patience) } catch { return error.toOutside }
    }
    return denials.failure(opening.url)
  }

  /// The end of a URL that leads nowhere: the fallback may have a page for it. The log is told why.
  ///
  /// In a host that is closed nothing leads anywhere, and that is no word about the URL.
  func answerRemote(_ dispatch: Dispatch, _ opening: Opening, _ denials: Denials) -> Int32 {
    if loader.isClosed { return dispatch.end(.closed) }
    for denial in denials.words { settings.report(Report(.denied, denial)) }
    let failure = absence(of: opening, denials, Patience(dispatch))
    return dispatch.withRequest(opening.nowhere) { request in
      let outside = Dispatch(seat: seat(of: opening), request: request, waits: dispatch.waits)
      return askFallback(outside, failure) ?? dispatch.end(failure)
    }
  }
}

extension CallURL {
  /// What is said of a URL that can't be read as a call, but goes to a program of the system: its words without query,
  /// fragment and credentials. It has no host part, as every call has, so it leads nowhere.
  init(scheme: String, foreign text: String) {
    // By bytes: as a character, a sign and the mark behind it are neither.
    let rest = text.utf8.dropFirst(scheme.utf8.count + 1).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var shown = String(Substring(rest))
    if rest.starts(with: "//".utf8) {
      let place = rest.dropFirst(2)
      let authority = place.prefix { $0 != UInt8(ascii: "/") }
      if let sign = authority.lastIndex(of: UInt8(ascii: "@")) {
        shown = "//" + String(Substring(rest[rest.index(after: sign)...]))
      }
    }
    self.init(scheme: scheme, host: "", path: [shown])
  }

  /// Whether it can be a call.
  var isCall: Bool { !host.isEmpty }

  /// What its own words name.
  var words: (target: String, action: String) { isCall ? (host, path.first ?? "") : ("", "") }

  /// Without its parameters, for messages.
  var shown: String {
    if !isCall { return excerpt("\(scheme):\(path.joined())") }
    var plain = self
    plain.parameters = [:]
    return excerpt("\(plain)")
  }
}

extension Failure {
  /// What is wrong with a URL.
  init(_ fault: URLFault) {
    self.init(
      .invalidParameters, fault.reason.rawValue, "the URL is invalid: \(fault)",
      details: fault.column.map { ["byte": .int($0)] } ?? [:])
  }
}
