import ComponentABI
import ComponentKit

// The one way in for callers from outside.
extension Dispatch {
  /// Opens the URL that is the request's target.
  func openURL() -> Int32 {
    guard seat.pointee.isOpen else { return end(.tooEarly) }
    guard request.pointee.target.utf8.isValidUTF8 else {
      return end(Failure(.invalidParameters, "invalid_url", "the URL is not valid UTF-8"))
    }
    let host = seat.pointee.core.pointee.host.takeUnretainedValue()
    let text = request.pointee.target.string
    do throws(Failure) {
      let url = try host.parse(text)
      if let command = host.settings.policy.outbound[url.scheme] {
        try Outbound.run(command, text)
        return end(.reply(.null))
      }
      if let failure = host.settings.policy.refusal(of: url) { throw failure }
      return open(url, host)
    } catch {
      return end(error)
    }
  }

  private func open(_ url: CallURL, _ host: Host) -> Int32 {
    var candidates: Candidates
    let first: Candidate
    do throws(Failure) {
      candidates = try Candidates(url, host)
      guard let found = try candidates.next() else { return host.answerRemote(self, url) }
      first = found
      // Nobody else could answer: what comes goes straight to the caller.
      guard let second = try candidates.next() else { return run(first) }
      candidates.putBack(second)
    } catch {
      return end(error)
    }
    return Attempts(self, url, candidates).run(first)
  }

  /// Calls what a URL leads to.
  func run(_ candidate: Candidate) -> Int32 {
    let host = seat.pointee.core.pointee.host.takeUnretainedValue()
    return withRequest(candidate) {
      Dispatch(seat: candidate.route == nil ? host.remoteSeat : host.routedSeat, request: $0, waits: waits).run()
    }
  }

  /// The request for what a URL or key leads to, with the caller's own deadline and listener.
  func withRequest(_ candidate: Candidate, _ body: (UnsafePointer<component_request>) -> Int32) -> Int32 {
    var (target, action) = (candidate.target, candidate.action)
    return target.withUTF8 { target in
      action.withUTF8 { action in
        candidate.parameters.withBorrowed(loose: candidate.loose) { parameters in
          candidate.hints.withBorrowed { hints in
            var inner = request.pointee
            inner.target = component_text(target)
            inner.action = component_text(action)
            inner.parameters = UnsafePointer(parameters.baseAddress)
            inner.parameter_count = parameters.count
            inner.hints = UnsafePointer(hints.baseAddress)
            inner.hint_count = hints.count
            return body(&inner)
          }
        }
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
  /// Reads a URL as the policy allows.
  func parse(_ text: String) throws(Failure) -> CallURL {
    do throws(URLFault) {
      return try CallURL(
        text, lengthLimit: settings.policy.lengthLimit, parameterLimit: settings.policy.parameterLimit)
    } catch {
      var details: Fields = [:]
      if let column = error.column { details["byte"] = .int(column) }
      throw Failure(
        .invalidParameters, error.reason.rawValue, "the URL is invalid: \(error)", details: details)
    }
  }

  /// What a caller from outside hears of whatever it can't reach, whether it is there or not.
  static func unreachable(_ url: CallURL) -> Failure {
    var plain = url
    plain.parameters = [:]
    return Failure(.notFound, "not_found", "nothing here answers \(excerpt("\(plain)"))")
  }

  /// The end of a URL that leads nowhere: the fallback may have a page for it.
  func answerRemote(_ dispatch: Dispatch, _ url: CallURL) -> Int32 {
    let failure = Host.unreachable(url)
    let candidate = Candidate(
      target: url.host, action: url.path.first ?? "", parameters: url.parameters, loose: url.parameters.keys,
      hints: [:],
      route: nil)
    return dispatch.withRequest(candidate) { request in
      let outside = Dispatch(seat: remoteSeat, request: request, waits: dispatch.waits)
      return askFallback(outside, failure) ?? dispatch.end(failure)
    }
  }
}
