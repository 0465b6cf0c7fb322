import ComponentABI

/// A reply, and who gave it.
public struct PlacedReply: Sendable {
  public let reply: Value
  /// The name of the host that has answered; nil where it was this very process.
  public let host: String?
}

extension Mediator {
  /// As `call`, and says as well where it was answered: in this process, or on another host of a cluster, where the policy lets
  /// calls be made there. A failure from there has the host's name in its details, as `host`.
  @available(*, noasync, message: "it keeps the thread")
  public func answer(
    _ target: String, _ action: String, _ parameters: Fields = [:], timeLimit: Duration? = nil,
    cancellation: Cancellation? = nil, progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> PlacedReply {
    try answer(
      target, action, parameters, loose: [], timeLimit: timeLimit, cancellation: cancellation, progress: progress)
  }

  /// The same, where the texts under the keys in `loose` were typed without a type, and all others may come from JSON.
  package func answer(
    _ target: String, _ action: String, _ parameters: Fields, loose: [String], fromJSON: Bool = false,
    timeLimit: Duration? = nil, cancellation: Cancellation? = nil,
    progress: (@Sendable (Double?, String) -> Void)? = nil
  ) throws(Failure) -> PlacedReply {
    let terms = CallTerms(timeLimit, cancellation, nil)
    var asking = Asking(mediator: self, progress: progress)
    withRequest(target, action, parameters, loose, fromJSON) { request in
      withUnsafePointer(to: terms) { lend(&request, $0) }
      withUnsafeMutablePointer(to: &asking) { asking in
        request.flags |= COMPONENT_REQUEST_FROM
        (request.context, request.ended, request.progressed) = (
          UnsafeMutableRawPointer(asking), Asking.ended, Asking.progressed
        )
        _ = withExtendedLifetime((manner, terms)) { host.pointee.call(host, &request) }
      }
    }
    guard let outcome = asking.outcome else { throw .noOutcome }
    return PlacedReply(reply: try outcome.get(), host: asking.host)
  }
}

/// What hears of such a call; lives on the stack of the thread that waits.
private struct Asking {
  let mediator: Mediator
  let progress: (@Sendable (Double?, String) -> Void)?
  var outcome: Result<Value, Failure>?
  var host: String?

  static let ended: Ended = { context, reply, failure in
    guard let asking = context?.assumingMemoryBound(to: Asking.self) else { return }
    asking.pointee.outcome = asking.pointee.mediator.result(reply, failure)
  }

  static let progressed: Progressed = { context, progress in
    guard let asking = context?.assumingMemoryBound(to: Asking.self) else { return }
    if progress.pointee.fraction == COMPONENT_PROGRESS_FROM {
      asking.pointee.host = progress.pointee.message.string
    } else {
      asking.pointee.progress?(progress.pointee.known, progress.pointee.message.string)
    }
  }
}
