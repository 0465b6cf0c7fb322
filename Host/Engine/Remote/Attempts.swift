import ComponentABI
import ComponentKit

/// A URL that several actions could answer: each is asked until one does not decline.
///
/// To its caller it is a deferred call.
final class Attempts: @unchecked Sendable {
  // Sendable: only `candidates` changes, and one attempt asks for the next when it has ended, which it does once.
  private let record: DeferredRecord
  private let url: CallURL
  private let host: Host
  private let waits: Bool
  private let outside: Outside
  private var candidates: Candidates

  init(_ dispatch: Dispatch, _ candidates: consuming Candidates, _ outside: Outside) {
    let thread = ThreadState.current
    let parent = dispatch.parent(thread)
    record = outside.withRequest(dispatch.request) { request in
      let inner = Dispatch(seat: dispatch.seat, request: request, waits: dispatch.waits)
      var frame = inner.frame(
        nil, UnsafeMutablePointer(mutating: inner.seat), nil, 0, parent, parent.map { $0.pointee.depth + 1 } ?? 0, nil)
      return DeferredRecord(&frame, core: inner.seat.pointee.core)
    }
    url = candidates.url
    host = dispatch.seat.pointee.core.pointee.host.takeUnretainedValue()
    waits = dispatch.waits
    self.outside = outside
    self.candidates = candidates
  }

  func run(_ first: Candidate) -> Int32 {
    attempt(first)
    if waits { return record.wait() }
    record.watch()
    return COMPONENT_OK
  }

  private func attempt(_ candidate: Candidate) {
    outside.candidate = candidate
    withRequest { _ = $0.run(candidate) }
  }

  private func goOn() {
    let next = Result { () throws(Failure) in try candidates.next() }
    switch next {
    case .success(let candidate?): attempt(candidate)
    case .success(nil): withRequest { _ = host.answerRemote($0, url, candidates.denials) }
    case .failure(let failure): _ = record.endByComponent(.failure(failure))
    }
  }

  private func hear(_ outcome: Outcome) {
    if outcome.isDeclined { return goOn() }
    _ = record.endByComponent(outcome)
  }

  // A request that this hears the end of.
  private func withRequest(_ body: (Dispatch) -> Void) {
    var request = component_request(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_request>.size), target: component_text(),
      action: component_text(), parameters: nil, parameter_count: 0,
      ended: { context, reply, failure in
        guard let context else { return }
        let attempts = Unmanaged<Attempts>.fromOpaque(context).takeRetainedValue()
        if let reply {
          attempts.hear(.borrowedReply(reply))
        } else if let failure {
          attempts.hear(.borrowedFailure(failure))
        }
      },
      progressed: { context, progress in
        guard let context else { return }
        _ = Unmanaged<Attempts>.fromOpaque(context).takeUnretainedValue().record.progress(progress)
      },
      context: Unmanaged.passRetained(self).toOpaque(), deadline: 0, cancellation: nil,
      parent: record.frame.handle, flags: record.frame.pointee.request.pointee.flags, hints: nil, hint_count: 0,
      skips: nil,
      skip_count: 0, place: nil)
    withUnsafePointer(to: &request) { body(Dispatch(seat: host.remoteSeat, request: $0, waits: false)) }
  }
}

extension Outcome {
  /// Whether the action leaves the call to the next one that fits.
  fileprivate var isDeclined: Bool {
    switch self {
    case .borrowedFailure(let failure):
      failure.pointee.code == COMPONENT_FAILURE_NOT_FOUND && failure.pointee.reason.string == "declined"
    case .failure(let failure): failure.code == .notFound && failure.reason == "declined"
    case .borrowedReply, .reply: false
    }
  }
}
